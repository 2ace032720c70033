import { randomBytes } from 'node:crypto';
import type { CapturedFile, ScrapeSpec } from '../common/model';
import type { PageText } from './page-search';

/** A file offered under `/files/<id>`. */
export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** A new id of a file: nobody guesses 192 random bits. */
export const newFileId = (): string => randomBytes(24).toString('base64url');

/** Files behind unguessable ids, gone after 24 hours unless their job is kept. */
export interface FileStore {
  /** Gives back the id, a new one unless the file has one; a file put again is kept from then on, for both jobs. */
  put(file: CapturedFile, options?: { readonly jobId?: string }): Promise<string>;
  get(id: string): Promise<StoredFile | undefined>;
  /** Removes all files of a job (zeroDataRetention). */
  removeJob(jobId: string): Promise<void>;
  /** Removes files put before a time, but for those of jobs that are kept; gives back how many. */
  expire(before: Date): Promise<number>;
}

/** Token of the store of offered files. */
export const FileStore = Symbol('FileStore');

/** A cached page, from which every format can be derived again. */
export interface CachedPage {
  /** Final URL. */
  readonly url: string;
  readonly statusCode: number;
  readonly contentType?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly rendered: boolean;
  /** Captured values that can be kept, by format type (files as bytes). */
  readonly captures: Readonly<Record<string, CapturedFile>>;
  readonly cachedAt: string;
  /** What the page says, to be searched; absent where it was not read as text. */
  readonly text?: PageText;
}

/** How much the page cache may hold. */
export interface CacheLimits {
  readonly maxAgeMs: number;
  readonly maxBytes: number;
  readonly maxEntries: number;
}

/** Pages by cache key (contract section 9); the newest wins, a 2xx entry is preferred unless 3 newer ones are errors. */
export interface PageCache {
  find(key: string, maxAgeMs: number): Promise<CachedPage | undefined>;
  put(key: string, page: CachedPage): Promise<void>;
  /** Drops what is too old, then the oldest until the rest fits; gives back how many entries went. */
  trim(limits: CacheLimits): Promise<number>;
}

/** Token of the page cache. */
export const PageCache = Symbol('PageCache');

/** What the choice between cached copies of one page looks at. */
interface CacheCandidate {
  readonly status: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Whether a copy is an answer and no error. */
export const isGood = (entry: Pick<CacheCandidate, 'status'>): boolean => entry.status >= 200 && entry.status < 300;

/** So many errors in a row outweigh an older good copy. */
const errorsThatCount = 3;

/** Copies worth keeping, best first: the newest good one, unless three newer ones are errors. */
export function rankCached<T extends CacheCandidate>(entries: readonly T[]): readonly T[] {
  const sorted = [...entries].sort((a, b) => b.at - a.at);
  const good = sorted.findIndex(isGood);
  if (good === -1) return sorted.slice(0, errorsThatCount);
  const errors = sorted.slice(0, good).slice(0, errorsThatCount);
  const copy = sorted.slice(good, good + 1);
  return good >= errorsThatCount ? [...errors, ...copy] : [...copy, ...errors];
}

/** What change tracking remembers of one scrape. */
export interface Snapshot {
  readonly scrapedAt: string;
  readonly markdown: string;
  readonly statusCode: number;
  readonly json?: unknown;
}

/** The tag a snapshot is kept by: pages that are fetched with a log-in are compared with their like only. */
export const snapshotTag = ({ profile }: Pick<ScrapeSpec, 'profile'>, tag: string | undefined): string | undefined =>
  profile ? JSON.stringify({ profile: profile.name, tag }) : tag;

/** Snapshots by source URL and tag. */
export interface TrackingStore {
  last(url: string, tag: string | undefined): Promise<Snapshot | undefined>;
  put(url: string, tag: string | undefined, snapshot: Snapshot): Promise<void>;
}

/** Token of the store of snapshots. */
export const TrackingStore = Symbol('TrackingStore');
