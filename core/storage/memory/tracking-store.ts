import type { Snapshot, TrackingStore } from '../ports';

const keyOf = (url: string, tag: string | undefined): string => JSON.stringify(tag === undefined ? [url] : [url, tag]);

/** Snapshots for change tracking in memory. */
export class MemoryTrackingStore implements TrackingStore {
  readonly #snapshots = new Map<string, Snapshot>();

  async last(url: string, tag: string | undefined): Promise<Snapshot | undefined> {
    return this.#snapshots.get(keyOf(url, tag));
  }

  async put(url: string, tag: string | undefined, snapshot: Snapshot): Promise<void> {
    this.#snapshots.set(keyOf(url, tag), snapshot);
  }
}
