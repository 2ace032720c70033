import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { WireDocument } from '../../common/model';
import { recordsOfPage } from './read-records';
import type { AddRows, ReadNumbers, ReadRows, RowAnswer, RowMessage } from './row-messages';
import { type NewRow, RowTable } from './row-table';

/** Maximum number of tables held in memory. */
const heldTables = 4;
/** Idle timeout of a table, ms. */
const heldMs = 5 * 60_000;
const nothing = { total: 0, numbers: [], rows: [] };

/** Creates the message handler for the row thread. */
export function serveRows(): (message: RowMessage) => RowAnswer | undefined {
  const tables = new LRUCache<string, RowTable>({ max: heldTables, ttl: heldMs, updateAgeOnGet: true });
  const sorting = new Set<RowTable>();
  const shown = new WeakSet<RowTable>();

  /**
   * Presorts every column between messages, so that clicking a header responds immediately, even while rows are added.
   */
  async function sortAhead(table: RowTable): Promise<void> {
    if (sorting.has(table)) return;
    sorting.add(table);
    for (let more = true; more; more = table.sortStep()) await nextTurn();
    sorting.delete(table);
  }

  function add({ table: id, size, source }: AddRows): RowAnswer | undefined {
    const table = size === 0 ? new RowTable() : tables.get(id);
    if (table?.size !== size) return undefined;
    if (size === 0) tables.set(id, table);
    table.add('rows' in source ? source.rows : rowsOf(source.documents, source.from));
    if (shown.has(table)) void sortAhead(table);
    return { ...nothing, size: table.size, columns: table.columns };
  }

  function read(table: RowTable, { order, skip, limit, length }: ReadRows): RowAnswer {
    const numbers = table.numbers(order, skip, limit);
    const { size, columns } = table;
    if (length === 'short') {
      shown.add(table);
      void sortAhead(table);
    }
    return { size, columns, total: table.count(order), numbers, rows: length ? table.rows(numbers, length) : [] };
  }

  const byNumber = (table: RowTable, { numbers }: ReadNumbers): RowAnswer => {
    const { size, columns } = table;
    const known = numbers.filter((number) => number < size);
    return { size, columns, total: known.length, numbers: known, rows: table.rows(known, 'whole') };
  };

  return (message) => {
    if (message.kind === 'add') return add(message);
    const table = tables.get(message.table);
    if (!table) return undefined;
    return message.kind === 'read' ? read(table, message) : byNumber(table, message);
  };
}

/** Extracts the records of documents. Skips documents without records. */
const rowsOf = (documents: readonly string[], from: number): readonly NewRow[] =>
  documents.flatMap((text, at) => recordsOfPage(JSON.parse(text) as WireDocument, from + at));
