/** Stores bytes by name outside the database. Throws DATABASE_UNAVAILABLE when it is unreachable; nothing is lost then. */
export interface ObjectStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is no such object. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Does nothing when there is no such object. */
  remove(name: string): Promise<void>;
}

/** Location and credentials of an S3-compatible store. */
export interface S3Options {
  readonly bucket: string;
  /** URL of the store; defaults to that of AWS for the region. */
  readonly endpoint?: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
