import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestEngine } from '../support/engine';
import { allResults, untilEnded } from '../support/jobs';
import { sharedTestEngine } from '../support/shared-engine';
import { type ShopSite, startShopSite } from '../support/shop-site';

vi.setConfig({ testTimeout: 60_000 });

let engine: TestEngine;
let shop: ShopSite;
beforeAll(async () => {
  [engine, shop] = await Promise.all([sharedTestEngine(), startShopSite()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), shop?.close()]);
});

const names = (from: number, count: number) => Array.from({ length: count }, (_, index) => `Lamp ${from + index}`);
const page = (titles: readonly string[], next: string, price = 'price') =>
  `<html><head><title>Lamps</title></head><body><main><h1>Lamps of the workshop by the harbour</h1><ul>${titles
    .map((title) => `<li class="card"><h3>${title}</h3><span class="${price}">€ ${title.slice(5)}.50</span></li>`)
    .join('')}</ul>${next && `<a rel="next" href="${next}">Next</a>`}</main></body></html>`;
const put = (folder: string, pages: readonly (readonly [readonly string[], string?])[]) => {
  for (const [index, [titles, price]] of pages.entries())
    shop.put(`/${folder}/${index + 1}`, page(titles, index + 1 < pages.length ? `/${folder}/${index + 2}` : '', price));
};

const recipe = (folder: string, isKey = false) => ({
  version: 1,
  name: folder,
  pages: [`${shop.url}/${folder}/*`],
  records: { selector: 'li.card' },
  fields: [
    { name: 'title', type: 'text', sources: [{ selector: 'h3' }], ...(isKey ? { key: true } : {}) },
    { name: 'price', type: 'price', sources: [{ selector: '.price' }] },
  ],
  next: 'a[rel=next]',
  health: { pages: 1, rows: 5, fill: { title: 1, price: 1 } },
});

const detailsOf = (selector: string) => ({
  fields: [...recipe('').fields, { name: 'page', type: 'link', sources: [{ selector: 'h3 a' }] }],
  details: {
    link: 'page',
    fields: [{ name: 'weight', type: 'number', sources: [{ selector }] }],
    health: { pages: 1, fill: { weight: 1 } },
  },
});

const start = (body: object) => engine.call('POST', '/v2/table', body);
async function ended(id: string) {
  await expect
    .poll(async () => (await engine.call('GET', `/v2/table/${id}`)).body.status, { timeout: 30_000, interval: 50 })
    .not.toBe('processing');
  return (await engine.call('GET', `/v2/table/${id}`)).body;
}
const run = async (body: object) => ended((await start(body)).body.id);
const titles = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title);

