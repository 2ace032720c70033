/**
 * Stores bytes by name outside the database. Each method throws DATABASE_UNAVAILABLE while the store is unreachable.
 * Stored objects are not lost.
 */
export interface ObjectStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns undefined when the object does not exist or is larger than `maxBytes`. */
  get(name: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Does nothing when the object does not exist. */
  remove(name: string): Promise<void>;
}

/** Location and credentials of an S3-compatible store. */
export interface S3Options {
  readonly bucket: string;
  /** URL of the store. Defaults to the AWS endpoint of the region. */
  readonly endpoint?: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
