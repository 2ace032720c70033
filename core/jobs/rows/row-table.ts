import { LRUCache } from 'lru-cache';
import type { RowCurrencies } from '../../common/prices/row-currencies';
import { columnId, type Fields, leavesOf } from '../../common/records';
import type { GridRow, RowColumn, RowFilter } from '../../common/rows';
import { Column } from './column';
import { fold, isEmpty, textOf } from './fold';
import { RowSearch } from './row-search';

/** A record to add to a table. */
export interface NewRow {
  /**
   * Index of the record's page among the job's pages, in completion order. Absent for a record that spans several
   * pages.
   */
  readonly page?: number;
  readonly fields: Fields;
  readonly currencies?: RowCurrencies;
}

/** Consecutive rows in column form. Smaller and faster to add than separate rows. */
export interface NewColumns {
  /** Page index of each row. See `NewRow`. */
  readonly pages: readonly number[];
  readonly columns: readonly {
    readonly path: readonly string[];
    readonly values: readonly (string | number)[];
    /** True if the values are searched. */
    readonly isSearched: boolean;
  }[];
}

/** Texts of consecutive pages, which are searched but not returned. */
export interface PageTexts {
  /** Index of the first page, in completion order. */
  readonly from: number;
  /** Exclusive end index of the pages. */
  readonly next: number;
  /** One text per page, except for damaged pages. */
  readonly texts: readonly string[];
}

/** Filter and order of rows. */
export interface RowOrder {
  readonly search?: string;
  readonly sort?: string;
  readonly filter?: readonly RowFilter[];
}

/** Determines if values are returned complete, or shortened for a grid. */
export type ValueLength = 'whole' | 'short';

/** Maximum number of columns. Further fields appear only in the pages' JSON. */
const maxColumns = 300;
/** Number of filtered and sorted row lists to cache. Without the cache, scrolling would repeat the search. */
const keptOrders = 8;
/** Maximum length of a value in a grid, in characters. */
const shortText = 300;
/** Length of the searchable part of a value, in characters. */
const searchedText = 10_000;
/** Maximum total length of the searchable text in a table, in characters. Limits the table's memory use. */
const maxTextLength = 100_000_000;

/** In-memory column store for a job's rows, with sorting, filtering and search. */
export class RowTable {
  readonly #columns = new Map<string, Column>();
  readonly #pages: (number | undefined)[] = [];
  readonly #currencies = new Map<number, RowCurrencies>();
  readonly #search: RowSearch;
  /** Index of the first page whose text has not been added. */
  #nextText = 0;
  readonly #orders = new LRUCache<string, Int32Array>({ max: keptOrders });

  constructor(maxTexts = maxTextLength) {
    this.#search = new RowSearch(maxTexts);
  }

  get size(): number {
    return this.#search.size;
  }

  /** Number of rows whose page text is searched. Undefined if the text of all pages is searched. */
  get searched(): number | undefined {
    return this.#search.searched;
  }

  /** Index of the first page whose text has not been added. */
  get nextText(): number {
    return this.#nextText;
  }

  get columns(): readonly RowColumn[] {
    return [...this.#columns.values()].map(({ id, type, decimal }) =>
      decimal === undefined ? { id, name: id, type } : { id, name: id, type, decimal },
    );
  }

  add(rows: readonly NewRow[]): void {
    for (const row of rows) this.#add(row);
    this.#orders.clear();
  }

  addColumns({ pages, columns }: NewColumns): void {
    if (pages.length === 0) return;
    const from = this.size;
    for (const { path, values } of columns) {
      const column = this.#columnOf(path);
      for (let at = 0; at < values.length; at++) column?.set(from + at, values[at]);
    }
    const searched = columns.filter(({ isSearched }) => isSearched);
    for (const [at, page] of pages.entries()) {
      this.#search.add(searched.flatMap(({ values }) => searchable(values[at])).join('\n'));
      this.#pages.push(page);
    }
    this.#orders.clear();
  }