describe('a table', () => {
  it('returns the typed rows of all pages in order, with the fill rate of each field', async () => {
    put('lamps', [[names(1, 5)], [names(6, 5)], [names(11, 2)]]);
    const table = await run({ url: `${shop.url}/lamps/1`, recipe: recipe('lamps') });
    expect(titles(table)).toEqual(names(1, 12));
    expect(table.data[6]).toEqual({ title: 'Lamp 7', price: 7.5 });
    expect(table).toMatchObject({ status: 'completed', pages: 3, creditsUsed: 3, success: true });
    expect(table.columns).toEqual([
      { name: 'title', type: 'text', filled: 1 },
      { name: 'price', type: 'price', filled: 1 },
    ]);
    expect(table.warning).toBeUndefined();
  });

  it('returns each key once', async () => {
    put('twice', [[names(1, 5)], [names(4, 5)]]);
    const table = await run({ url: `${shop.url}/twice/1`, recipe: recipe('twice', true) });
    expect(titles(table)).toEqual(names(1, 8));
    expect(table.warning).toBe('2 rows with the same key as another row were skipped.');
    const whole = await run({ url: `${shop.url}/twice/1`, recipe: recipe('twice') });
    expect(whole.data).toHaveLength(10);
  });

  it('stops at a changed template, and reports the page and the missing fields', async () => {
    put('changed', [[names(1, 5)], [names(6, 5), 'amount'], [names(11, 5)]]);
    const table = await run({ url: `${shop.url}/changed/1`, recipe: recipe('changed') });
    expect([table.pages, titles(table).length]).toEqual([2, 10]);
    expect(table.warning).toBe(
      `Stopped at ${shop.url}/changed/2: the template seems to have changed, because price is missing there.`,
    );
  });

  it('stops at its limit, at another site, and at repeating pages', async () => {
    put('many', [[names(1, 5)], [names(6, 5)], [names(11, 5)]]);
    const limited = await run({ url: `${shop.url}/many/1`, recipe: recipe('many'), limit: 2 });
    expect([limited.pages, limited.warning]).toEqual([
      2,
      'The list has more pages than `limit` (2) allows; raise it to read more.',
    ]);
    shop.put('/far/1', page(names(1, 3), 'http://elsewhere.invalid/far/2'));
    expect((await run({ url: `${shop.url}/far/1`, recipe: recipe('far') })).warning).toMatch(/on another site/);
    for (const at of [1, 2, 3]) shop.put(`/same/${at}`, page(names(1, 3), `/same/${at + 1}`));
    const same = await run({ url: `${shop.url}/same/1`, recipe: recipe('same') });
    expect([same.pages, same.warning]).toEqual([2, expect.stringMatching(/same rows as the previous page/)]);
  });

  it('presses the load-more button, or scrolls, until the list is complete', async () => {
    const growing = (script: string) =>
      `<html><body><main><h1>Lamps</h1><ul></ul><button id="more">Load more</button></main><script>
        let at = 0; const list = document.querySelector('ul');
        const add = () => { for (let end = Math.min(at + 5, 12); at < end;) list.insertAdjacentHTML('beforeend', '<li class="card" style="height: 400px"><h3>Lamp ' + ++at + '</h3><span class="price">€ ' + at + '.50</span></li>'); };
        add(); const button = document.querySelector('#more'); ${script}</script></body></html>`;
    shop.put(
      '/press/1',
      growing('button.onclick = () => setTimeout(() => { add(); if (at === 12) button.remove(); }, 30);'),
    );
    shop.put(
      '/scroll/1',
      growing(
        'button.remove(); onscroll = () => innerHeight + scrollY > document.body.scrollHeight - 50 && setTimeout(add, 30);',
      ),
    );
    const pressed = await run({
      url: `${shop.url}/press/1`,
      recipe: { ...recipe('press'), more: { selector: '#more' } },
    });
    expect([pressed.warning, titles(pressed)]).toEqual([undefined, names(1, 12)]);
    const { body } = await start({ url: `${shop.url}/scroll/1`, recipe: { ...recipe('scroll'), more: {} } });
    expect(titles(await ended(body.id))).toEqual(names(1, 12));
    const { request } = (await engine.call('GET', `/local/jobs/${body.id}`)).body;
    expect(request.scrapeOptions.actions).toEqual([]);
  });

  it.each([
    ['in the page', 'button.onclick = () => setTimeout(() => show(number), 30);'],
    ['by another address', 'button.onclick = () => { location.href = "?page=" + number; };'],
  ])('presses page number buttons to the last page: %s', async (_, press) => {
    // Script that shows only page numbers near the current page, as on sites with many pages.
    const script = `const show = (at) => {
        const from = (at - 1) * 3;
        document.querySelector('ul').innerHTML = [1, 2, 3].filter((n) => from + n <= 14).map((n) => '<li class="card"><h3>Lamp ' + (from + n) + '</h3><span class="price">€ ' + (from + n) + '.50</span></li><li class="ad">Advert</li>').join('');
        const pager = document.querySelector('.pager'); pager.textContent = '';
        for (let number = 1; number <= 5; number++) {
          if (number !== 1 && number !== 5 && Math.abs(number - at) > 1) continue;
          const button = document.createElement('button'); button.textContent = number;
          if (number === at) button.className = 'current'; else { ${press} }
          pager.append(button);
        }
      };
      show(Number(new URLSearchParams(location.search).get('page') ?? 1));`;
    const html = `<html><body><main><h1>Lamps</h1><ul></ul><nav class="pager"></nav></main><script>${script}</script></body></html>`;
    for (const query of ['', '?page=2', '?page=3', '?page=4', '?page=5']) shop.put(`/numbers/1${query}`, html);
    const { next: _next, ...own } = recipe('numbers');
    const table = await run({ url: `${shop.url}/numbers/1`, recipe: { ...own, more: { selector: '.pager button' } } });
    expect([table.warning, titles(table)]).toEqual([undefined, names(1, 14)]);
  });

  it('visits the detail page of each row for more columns, and reports rows without them', async () => {
    const detailed = { ...recipe('detailed'), ...detailsOf('li.weight') };
    const list = (titles: readonly string[], next: string) =>
      page(titles, next).replace(/<h3>(Lamp (\d+))/g, '<h3><a href="/detailed/lamp/$2">$1</a>');
    shop.put('/detailed/1', list(names(1, 3), '/detailed/2'));
    shop.put('/detailed/2', list(names(4, 2), ''));
    for (const at of [1, 2, 4, 5])
      shop.put(`/detailed/lamp/${at}`, `<main><h1>Lamp ${at}</h1><ul><li class="weight">${at} kg</li></ul></main>`);
    const url = `${shop.url}/detailed/1`;
    const table = await run({ url, recipe: detailed });
    expect(table.data.map(({ title, weight }: Record<string, unknown>) => [title, weight])).toEqual([
      ['Lamp 1', 1],
      ['Lamp 2', 2],
      ['Lamp 3', null],
      ['Lamp 4', 4],
      ['Lamp 5', 5],
    ]);
    expect([table.pages, table.detailPages, table.creditsUsed]).toEqual([2, 4, 7]);
    expect(table.columns.at(-1)).toEqual({ name: 'weight', type: 'number', filled: 1 });
    expect(table.warning).toMatch(
      /^1 of 5 rows lack weight, which are on their detail pages: 1 whose page could not be read, e\.g\. .*lamp\/3 \(status 404/,
    );
    const limited = await run({ url, recipe: detailed, limit: 3 });
    expect([limited.pages, limited.detailPages, limited.data.length]).toEqual([2, 1, 5]);
    expect(limited.warning).toContain('4 whose page was not visited (limit: 3 pages)');
    const { body } = await engine.call('POST', '/v2/scrape', { url, formats: [{ type: 'recipe', recipe: detailed }] });
    expect(body.data.warning).toContain('weight are on detail pages, which only a table (/v2/table) visits');
  });

  it('keeps its rows when cancelled during detail pages, and reports missing values', async () => {
    const url = `${shop.url}/cancelled/1`;
    shop.put(
      '/cancelled/1',
      page(names(1, 4), '').replace(/<h3>(Lamp (\d+))/g, '<h3><a href="/cancelled/lamp/$2">$1</a>'),
    );
    shop.put('/cancelled/lamp/1', '<main><h1>Lamp 1</h1><ul><li class="weight">1 kg</li></ul></main>');
    for (const at of [2, 3, 4]) shop.hold(`/cancelled/lamp/${at}`);
    const { body } = await start({ url, recipe: { ...recipe('cancelled'), ...detailsOf('li.weight') } });
    const answer = async () => (await engine.call('GET', `/v2/table/${body.id}`)).body;
    await expect.poll(async () => (await answer()).detailPages, { timeout: 30_000, interval: 50 }).toBe(1);
    expect((await engine.call('DELETE', `/v2/table/${body.id}`)).status).toBe(200);
    const table = await answer();
    expect([table.status, table.data.map(({ weight }: { weight: unknown }) => weight)]).toEqual([
      'cancelled',
      [1, null, null, null],
    ]);
    expect(table.warning).toBe(
      'The table job was cancelled; it contains the rows read until then; 3 of 4 lack weight.',
    );
  });

  it('stops visiting detail pages after their template has changed', async () => {
    shop.put('/moved/1', page(names(1, 12), '').replace(/<h3>(Lamp (\d+))/g, '<h3><a href="/moved/lamp/$2">$1</a>'));
    for (let at = 1; at <= 12; at++)
      shop.put(`/moved/lamp/${at}`, `<main><h1>Lamp ${at}</h1><p>About ${at} kg</p></main>`);
    const recipeOfMoved = { ...recipe('moved'), ...detailsOf('li.weight') };
    const table = await run({ url: `${shop.url}/moved/1`, recipe: recipeOfMoved });
    expect(table.warning).toContain('Stopped visiting detail pages: the last 5 lack weight');
    expect(table.data).toHaveLength(12);
    expect(table.creditsUsed).toBeLessThan(13);
  });

  it('accepts a saved recipe by name, and can be saved and run again', async () => {
    put('saved', [[names(1, 5)], [names(6, 1)]]);
    await engine.call('PUT', '/local/recipes/saved', recipe('saved'));
    const { body } = await start({ url: `${shop.url}/saved/1`, recipe: 'saved' });
    expect((await ended(body.id)).data).toHaveLength(6);
    expect((await engine.call('POST', `/local/jobs/${body.id}/save`, { name: 'lamps' })).status).toBe(200);
    const again = await engine.call('POST', '/local/saved/lamps/run');
    expect(again.status).toBe(200);
    expect((await ended(again.body.id)).data).toHaveLength(6);
  });

  it('reports an invalid request', async () => {
    const url = `${shop.url}/lamps/1`;
    const unknown = await start({ url, recipe: 'never saved' });
    expect([unknown.status, unknown.body.error]).toEqual([
      400,
      expect.stringMatching(/There is no recipe "never saved"/),
    ]);
    const bad = await start({ url, recipe: { ...recipe('lamps'), next: 'a[' } });
    expect([bad.status, bad.body.code]).toEqual([400, 'BAD_REQUEST']);
    const { body: lacking } = await engine.call('POST', '/v2/table', {
      url: 'http://a.example/',
      recipe: { version: 1, name: 'x' },
    });
    expect(lacking.error).toContain('recipe.');
    const unlinked = await start({
      url,
      recipe: { ...recipe('lamps'), details: { ...detailsOf('b').details, link: 'price' } },
    });
    expect([unlinked.status, unlinked.body.error]).toEqual([
      400,
      expect.stringContaining('"price" is not a single-value field of the type "link"'),
    ]);
    const none = await run({ url: `${shop.url}/about`, recipe: { ...recipe('lamps'), pages: [`${shop.url}/*`] } });
    expect([none.status, none.data, none.warning]).toEqual([
      'completed',
      [],
      expect.stringMatching(/^No rows were found/),
    ]);
  });

  it('has rows whose links are the URLs of a batch or of a saved job', async () => {
    shop.put(
      '/chain',
      '<main><h1>Lamps and their pages</h1><ul><li><a href="/product/0">A</a></li><li><a href="/product/1">B</a></li><li><a href="/product/0">C</a></li></ul></main>',
    );
    const fields = [
      { name: 'title', type: 'text', sources: [{ selector: 'a' }] },
      { name: 'page', type: 'link', sources: [{ selector: 'a' }] },
    ];
    const list = { version: 1, name: 'chain', pages: [`${shop.url}/chain`], records: { selector: 'li' }, fields };
    const { id: jobId } = (await start({ url: `${shop.url}/chain`, recipe: list })).body;
    await ended(jobId);
    const pagesOf = async (path: string) => {
      await untilEnded(engine, path);
      return (await allResults(engine, path)).map(({ metadata }) => metadata.sourceURL).sort();
    };
    const both = [0, 1].map((at) => `${shop.url}/product/${at}`);
    const batch = async (urlsFrom: object, body: object = {}) =>
      engine.call('POST', '/v2/batch/scrape', { urlsFrom, formats: ['links'], ...body });
    const all = (await batch({ jobId, column: 'page' })).body;
    expect(all.invalidURLs).toEqual([]);
    expect(await pagesOf(`/v2/batch/scrape/${all.id}`)).toEqual(both);
    const filter = [{ column: 'title', contains: 'B' }];
    await engine.call('PUT', '/local/saved/next', { kind: 'batch', request: { urls: [shop.url], formats: ['links'] } });
    const run = (await engine.call('POST', '/local/saved/next/run', { urlsFrom: { jobId, column: 'page', filter } }))
      .body;
    expect(await pagesOf(`/v2/batch/scrape/${run.id}`)).toEqual([both[1]]);
    const titles = (await batch({ jobId, column: 'title' })).body;
    expect(titles.invalidURLs.sort()).toEqual(['A', 'B', 'C']);
    const urls = await engine.call('GET', `/local/jobs/${jobId}/rows/urls?of=data&column=page`);
    expect(urls.body).toEqual({ urls: both });
    for (const [from, body, code] of [
      [{ jobId, column: 'price' }, {}, 'BAD_REQUEST'],
      [{ jobId, column: 'page', search: 'nothing' }, {}, 'BAD_REQUEST'],
      [{ jobId, column: 'title' }, { ignoreInvalidURLs: false }, 'BAD_REQUEST'],
      [{ jobId, column: 'page' }, { urls: both }, 'BAD_REQUEST'],
      [{ jobId: '01890000-0000-7000-8000-000000000000', column: 'page' }, {}, 'JOB_NOT_FOUND'],
    ] as const)
      expect((await batch(from, body)).body.code).toBe(code);
    expect((await engine.call('POST', '/v2/batch/scrape', {})).body.code).toBe('BAD_REQUEST');
  });
});
