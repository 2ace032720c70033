import { selectAll } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { describe, expect, it } from 'vitest';
import type { LiveDocument } from '../../../core/live/live-document';
import { tableOfPicks } from '../../../core/live/records/live-table';
import { listsOf } from '../../../core/live/records/page-lists';
import { prepareTable } from '../../../core/live/records/prepare-table';
import { warmTables } from '../../../core/live/records/warm-tables';
import { parseHtml } from '../../../core/page/documents/parse-html';

const lamp = (at: number) =>
  `<li class="card"><h3><a href="/p/${at}">Lamp ${at}</a></h3><p class="maker">Maker ${at % 7}</p><b class="price">€ ${at}.50</b><i>${1 + (at % 28)} May 2026</i></li>`;

/** Creates a live page with a long list. */
function longPage(): LiveDocument & { readonly prices: readonly Element[] } {
  const rows = Array.from({ length: 200 }, (_, at) => lamp(at)).join('');
  const { document } = parseHtml(`<body><main><h1>Lamps</h1><ul>${rows}</ul></main></body>`);
  const all = selectAll<AnyNode, Element>('*', document);
  const ids = new Map<unknown, number>(all.map((node, at) => [node, at + 1]));
  return {
    ...{ document, address: 'https://shop.example/lamps', version: 1, cut: false },
    nodeOf: (id) => all[id - 1],
    idOf: (node) => ids.get(node),
    prices: selectAll<AnyNode, Element>('.price', document),
  };
}

/** Clicks the tenth price. Returns the table and the CPU time in ms. */
function click(page: ReturnType<typeof longPage>) {
  const before = process.cpuUsage();
  const picks = { picks: [page.idOf(page.prices[9] as Element) ?? 0], without: [], level: 0, single: false };
  const table = tableOfPicks(page, picks);
  const { user, system } = process.cpuUsage(before);
  return { table, ms: (user + system) / 1000 };
}

describe('a table prepared before the first click', () => {
  it('makes the click take less than half of the CPU time, with the same result', async () => {
    click(longPage());
    const unprepared = [1, 2].map(() => click(longPage()));
    const prepared: ReturnType<typeof click>[] = [];
    for (let round = 0; round < 2; round++) {
      const page = longPage();
      await prepareTable(page, listsOf(page), () => true);
      prepared.push(click(page));
    }
    const lowest = (clicks: readonly { readonly ms: number }[]) => Math.min(...clicks.map(({ ms }) => ms));
    expect(prepared[0]?.table.rows).toHaveLength(200);
    expect(prepared.map(({ table }) => table)).toEqual(unprepared.map(({ table }) => table));
    expect(lowest(prepared)).toBeLessThan(lowest(unprepared) / 2);
  }, 30_000);

  it('is abandoned once the page has changed', async () => {
    const page = longPage();
    let steps = 0;
    await prepareTable(page, listsOf(page), () => ++steps < 2);
    expect(steps).toBe(2);
  });
});

it('does not reject if the page cannot be read, because nobody waits for the preparation', async () => {
  const page = longPage();
  const lists = listsOf(page);
  const broken = {
    ...page,
    get document(): never {
      throw new RangeError('nested too deeply');
    },
  };
  await expect(prepareTable(broken, lists, () => true)).resolves.toBeUndefined();
});

describe('the warm-up', () => {
  it('finds the list of its sample, and runs only once', () => {
    const tables = warmTables();
    expect(tables.map(({ count }) => count)).toEqual([12]);
    expect(warmTables()).toBe(tables);
  });
});