  /**
   * Adds the texts of pages to their rows. If the first page is included, replaces all earlier texts. Ignores pages
   * after the last row. Returns false if the texts of earlier pages are missing.
   */
  addTexts({ from, next, texts }: PageTexts): boolean {
    if (from === 0) {
      this.#search.removeTexts();
      this.#nextText = 0;
    }
    if (from !== this.#nextText) return false;
    for (let row = this.#search.texts; row < this.size; row++) {
      const page = this.#pages[row] ?? from;
      if (page >= next) break;
      this.#search.addText(texts[page - from] ?? '');
    }
    const isEnd = this.#search.texts === this.size;
    this.#nextText = isEnd ? Math.max(from, Math.min(next, (this.#pages.at(-1) ?? -1) + 1)) : next;
    this.#orders.clear();
    return true;
  }

  /**
   * Performs one step of presorting. Returns false when all columns are sorted. Ignores columns whose share of new
   * rows, relative to the sorted rows, is below `growth`.
   */
  sortStep(growth?: number): boolean {
    return [...this.#columns.values()].some((column) => column.sortStep(this.size, growth));
  }

  count(order: RowOrder): number {
    return this.#numbers(order)?.length ?? this.size;
  }

  /** Returns a range of matching row numbers, in the requested order. */
  numbers(order: RowOrder, skip: number, limit: number): readonly number[] {
    const numbers = this.#numbers(order);
    if (numbers) return [...numbers.subarray(skip, skip + limit)];
    return Array.from({ length: Math.max(0, Math.min(limit, this.size - skip)) }, (_, at) => skip + at);
  }

  rows(numbers: readonly number[], length: ValueLength): readonly GridRow[] {
    return numbers.map((number) => {
      const values: [string, unknown][] = [];
      for (const { id, at } of this.#columnValues()) {
        const value = at(number);
        if (value !== undefined) values.push([id, length === 'whole' ? value : shortened(value)]);
      }
      const currencies = this.#currencies.get(number);
      const row = { number, page: this.#pages[number], values: Object.fromEntries(values) };
      return currencies ? { ...row, currencies } : row;
    });
  }

  #columnValues() {
    return [...this.#columns.values()].map((column) => ({ id: column.id, at: (row: number) => column.at(row) }));
  }

  #add({ page, fields, currencies }: NewRow): void {
    if (currencies) this.#currencies.set(this.size, currencies);
    const texts = this.#set(fields);
    this.#search.add(texts.join('\n'));
    this.#pages.push(page);
  }

  /** Stores values in the next row. Returns the searchable strings. */
  #set(fields: Fields): readonly string[] {
    const row = this.size;
    const texts: string[] = [];
    for (const { path, value } of leavesOf(fields)) {
      const column = this.#columnOf(path);
      column?.set(row, value);
      if (column) texts.push(...searchable(value));
    }
    return texts;
  }

  /** Returns a column, and adds it if needed. Undefined if the table has too many columns. */
  #columnOf(path: readonly string[]): Column | undefined {
    const id = columnId(path);
    const known = this.#columns.get(id);
    if (known || this.#columns.size >= maxColumns) return known;
    const column = new Column(id, path);
    this.#columns.set(id, column);
    return column;
  }

  /**
   * Returns the numbers of matching rows, in the requested order. Undefined when all rows match and are in insertion
   * order.
   */
  #numbers({ search = '', sort, filter = [] }: RowOrder): Int32Array | undefined {
    const words = fold(search).split(/\s+/).filter(Boolean);
    if (words.length === 0 && !sort && filter.length === 0) return undefined;
    const key = JSON.stringify([words, sort, filter]);
    const known = this.#orders.get(key);
    if (known) return known;
    const tests = filter.map((one) => this.#test(one));
    const matching = this.#search.find(words);
    const kept = tests.length > 0 ? matching.filter((row) => tests.every((test) => test(row))) : matching;
    const found = this.#sorted(kept, sort);
    this.#orders.set(key, found);
    return found;
  }

  #sorted(rows: Int32Array, sort = ''): Int32Array {
    const isDown = sort.startsWith('-') && !this.#columns.has(sort);
    const column = this.#columns.get(isDown ? sort.slice(1) : sort);
    if (!column) return rows;
    const order = isDown ? column.descending(this.size) : column.ascending(this.size);
    if (rows.length === order.length) return order;
    const isWanted = new Uint8Array(this.size);
    for (const row of rows) isWanted[row] = 1;
    return order.filter((row) => isWanted[row] === 1);
  }

  #test({ column: id, contains, min, max, empty }: RowFilter): (row: number) => boolean {
    const column = this.#columns.get(id);
    const wanted = contains === undefined ? undefined : fold(contains.trim());
    return (row) => {
      const value = column?.at(row);
      if (empty !== undefined && isEmpty(value) !== empty) return false;
      if (wanted && !fold(textOf(value)).includes(wanted)) return false;
      const amount = column?.comparable(row);
      return (min === undefined || reaches(amount, min)) && (max === undefined || staysBelow(amount, max));
    };
  }
}

/** Returns the searchable string of a value, or an empty list for an empty value. */
const searchable = (value: unknown): readonly string[] =>
  isEmpty(value) ? [] : [fold(textOf(value).slice(0, searchedText))];

/**
 * True if a value reaches the minimum. Compares numbers numerically and all other values, including ISO dates, as
 * strings.
 */
function reaches(value: unknown, min: number | string): boolean {
  if (isEmpty(value)) return false;
  return typeof min === 'number' ? typeof value === 'number' && value >= min : textOf(value) >= min;
}

function staysBelow(value: unknown, max: number | string): boolean {
  if (isEmpty(value)) return false;
  if (typeof max === 'number') return typeof value === 'number' && value <= max;
  // If the maximum is a date, the entire day is included.
  return textOf(value).slice(0, max.length) <= max;
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > shortText ? `${value.slice(0, shortText)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length > shortText ? `${text.slice(0, shortText)}…` : value;
}
