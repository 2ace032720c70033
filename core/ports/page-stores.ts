import { randomBytes } from 'node:crypto';
import type { CapturedFile, ScrapeSpec } from '../common/model';
import type { PageText } from './page-search';

/** A file served under `/files/<id>`. */
export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** Creates a file ID of 192 random bits, which cannot be guessed. */
export const newFileId = (): string => randomBytes(24).toString('base64url');

/** Files with unguessable IDs, deleted after 24 hours unless their job is pinned. */
export interface FileStore {
  /** Stores a file and returns its ID, a new one unless the file has one. Storing a file again renews it for both jobs. */
  put(file: CapturedFile, options?: { readonly jobId?: string }): Promise<string>;
  get(id: string): Promise<StoredFile | undefined>;
  /** Deletes all files of a job (zeroDataRetention). */
  removeJob(jobId: string): Promise<void>;
  /** Deletes files stored before a time, except those of pinned jobs; returns the number of deleted files. */
  expire(before: Date): Promise<number>;
}

/** Token of the file store. */
export const FileStore = Symbol('FileStore');

/** A cached page, from which every format can be derived. */
export interface CachedPage {
  readonly url: string;
  readonly statusCode: number;
  readonly contentType?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly rendered: boolean;
  /** Captured values that can be stored, by format type (files as bytes). */
  readonly captures: Readonly<Record<string, CapturedFile>>;
  readonly cachedAt: string;
  /** Searchable texts; absent when the page was not read as text. */
  readonly text?: PageText;
}

/** Limits of the page cache. */
export interface CacheLimits {
  readonly maxAgeMs: number;
  readonly maxBytes: number;
  readonly maxEntries: number;
}

/** Pages by cache key (contract section 9). The newest wins; a 2xx entry is preferred unless 3 newer ones are errors. */
export interface PageCache {
  find(key: string, maxAgeMs: number): Promise<CachedPage | undefined>;
  put(key: string, page: CachedPage): Promise<void>;
  /** Evicts expired entries, then the oldest until the limits hold; returns the number of evicted entries. */
  trim(limits: CacheLimits): Promise<number>;
}

/** Token of the page cache. */
export const PageCache = Symbol('PageCache');

/** Fields that decide between cached copies of a page. */
interface CacheCandidate {
  readonly status: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** True when a copy has a 2xx status. */
export const isGood = (entry: Pick<CacheCandidate, 'status'>): boolean => entry.status >= 200 && entry.status < 300;

/** Number of consecutive errors that outweigh an older good copy. */
const errorsThatCount = 3;

/** Returns copies worth keeping, best first: the newest good one, unless three newer ones are errors. */
export function rankCached<T extends CacheCandidate>(entries: readonly T[]): readonly T[] {
  const sorted = [...entries].sort((a, b) => b.at - a.at);
  const good = sorted.findIndex(isGood);
  if (good === -1) return sorted.slice(0, errorsThatCount);
  const errors = sorted.slice(0, good).slice(0, errorsThatCount);
  const copy = sorted.slice(good, good + 1);
  return good >= errorsThatCount ? [...errors, ...copy] : [...copy, ...errors];
}

/** State of one scrape for change tracking. */
export interface Snapshot {
  readonly scrapedAt: string;
  readonly markdown: string;
  readonly statusCode: number;
  readonly json?: unknown;
}

/** Returns the tag of a snapshot: pages fetched with a login are compared only with pages of the same login. */
export const snapshotTag = ({ profile }: Pick<ScrapeSpec, 'profile'>, tag: string | undefined): string | undefined =>
  profile ? JSON.stringify({ profile: profile.name, tag }) : tag;

/** Snapshots by source URL and tag. */
export interface TrackingStore {
  last(url: string, tag: string | undefined): Promise<Snapshot | undefined>;
  put(url: string, tag: string | undefined, snapshot: Snapshot): Promise<void>;
}

/** Token of the store of snapshots. */
export const TrackingStore = Symbol('TrackingStore');
