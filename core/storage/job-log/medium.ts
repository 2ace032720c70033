/** A row of bytes that grows at its end; on disk or in memory. */
export interface AppendMedium {
  /** Bytes written so far. */
  readonly size: number;
  /** Appends all of the bytes or throws; after a failure the size is what it was. */
  append(bytes: Uint8Array): Promise<void>;
  /** Reads what was written; shorter than asked for at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Cuts everything behind a size. */
  truncate(size: number): Promise<void>;
  /** Waits until the disk has everything. */
  sync(): Promise<void>;
  /** Sets a copy of everything aside under a name that says so; gives back where. */
  setAside(suffix: string): Promise<string>;
  close(): Promise<void>;
}

/** The two media of a job: its journal and the bodies of its results. */
export interface JobMedia {
  readonly journal: AppendMedium;
  readonly bodies: AppendMedium;
}

/** Opens and removes the media of jobs. */
export interface JobMediaSource {
  open(jobId: string): Promise<JobMedia>;
  remove(jobId: string): Promise<void>;
}
