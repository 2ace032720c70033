import { describe, expect, it } from 'vitest';
import { type RowOrder, RowTable } from '../../../core/jobs/rows/row-table';

const products = [
  { name: 'Érable board', price: 12.5, url: 'https://shop.test/1', seen: '2026-11-20', tags: ['oak', 'new'] },
  { name: 'anvil', price: 9, url: 'https://shop.test/2', seen: '2026-11-22T08:00:00Z', size: { width: 3 } },
  { name: 'Zinc pot', price: 100, url: 'https://shop.test/3', seen: '2026-11-21' },
  { name: 'bolt', price: null, url: 'https://shop.test/4', seen: '' },
];
const tableOf = (records: readonly Record<string, unknown>[] = products): RowTable => {
  const table = new RowTable();
  table.add(records.map((fields) => ({ fields })));
  return table;
};
const found = (order: RowOrder, table = tableOf()) => table.numbers(order, 0, 100);

describe('the rows of a job', () => {
  it('have a typed column for each field, including nested ones', () => {
    expect(tableOf().columns).toEqual([
      { id: 'name', name: 'name', type: 'text' },
      { id: 'price', name: 'price', type: 'number' },
      { id: 'url', name: 'url', type: 'link' },
      { id: 'seen', name: 'seen', type: 'date' },
      { id: 'tags', name: 'tags', type: 'list' },
      { id: 'size.width', name: 'size.width', type: 'number' },
    ]);
  });

  it('are sorted as numbers, as dates, and as texts ignoring case and accents, empty values last', () => {
    expect(found({ sort: 'price' })).toEqual([1, 0, 2, 3]);
    expect(found({ sort: '-price' })).toEqual([2, 0, 1, 3]);
    expect(found({ sort: 'seen' })).toEqual([0, 2, 1, 3]);
    expect(found({ sort: 'name' })).toEqual([1, 3, 0, 2]);
    expect(found({ sort: 'no such column' })).toEqual([0, 1, 2, 3]);
  });

  it('are sorted and filtered as numbers if all texts of a column are plain numbers', () => {
    const table = tableOf(['100', '78', '', '9'].map((days) => ({ days, sku: days && `00${days}` })));
    expect(table.columns.map(({ id, type }) => [id, type])).toEqual([
      ['days', 'number'],
      ['sku', 'text'],
    ]);
    expect(found({ sort: 'days' }, table)).toEqual([3, 1, 0, 2]);
    expect(found({ filter: [{ column: 'days', min: 50 }] }, table)).toEqual([0, 1]);
    expect(table.rows([0], 'whole')[0]?.values).toEqual({ days: '100', sku: '00100' });
    table.add([{ fields: { days: 'about 80' } }]);
    expect(table.columns[0]?.type).toBe('text');
    expect(found({ sort: 'days' }, table)).toEqual([0, 1, 3, 4, 2]);
    expect(table.rows([0], 'whole')[0]?.values.days).toBe('100');
  });

  it('have the same order when presorted, partly or completely', () => {
    const records = Array.from({ length: 20_000 }, (_, at) => ({
      price: at % 7 === 0 ? null : (at * 7919) % 1000,
      name: at % 11 === 0 ? '' : `Möbel ${(at * 104_729) % 5000}`,
    }));
    const sorted = { up: found({ sort: 'price' }, tableOf(records)), down: found({ sort: '-name' }, tableOf(records)) };
    const prices = sorted.up.map((row) => records[row]?.price);
    expect(prices).toEqual([...prices].sort((one, other) => Number(one) - Number(other)));
    for (const steps of [1, 10, 10_000]) {
      const table = tableOf(records);
      let left = steps;
      while (left > 0 && table.sortStep()) left--;
      expect(left > 0).toBe(steps === 10_000);
      expect([found({ sort: 'price' }, table), found({ sort: '-name' }, table)]).toEqual([sorted.up, sorted.down]);
    }
  });

  it('are sorted correctly if they are already in order, in reverse order, or equal', () => {
    const records = Array.from({ length: 9000 }, (_, at) => ({
      up: `2026-${String(at).padStart(5, '0')}`,
      down: 9000 - at,
      same: 'text/html',
      blocks: Math.floor(at / 3000) % 2,
    }));
    const rows = records.map((_, at) => at);
    const table = tableOf(records);
    const all = (sort: string) => table.numbers({ sort }, 0, 9000);
    expect(all('up')).toEqual(rows);
    expect(all('down')).toEqual(rows.toReversed());
    expect(all('same')).toEqual(rows);
    expect(all('blocks')).toEqual([...rows.slice(0, 3000), ...rows.slice(6000), ...rows.slice(3000, 6000)]);
  });

  it('have the same order when added and sorted bit by bit', () => {
    const long = 'Ä long text '.repeat(10);
    const records = Array.from({ length: 12_000 }, (_, at) => ({
      price: at % 5 === 0 ? undefined : at % 9 === 0 ? `${at} kr` : (at * 7919) % 1000,
      ...(at > 700 && { name: at % 3 === 0 ? `${long}${at % 7}` : `Möbel ${(at * 104_729) % 5000}` }),
    }));
    for (const sort of ['price', '-price', 'name', '-name']) {
      const table = new RowTable();
      for (const [from, to] of [
        [0, 1],
        [1, 600],
        [600, 5000],
        [5000, 5001],
        [5001, 12_000],
      ] as const) {
        table.add(records.slice(from, to).map((fields) => ({ fields })));
        for (let steps = from % 7; steps > 0; steps--) table.sortStep(from % 2 ? 0.25 : 0);
        if (from !== 600) table.numbers({ sort }, 0, 1);
      }
      expect(table.numbers({ sort }, 0, 12_000)).toEqual(tableOf(records).numbers({ sort }, 0, 12_000));
    }
  });

  it('are found by an extended search, also after more were added', () => {
    const records = Array.from({ length: 300 }, (_, at) => ({ name: `Harbour ${at}`, other: at % 2 ? 'odd' : 'even' }));
    const table = tableOf(records);
    const matching = (search: string) => table.numbers({ search }, 0, 300);
    expect(matching('h')).toHaveLength(300);
    expect(matching('harbour 2')).toContain(129);
    expect(matching('harbour 29')).toEqual([29, 129, 229, 290, 291, 292, 293, 294, 295, 296, 297, 298, 299]);
    expect(matching('harbour 29 od')).toEqual([29, 129, 229, 291, 293, 295, 297, 299]);
    expect(matching('harbour')).toHaveLength(300);
    table.add([{ fields: { name: 'Harbour 29, again' } }]);
    expect(table.numbers({ search: 'harbour 29 again' }, 0, 300)).toEqual([300]);
    expect(table.numbers({ search: '29 even', sort: '-name' }, 0, 300)).toEqual([298, 296, 294, 292, 290]);
  });

  it.each([
    [{ column: 'name', contains: 'ERABLE' }, [0]],
    [{ column: 'tags', contains: 'oak' }, [0]],
    [{ column: 'price', min: 9, max: 12.5 }, [0, 1]],
    [{ column: 'seen', min: '2026-11-21', max: '2026-11-22' }, [1, 2]],
    [{ column: 'price', empty: true }, [3]],
    [{ column: 'size.width', empty: false }, [1]],
    [{ column: 'no such column', contains: 'x' }, []],
  ])('are filtered by %j', (filter, numbers) => expect(found({ filter: [filter] })).toEqual(numbers));

  it('are searched in all values, each word anywhere', () => {
    expect(found({ search: 'shop.test ANVIL' })).toEqual([1]);
    expect(found({ search: 'anvil zinc' })).toEqual([]);
    expect(found({ search: 'érable', sort: 'price' })).toEqual([0]);
  });

  it('are searched in texts that are not returned, as long as they fit', () => {
    const table = new RowTable(30);
    const add = (page: number, name: string, text: string) => {
      table.add([{ page, fields: { name } }]);
      expect(table.searched).toBe(page);
      table.addTexts({ from: page, next: page + 1, texts: [text] });
    };
    add(0, 'a', 'The copper kettle');
    add(1, 'b', 'Éclair');
    expect([found({ search: 'COPPER' }, table), found({ search: 'eclair b' }, table)]).toEqual([[0], [1]]);
    expect(table.columns.map(({ id }) => id)).toEqual(['name']);
    expect(table.searched).toBeUndefined();
    add(2, 'c', 'A text that is too long');
    expect([found({ search: 'text' }, table), found({ search: 'c' }, table), table.searched]).toEqual([
      [],
      [0, 1, 2],
      2,
    ]);
  });

  it('get the texts of their pages, even if pages or texts are missing', () => {
    const table = new RowTable();
    table.add([0, 1, 3, 4].map((page) => ({ page, fields: { name: `n${page}` } })));
    const add = (from: number, next: number, ...texts: string[]) => table.addTexts({ from, next, texts });
    expect([add(0, 2, 'zero', 'one'), table.nextText]).toEqual([true, 2]);
    expect([add(3, 4, 'three'), table.nextText]).toEqual([false, 2]);
    expect([add(2, 4, 'two', 'three'), add(4, 5), table.nextText, table.searched]).toEqual([true, true, 5, undefined]);
    expect([found({ search: 'three' }, table), found({ search: 'two' }, table)]).toEqual([[2], []]);
    // The table has no rows for pages 5 and 6 yet, so their texts must be added again later.
    expect([add(5, 7, 'five', 'six'), table.nextText]).toEqual([true, 5]);
    table.add([{ page: 5, fields: {} }]);
    expect([add(5, 7, 'five', 'six'), table.nextText, found({ search: 'five' }, table)]).toEqual([true, 6, [4]]);
    expect([add(0, 1, 'nought'), table.nextText, table.searched]).toEqual([true, 1, 1]);
    expect([found({ search: 'nought' }, table), found({ search: 'three' }, table)]).toEqual([[0], []]);
  });

  it('are found as in a complete table while rows and texts are added', () => {
    const textOf = (at: number) => `Text ${(at * 7919) % 400} of ${at % 13 === 0 ? 'Harbour' : 'town'}`;
    const searches = ['h', 'harb', 'harbour', 'harbour 3', 'harbour 31', 'row 7 text', 'text 3 row', 'town 9'];
    const grow = (table: RowTable, to: number) =>
      table.add(
        Array.from({ length: to - table.size }, (_, at) => table.size + at).map((page) => ({
          page,
          fields: { name: `Row ${page}` },
        })),
      );
    const addTexts = (table: RowTable, next: number) => {
      const from = table.nextText;
      return table.addTexts({ from, next, texts: Array.from({ length: next - from }, (_, at) => textOf(from + at)) });
    };
    const table = new RowTable();
    for (const [size, texts] of [
      [100, 0],
      [100, 40],
      [300, 60],
      [300, 300],
      [350, 300],
      [600, 600],
    ] as const) {
      grow(table, size);
      if (texts > table.nextText) addTexts(table, texts);
      for (const search of searches) {
        const order = { search, sort: search.length % 2 ? '-name' : undefined };
        const uncached = new RowTable();
        grow(uncached, size);
        if (texts > 0) addTexts(uncached, texts);
        expect(table.numbers(order, 0, 600), `${search} ${size} ${texts}`).toEqual(uncached.numbers(order, 0, 600));
      }
    }
  });

  it('are added as columns, of which only some are searched', () => {
    const table = new RowTable();
    const columns = [
      { path: ['title'], values: ['Pâge 1', '', 'Page 3'], isSearched: true },
      { path: ['bytes'], values: [7719, 3, 5], isSearched: false },
      {
        path: ['url'],
        values: ['https://shop.test/1', 'https://shop.test/2', 'https://shop.test/3'],
        isSearched: true,
      },
    ];
    table.addColumns({ pages: [0, 1, 3], columns });
    table.addColumns({ pages: [], columns: [] });
    expect(table.columns.map(({ id, type }) => [id, type])).toEqual([
      ['title', 'text'],
      ['bytes', 'number'],
      ['url', 'link'],
    ]);
    expect([found({ search: '7719' }, table), found({ search: 'page shop 1' }, table)]).toEqual([[], [0]]);
    expect(found({ filter: [{ column: 'bytes', min: 7719 }] }, table)).toEqual([0]);
    expect(found({ sort: '-title' }, table)).toEqual([2, 0, 1]);
    expect(table.rows([2], 'whole')).toEqual([
      { number: 2, page: 3, values: { title: 'Page 3', bytes: 5, url: 'https://shop.test/3' } },
    ]);
  });

  it('accept more rows, with new columns', () => {
    const table = tableOf();
    expect(found({ search: 'late' }, table)).toEqual([]);
    table.add([{ page: 7, fields: { name: 'Late', colour: 'red' } }]);
    expect(found({ search: 'late' }, table)).toEqual([4]);
    expect(table.rows([4], 'whole')).toEqual([{ number: 4, page: 7, values: { name: 'Late', colour: 'red' } }]);
    expect(found({ sort: 'colour' }, table)).toEqual([4, 0, 1, 2, 3]);
  });

  it('keep names of object properties, and shorten long values', () => {
    const hostile = JSON.parse('{"__proto__": "x", "constructor": 1}') as Record<string, unknown>;
    const table = new RowTable();
    table.add([{ fields: hostile }, { fields: { text: 'y'.repeat(1000), list: Array(400).fill('z') } }]);
    const [odd, whole] = table.rows([0, 1], 'whole');
    expect(Object.entries(odd!.values)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 1],
    ]);
    const [short] = table.rows([1], 'short');
    expect([String(short!.values.text).length, String(short!.values.list).length]).toEqual([301, 301]);
    expect(whole!.values.list).toHaveLength(400);
  });
});
