import type { Kysely, RawBuilder } from 'kysely';
import type { Db } from './schema';

/** Column types of a database, and the SQL that ends each `create table` statement (`end`). */
export interface ColumnTypes {
  readonly text: RawBuilder<unknown>;
  readonly whole: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
  readonly serial: RawBuilder<unknown>;
  readonly end: RawBuilder<unknown>;
  /** Replaces `end` for tables that are clustered by their key. */
  readonly orderedEnd: RawBuilder<unknown>;
  /** Index type for long strings, in databases whose default index supports only short strings. */
  readonly longTextIndex?: 'hash';
}

/** Database-specific parts of the schema. */
export interface SchemaDialect {
  readonly types: ColumnTypes;
  /** Creates the empty tables used by `PageWords`. */
  createPageWords(db: Kysely<unknown>): Promise<void>;
  /** Ensures that the next search indexes pages that are missing from the index. */
  findMissingWords(db: Kysely<unknown>): Promise<void>;
  /**
   * Disables planner statistics on the `queue` column of the given tables, so that rows are looked up by their full
   * keys.
   */
  dropQueueStatistics(db: Kysely<unknown>, tables: readonly string[]): Promise<void>;
}

/** A page's text for the index, with the words separated by spaces. */
export interface IndexedText {
  /** ID of the page's row in `cached_page`. */
  readonly page: number;
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** A search term: one or more consecutive words. */
export interface Phrase {
  readonly words: readonly string[];
  /** True when the last word also matches as a prefix. */
  readonly isPrefix: boolean;
}

/** Criteria for a search. */
export interface PageChoice {
  readonly phrases: readonly Phrase[];
  /** `all` matches pages that contain every phrase, and `some` matches pages that contain at least one. */
  readonly match: 'all' | 'some';
  /**
   * Hosts, as phrases. A page matches only if its URL contains at least one of the phrases. An empty list matches every
   * page.
   */
  readonly sites: readonly Phrase[];
}

/** A database's full-text index. */
export interface PageWords {
  /**
   * True when text is indexed in the transaction that stores it. False when pages are indexed in batches, which is
   * cheaper. Must be true if several processes write to the database. Otherwise a batch could advance the index mark
   * past uncommitted pages, which would then never be indexed.
   */
  readonly joinsAtOnce: boolean;
  /** Name of the index mark in `meta`. All pages up to the ID stored there are indexed. */
  readonly mark: string;
  /** Adds the text of pages to the index. Runs inside a transaction. */
  add(db: Db, texts: readonly IndexedText[]): Promise<void>;
  remove(db: Db, pages: readonly number[]): Promise<void>;
  /** Counts the pages that contain a phrase, up to `most`. */
  count(db: Db, phrase: Phrase, most: number): Promise<number>;
  /**
   * Ranks only the newest matches, up to `weighed`, and returns at most `limit` of them. Title matches have the highest
   * weight, followed by URL matches. Pages with the same rank are sorted newest first.
   */
  ranked(
    db: Db,
    choice: PageChoice,
    most: { readonly weighed: number; readonly limit: number },
  ): Promise<readonly { readonly id: number; readonly url: string }[]>;
  /** Purges the words of deleted pages from the index, in small steps. */
  forgetRemoved(write: <T>(work: (db: Db) => Promise<T>) => Promise<T>): Promise<void>;
}
