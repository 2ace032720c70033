/** What kinds of data a data folder keeps. */
export const storageKinds = ['results', 'files', 'history', 'cache', 'snapshots', 'deliveries'] as const;

/** What one kind of data takes up. */
export interface StorageUse {
  readonly kind: (typeof storageKinds)[number];
  /** Bytes as they are kept, compressed; what several entries share counts for each. */
  readonly bytes: number;
  readonly entries: number;
}
