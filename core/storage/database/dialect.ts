import type { Kysely, RawBuilder } from 'kysely';
import type { Db } from './schema';

/** What a database calls the column types used here, and what follows the list of columns. */
export interface ColumnTypes {
  readonly text: RawBuilder<unknown>;
  readonly whole: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
  readonly serial: RawBuilder<unknown>;
  readonly end: RawBuilder<unknown>;
  /** The same for tables that are kept in the order of their key. */
  readonly orderedEnd: RawBuilder<unknown>;
  /** Kind of index for long texts, where the usual one takes short texts only. */
  readonly longTextIndex?: 'hash';
}

/** How a database writes the schema. */
export interface SchemaDialect {
  readonly types: ColumnTypes;
  /** Makes what `PageWords` keeps; nothing is in it yet. */
  createPageWords(db: Kysely<unknown>): Promise<void>;
  /** Lets the next search look for texts that are not in the index, over all pages. */
  findMissingWords(db: Kysely<unknown>): Promise<void>;
  /** Keeps no planner statistics of the column `queue` of tables, so that rows are found by their whole keys. */
  dropQueueStatistics(db: Kysely<unknown>, tables: readonly string[]): Promise<void>;
}

/** The texts of a page as its index takes them: words with spaces between them. */
export interface IndexedText {
  /** Row of the page in `cached_page`. */
  readonly page: number;
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** A word of a search: one or more words that follow each other. */
export interface Phrase {
  readonly words: readonly string[];
  /** Whether the last of them may be the beginning of a longer word. */
  readonly isPrefix: boolean;
}

/** Which pages a search looks for. */
export interface PageChoice {
  readonly phrases: readonly Phrase[];
  /** Whether a page must hold all of them, or one. */
  readonly match: 'all' | 'some';
  /** Hosts as words: the address must hold one of them, unless there are none. */
  readonly sites: readonly Phrase[];
}

/** The full-text index of a database. */
export interface PageWords {
  /**
   * Whether a text joins the index in the transaction that keeps it. Where several processes add pages, one that takes all pages after the last
   * one in the index would pass over those that another process is about to keep. Else pages join by the batch, which costs less.
   */
  readonly joinsAtOnce: boolean;
  /** Name in `meta` of the last page up to which all are in the index. */
  readonly mark: string;
  /** Inside a transaction. */
  add(db: Db, texts: readonly IndexedText[]): Promise<void>;
  remove(db: Db, pages: readonly number[]): Promise<void>;
  /** Pages that hold a phrase; counting ends at `most`. */
  count(db: Db, phrase: Phrase, most: number): Promise<number>;
  /** The newest `weighed` pages that are chosen, at most `limit` of them: the title counts most, then the address; equal ones newest first. */
  ranked(
    db: Db,
    choice: PageChoice,
    most: { readonly weighed: number; readonly limit: number },
  ): Promise<readonly { readonly id: number; readonly url: string }[]>;
  /** Takes the words of removed pages out of the files of the index, in small steps. */
  forgetRemoved(write: <T>(work: (db: Db) => Promise<T>) => Promise<T>): Promise<void>;
}
