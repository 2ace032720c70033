import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestEngine } from '../support/engine';
import { openLivePage } from '../support/live-page';
import { sharedTestEngine } from '../support/shared-engine';

vi.setConfig({ testTimeout: 60_000 });

let engine: TestEngine;
let demo: string;
beforeAll(async () => {
  engine = await sharedTestEngine();
  demo = (await engine.call('POST', '/local/demo-site')).body.url;
}, 60_000);
afterAll(() => engine?.stop());

/** Returns the text captured by each group, for every match of the pattern in the HTML of the given demo site pages. */
async function truthOf(paths: readonly string[], pattern: RegExp): Promise<string[][]> {
  const pages = await Promise.all(paths.map(async (path) => (await fetch(new URL(path, demo))).text()));
  return pages.flatMap((html) => [...html.matchAll(pattern)].map(([, ...parts]) => parts));
}

type Row = Record<string, unknown>;

/**
 * Builds a table by clicking the given text on a page. Returns the table and the rows that its job reads from all
 * pages.
 */
async function tableOf(path: string, text: string) {
  const url = new URL(path, demo).href;
  const page = await openLivePage(engine, url);
  const { body: table } = await page.post('table', { picks: [await page.idOf(text)] });
  await page.close();
  const { body } = await engine.call('POST', '/v2/table', { url, recipe: table.recipe });
  const job = async () => (await engine.call('GET', `/v2/table/${body.id}`)).body;
  await expect.poll(async () => (await job()).status, { timeout: 30_000, interval: 50 }).toBe('completed');
  return { table, job: (await job()) as { data: Row[]; pages: number; warning?: string } };
}

describe('a list of the demo site becomes a table with one click', () => {
  it('a shop of three pages', async () => {
    const { job } = await tableOf('shop/index.html', '€3.20');
    const paths = ['shop/index.html', 'shop/page-2.html', 'shop/page-3.html'];
    const truth = await truthOf(paths, /<h2><a[^>]*>([^<]+)<[^€]*€([\d.]+)</g);
    expect(truth).toHaveLength(12);
    expect(job.data.map(({ title, price }) => [title, price])).toEqual(
      truth.map(([name, price]) => [name, Number(price)]),
    );
    expect([job.pages, job.warning]).toEqual([3, undefined]);
  });

  it('a directory of two pages', async () => {
    const { job } = await tableOf('directory/index.html', 'Herbs');
    const truth = await truthOf(
      ['directory/index.html', 'directory/page-2.html'],
      /<h2><a href="([^"]+)">([^<]+)<.*?"kind">([^<]+)<.*?"town">([^<]+)</g,
    );
    expect(truth).toHaveLength(12);
    expect(job.data.map(({ link, title, kind, town }) => [link, title, kind, town])).toEqual(
      truth.map(([link = '', ...rest]) => [new URL(link, demo).href, ...rest]),
    );
  });

  it('a thread', async () => {
    const { job } = await tableOf('forum/leggy-seedlings.html', 'june_b');
    const truth = await truthOf(['forum/leggy-seedlings.html'], /"author">([^<]+)<.*?datetime="([^"]+)"/g);
    expect(truth).toHaveLength(5);
    expect(job.data.map(({ author, date }) => [author, date])).toEqual(truth);
  });

  it('a table with parts and a total', async () => {
    const { job } = await tableOf('table/germination.html', 'River Pearl');
    const truth = await truthOf(['table/germination.html'], /<tr><td>(?!Total)([^<]+)<\/td><td>(\d+)<\/td><td>(\d+)</g);
    expect(truth).toHaveLength(9);
    expect(job.data.map(({ Variety, Sown, Grown }) => [Variety, String(Sown), String(Grown)])).toEqual(truth);
  });
});

describe('a list with several pages', () => {
  it('can be made wider or narrower on a later page, keeping its first page and pagination', async () => {
    const page = await openLivePage(engine, new URL('shop/index.html', demo).href);
    const { body: first } = await page.post('table', { picks: [await page.idOf('€3.20')] });
    await page.post('navigate', { url: new URL('shop/page-3.html', demo).href });
    await page.idOf('Twelve varieties, all open-pollinated: what you grow, you can keep. Showing 9–12 of 12.');
    const { body: later } = await page.post('table', { recipe: first.recipe });
    expect([later.picks.length, later.rows.length]).toEqual([1, 4]);
    const { recipe: continues } = first;
    const { picks, level, fields } = later;
    const { body: same } = await page.post('table', { picks, level, fields, continues });
    expect(same.rows).toEqual(later.rows);
    expect([same.recipe.next, same.recipe.pages]).toEqual([continues.next, expect.arrayContaining(continues.pages)]);
    await page.close();
  });
});

describe('a click in a table that exists', () => {
  it('on a page number is offered as next page, and leaves the table unchanged', async () => {
    const page = await openLivePage(engine, new URL('shop/index.html', demo).href);
    const picks = [await page.idOf('€3.20')];
    const { body: first } = await page.post('table', { picks });
    expect([first.about, first.rows.length]).toEqual([12, 4]);
    const [next, third] = [await page.idOf('Next'), await page.idOf('3')];
    const { body: known } = await page.post('table', { picks, fields: first.fields, clicked: next });
    expect([known.offer, known.rows]).toEqual([{ id: next, label: 'Next', isNext: true }, first.rows]);
    const { body: other } = await page.post('table', { recipe: first.recipe, clicked: third });
    expect([other.offer, other.rows]).toEqual([{ id: third, label: '3', isNext: false }, first.rows]);
    const { body: chosen } = await page.post('table', { recipe: first.recipe, next: third });
    expect([chosen.offer, chosen.recipe.next]).toEqual([undefined, '.pages a']);
    await page.close();
  });

  it('repairs a column for all rows, and adds a column to the table of a recipe', async () => {
    const page = await openLivePage(engine, new URL('shop/index.html', demo).href);
    const { body: first } = await page.post('table', { picks: [await page.idOf('€3.20')] });
    const wrong = first.fields.map((field: { name: string }) =>
      field.name === 'title' ? { ...field, sources: [{ selector: '.gone' }] } : field,
    );
    const [title] = first.rows.map((row: Row) => row.title);
    const asked = { picks: first.picks, fields: wrong, clicked: await page.idOf(title), repairs: 'title' };
    expect((await page.post('table', asked)).body.rows).toEqual(first.rows);
    const { health: _, ...list } = first.recipe;
    const recipe = { ...list, fields: list.fields.filter(({ name }: { name: string }) => name !== 'price') };
    const { body: added } = await page.post('table', { recipe, clicked: await page.idOf('€3.20') });
    expect(added.rows.map(({ price }: Row) => price)).toEqual(first.rows.map(({ price }: Row) => price));
    await page.close();
  });
});
