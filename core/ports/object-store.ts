/** Keeps bytes by name outside the database. What cannot be reached is DATABASE_UNAVAILABLE; nothing of it is lost then. */
export interface ObjectStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is none. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Nothing happens when there is none. */
  remove(name: string): Promise<void>;
}

/** Where an S3-compatible store is. */
export interface S3Options {
  readonly bucket: string;
  /** Address of the store; that of AWS for the region when absent. */
  readonly endpoint?: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
