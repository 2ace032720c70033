/** Tests that hostile names are shown as text in every view and do not break the layout. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { commonSections, expect, test } from './gleaner-test';

test.use({ startsInPlayground: false });

const attack = '<img src=x onerror="window.hacked=1">';
/** Name that contains HTML, a character that reverses the direction of the following text, and a long word. */
const name = `${attack}\u202Egnp.${'W'.repeat(34)}`;
const plugin = `import { defineFormat, z } from 'gleaner/plugin';
export default defineFormat({ id: 'hostile', summary: ${JSON.stringify(name)}, needs: ['metadata'],
  options: z.object({ text: z.string().default(${JSON.stringify(name)}).describe(${JSON.stringify(name)}) }),
  derive: (_, { warn }) => { warn(${JSON.stringify(name)}); return ${JSON.stringify(name)}; } });`;

/** All views of the app, except a single job and the live page. */
const views = [
  ...['start', 'playground', 'history', 'new-job', 'new-table', 'extract', 'jobs', 'saved'],
  ...['saved/recipes', `monitors/${encodeURIComponent(name)}`, 'developers', 'usage', 'reference'],
  ...commonSections.map((section) => `settings/${section}`),
];

/** Views that show the hostile name. */
const namedViews = [
  ...['start', 'playground', 'history', 'saved', 'saved/recipes', `monitors/${encodeURIComponent(name)}`],
  ...['settings/proxies', 'settings/plugins', 'settings/keys'],
];

/** Returns traces of hostile text in the window: executed code, inserted elements, text that is not isolated and overflow. */
const effects = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('body *')];
    const hasOwn = ({ childNodes }: Element) =>
      [...childNodes].some((child) => child instanceof Text && child.data.includes('\u202E'));
    const leaks = all.filter((element) => {
      const { display, unicodeBidi } = getComputedStyle(element);
      return hasOwn(element) && display === 'inline' && !unicodeBidi.startsWith('isolate');
    });
    return {
      hacked: 'hacked' in window,
      images: document.querySelectorAll('img[src="x"]').length,
      links: document.querySelectorAll('a[href^="javascript:" i]').length,
      leaks: leaks.map(({ outerHTML }) => outerHTML.slice(0, 200)),
      isTooWide: document.documentElement.scrollWidth > innerWidth,
    };
  });
const none = { hacked: false, images: 0, links: 0, leaks: [], isTooWide: false };

test('hostile names of jobs, keys, plugins, recipes, proxies and sinks stay text in every view', async ({
  gleaner,
  engine,
  page,
}) => {
  test.setTimeout(180_000);
  const title = name.replaceAll('<', '&lt;');
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    answer.end(`<title>${title}</title><main><h1>${title}</h1><p>${title}</p></main>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?${encodeURIComponent(name)}`;
  const ok = async (method: string, path: string, body: unknown) => {
    const answer = await engine.call(method, path, body);
    expect([path, answer.status, answer.body.error]).toEqual([path, expect.any(Number), undefined]);
    return answer.body;
  };
  const saved = `/local/saved/${encodeURIComponent(name)}`;
  try {
    await ok('PUT', saved, { kind: 'batch', request: { urls: [url] } });
    await ok('PUT', `${saved}/schedule`, { cron: '0 0 1 1 *', timeZone: 'Europe/Berlin' });
    await ok('POST', '/local/keys', { name });
    await ok('PUT', '/local/recipes/hostile', {
      ...{ version: 1, name: 'hostile', pages: [url], records: { selector: 'main', name } },
      fields: [{ name, type: 'text', sources: [{ selector: 'h1' }] }],
    });
    const proxy = {
      plugin: 'static',
      name: name.slice(0, 60),
      enabled: false,
      config: { url: 'http://127.0.0.1:9' },
    };
    const sink = { plugin: 'file', events: [], config: { folder: `/tmp/${name}` } };
    await ok('PATCH', '/local/settings', { proxies: [proxy], sinks: [sink] });
    const content = Buffer.from(plugin).toString('base64');
    const { items } = await ok('POST', '/local/plugin-files', { name: 'hostile.mjs', content });
    expect(items[0].facts.summary).toBe(name);
    await ok('POST', '/v2/scrape', { url, formats: ['markdown'] });
    const { id } = await ok('POST', '/v2/batch/scrape', { urls: [url] });
    await expect.poll(async () => (await engine.call('GET', `/local/jobs/${id}`)).body.state).toBe('completed');

    for (const view of [...views, `jobs/${id}`]) {
      await gleaner.open(view);
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      if (namedViews.includes(view) || view === `jobs/${id}`) {
        await expect(page.getByText(attack).first(), view).toBeVisible();
      }
      expect([view, await effects(page)]).toEqual([view, none]);
    }
  } finally {
    await engine.call('DELETE', saved);
    await engine.call('DELETE', '/local/plugin-files/hostile.mjs');
    await engine.call('DELETE', '/local/recipes/hostile');
    await engine.call('PATCH', '/local/settings', { proxies: [], sinks: [] });
    server.closeAllConnections();
    server.close();
  }
});
