import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { parseDocument } from '../../ports/jobs/result-store';
import { recordsOfPage, textOfPage } from './read-records';
import type { AddRows, AddTexts, ReadNumbers, ReadRows, RowAnswer, RowMessage, RowSource } from './row-messages';
import { type NewColumns, type NewRow, RowTable } from './row-table';

/** Maximum number of tables held in memory. */
const heldTables = 4;
/** Idle timeout of a table in ms. */
const heldMs = 5 * 60_000;
/**
 * While rows are being added, a column is presorted only if its new rows are at least this share of its sorted rows.
 */
const sortedGrowth = 0.25;
/** Time in ms without new rows after which all rows are presorted. */
const quietMs = 50;
const nothing = { total: 0, numbers: [], rows: [] };

/** Creates the message handler for the row thread. */
export function serveRows(): (message: RowMessage) => RowAnswer | undefined {
  const tables = new LRUCache<string, RowTable>({ max: heldTables, ttl: heldMs, updateAgeOnGet: true });
  const sortAhead = presorter();
  const shown = new WeakSet<RowTable>();

  function add({ table: id, size, source }: AddRows): RowAnswer | undefined {
    const table = size === 0 ? new RowTable() : tables.get(id);
    if (table?.size !== size) return undefined;
    if (size === 0) tables.set(id, table);
    if ('columns' in source) table.addColumns(source);
    else table.add(rowsOf(source));
    if (shown.has(table)) void sortAhead(table);
    return { ...nothing, size: table.size, columns: table.columns };
  }

  function addTexts({ table: id, source: { from, documents }, next }: AddTexts): RowAnswer | undefined {
    const table = tables.get(id);
    const texts = documents.map((json) => textOfPage(parseDocument(json)));
    if (!table?.addTexts({ from, next, texts })) return undefined;
    return { ...nothing, size: table.size, columns: [], nextText: table.nextText };
  }

  function read(table: RowTable, { order, skip, limit, length, nextText }: ReadRows): RowAnswer | undefined {
    if (nextText !== undefined && table.nextText < nextText) return undefined;
    const numbers = table.numbers(order, skip, limit);
    const { size, columns } = table;
    if (length === 'short') {
      shown.add(table);
      void sortAhead(table);
    }
    return {
      size,
      columns,
      searched: nextText === undefined ? undefined : table.searched,
      total: table.count(order),
      numbers,
      rows: length ? table.rows(numbers, length) : [],
    };
  }

  const byNumber = (table: RowTable, { numbers }: ReadNumbers): RowAnswer => {
    const { size, columns } = table;
    const known = numbers.filter((number) => number < size);
    return { size, columns, total: known.length, numbers: known, rows: table.rows(known, 'whole') };
  };

  return (message) => {
    if (message.kind === 'add') return add(message);
    if (message.kind === 'texts') return addTexts(message);
    const table = tables.get(message.table);
    if (!table) return undefined;
    return message.kind === 'read' ? read(table, message) : byNumber(table, message);
  };
}

/**
 * Returns a function that presorts every column of a table between messages, so that clicking a header responds
 * immediately, even while rows are added. Sorting after each of many additions would take much longer than sorting
 * once, so the function waits until many rows were added or no more are added.
 */
function presorter(): (table: RowTable) => Promise<void> {
  const sorting = new Set<RowTable>();
  return async (table) => {
    if (sorting.has(table)) return;
    sorting.add(table);
    for (let size = -1; size < table.size; ) {
      size = table.size;
      while (table.sortStep(sortedGrowth)) await nextTurn();
      await pause(quietMs, undefined, { ref: false });
    }
    while (table.sortStep()) await nextTurn();
    sorting.delete(table);
  };
}

/** Returns the rows of a source, or the records of its documents. */
function rowsOf(source: Exclude<RowSource, NewColumns>): readonly NewRow[] {
  if ('rows' in source) return source.rows;
  const { documents, from, hasAddress = true } = source;
  return documents.flatMap((json, at) => recordsOfPage(parseDocument(json), from + at, hasAddress));
}
