/**
 * The ports of everything that survives a restart. Each is asynchronous and single-purpose, so that a store on another
 * machine can stand behind it; one suite of tests runs on a database file and on one in memory.
 */
import { randomBytes } from 'node:crypto';
import type { CapturedFile, Result, ScrapeSpec } from '../common/model';
import type { PageText } from '../search/page-search';
import type { StoredDocument } from './documents/document-store';

/** An API key as it is kept: never the key itself. */
export interface StoredKey {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the key, hex. */
  readonly hash: string;
  /** First characters, to tell keys apart in the UI. */
  readonly prefix: string;
  readonly createdAt: string;
  readonly lastUsedAt?: string;
}

/** Keeps API keys. */
export interface KeyStore {
  list(): Promise<readonly StoredKey[]>;
  add(key: StoredKey): Promise<void>;
  /** False when there was no such key. */
  remove(id: string): Promise<boolean>;
  touch(id: string, at: string): Promise<void>;
}
export const KeyStore = Symbol('KeyStore');

/** A recipe as a document; its content is text, since names in it may be none that a document can have. */
export interface RecipeDocument extends StoredDocument {
  /** The recipe as JSON. */
  readonly content: string;
  /** What it has read of late, as JSON; absent until it is used. */
  readonly watch?: string;
  /** ISO time of the last change. */
  readonly savedAt: string;
}
/** Token of the documents of recipes, by name. */
export const RecipeDocuments = Symbol('RecipeDocuments');

/** A saved job as a document. */
export interface SavedJobDocument extends StoredDocument {
  readonly kind: string;
  /** The request that starts it, as JSON: names in it may be none that a document can have. */
  readonly request: string;
  /** ISO time at which it was saved. */
  readonly savedAt: string;
  /** Id and ISO time of the job it started last. */
  readonly lastRun?: { readonly id: string; readonly at: string };
}
/** Token of the documents of saved jobs, by name. */
export const SavedJobDocuments = Symbol('SavedJobDocuments');

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
export const FileStore = Symbol('FileStore');

/** A past single scrape, as the history lists it. */
export interface ScrapeRecord {
  readonly id: string;
  readonly url: string;
  readonly spec: ScrapeSpec;
  readonly state: 'completed' | 'failed';
  readonly title?: string;
  readonly statusCode?: number;
  readonly error?: { readonly code: string; readonly message: string };
  readonly credits: number;
  readonly createdAt: string;
  readonly finishedAt: string;
}

/** History of single scrapes with their results; nothing is kept for zeroDataRetention. */
export interface ScrapeStore {
  put(record: ScrapeRecord, result?: Result): Promise<void>;
  /** Newest first; `before` is an id of an earlier page's last record. */
  list(options: {
    readonly limit: number;
    readonly before?: string;
    readonly search?: string;
  }): Promise<readonly ScrapeRecord[]>;
  record(id: string): Promise<ScrapeRecord | undefined>;
  /** The result while it is kept (24 hours). */
  result(id: string): Promise<Result | undefined>;
  remove(id: string): Promise<boolean>;
  /** Drops results finished before a time, and the oldest records over a number; gives back how many of both. */
  expire(before: Date, maxRecords: number): Promise<number>;
}
export const ScrapeStore = Symbol('ScrapeStore');

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
export const PageCache = Symbol('PageCache');

/** What change tracking remembers of one scrape. */
export interface Snapshot {
  readonly scrapedAt: string;
  readonly markdown: string;
  readonly statusCode: number;
  readonly json?: unknown;
}

/** Snapshots by source URL and tag. */
export interface TrackingStore {
  last(url: string, tag: string | undefined): Promise<Snapshot | undefined>;
  put(url: string, tag: string | undefined, snapshot: Snapshot): Promise<void>;
}
export const TrackingStore = Symbol('TrackingStore');

/** One line of the activity log: what was done and what it cost; outlives results. */
export interface ActivityEntry {
  readonly jobId: string;
  readonly kind: string;
  readonly url: string;
  readonly state: string;
  readonly pages: number;
  readonly credits: number;
  readonly keyId: string;
  readonly at: string;
}

/** What one day (UTC) cost. */
export interface DayUsage {
  /** `2026-11-20`. */
  readonly day: string;
  readonly entries: number;
  readonly pages: number;
  readonly credits: number;
}

/** The activity log and the credits spent. */
export interface ActivityStore {
  /** Adds the line of a job; a second one of the same job replaces the first. */
  add(entry: ActivityEntry): Promise<void>;
  /** Newest first; `before` is the jobId of an earlier page's last entry. */
  list(options: { readonly limit: number; readonly before?: string }): Promise<readonly ActivityEntry[]>;
  /** Credits since an ISO time. */
  creditsSince(since: string): Promise<number>;
  /** Days with activity since an ISO time, oldest first. */
  days(since: string): Promise<readonly DayUsage[]>;
}
export const ActivityStore = Symbol('ActivityStore');
