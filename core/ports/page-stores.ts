import { randomBytes } from 'node:crypto';
import type { CapturedFile, ScrapeSpec } from '../common/model';
import type { PageText } from './page-search';

/** A file served under `/files/<id>`. */
export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** Creates an unguessable file ID from 192 random bits. */
export const newFileId = (): string => randomBytes(24).toString('base64url');

/** Files with unguessable IDs. They are deleted after 24 hours, unless their job is pinned. */
export interface FileStore {
  /**
   * Stores a file and returns its ID. Generates an ID unless the file already has one. Storing the same file again,
   * even for another job, extends its lifetime.
   */
  put(file: CapturedFile, options?: { readonly jobId?: string }): Promise<string>;
  get(id: string): Promise<StoredFile | undefined>;
  /** Deletes all files belonging to a job with `zeroDataRetention`. */
  removeJob(jobId: string): Promise<void>;
  /** Deletes files stored before a given time, except those of pinned jobs. Returns the number of deleted files. */
  expire(before: Date): Promise<number>;
}

/** Injection token for the file store. */
export const FileStore = Symbol('FileStore');

/** A cached page. Every format can be derived from it. */
export interface CachedPage {
  readonly url: string;
  readonly statusCode: number;
  readonly contentType?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly rendered: boolean;
  /** Captured files, keyed by format type. Other captured values cannot be stored. */
  readonly captures: Readonly<Record<string, CapturedFile>>;
  readonly cachedAt: string;
  /** Searchable text. Absent when no text was extracted from the page. */
  readonly text?: PageText;
}

/** Limits of the page cache. */
export interface CacheLimits {
  readonly maxAgeMs: number;
  readonly maxBytes: number;
  readonly maxEntries: number;
}

/**
 * Stores copies of pages by cache key. `find` returns the newest copy with a 2xx status. If no copy has a 2xx status,
 * or if three newer copies are errors, it returns the newest copy.
 */
export interface PageCache {
  find(key: string, maxAgeMs: number): Promise<CachedPage | undefined>;
  put(key: string, page: CachedPage): Promise<void>;
  /**
   * Evicts expired entries, and then the oldest entries until the cache is within its limits. Returns the number of
   * evicted entries.
   */
  trim(limits: CacheLimits): Promise<number>;
}

/** Injection token for the page cache. */
export const PageCache = Symbol('PageCache');

/** Fields that determine which cached copy of a page is preferred. */
interface CacheCandidate {
  readonly status: number;
  /** Time at which the copy was cached, in milliseconds since 1970. */
  readonly at: number;
}

/** True for a copy with a 2xx status. */
export const isGood = (entry: Pick<CacheCandidate, 'status'>): boolean => entry.status >= 200 && entry.status < 300;

/** Number of consecutive errors after which an older good copy is no longer preferred. */
const errorsThatCount = 3;

/**
 * Returns the copies to retain, best first. The best copy is the newest good copy, unless three newer copies are
 * errors.
 */
export function rankCached<T extends CacheCandidate>(entries: readonly T[]): readonly T[] {
  const sorted = [...entries].sort((a, b) => b.at - a.at);
  const good = sorted.findIndex(isGood);
  if (good === -1) return sorted.slice(0, errorsThatCount);
  const errors = sorted.slice(0, good).slice(0, errorsThatCount);
  const copy = sorted.slice(good, good + 1);
  return good >= errorsThatCount ? [...errors, ...copy] : [...copy, ...errors];
}

/** Snapshot of a scraped page, for change tracking. */
export interface Snapshot {
  readonly scrapedAt: string;
  readonly markdown: string;
  readonly statusCode: number;
  readonly json?: unknown;
}

/**
 * Returns the tag for storing a snapshot. The tag includes the login, so that a snapshot is compared only with
 * snapshots made with the same login.
 */
export const snapshotTag = ({ profile }: Pick<ScrapeSpec, 'profile'>, tag: string | undefined): string | undefined =>
  profile ? JSON.stringify({ profile: profile.name, tag }) : tag;

/** Stores snapshots by source URL and tag. */
export interface TrackingStore {
  last(url: string, tag: string | undefined): Promise<Snapshot | undefined>;
  put(url: string, tag: string | undefined, snapshot: Snapshot): Promise<void>;
}

/** Injection token for the snapshot store. */
export const TrackingStore = Symbol('TrackingStore');
