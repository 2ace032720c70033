/**
 * `npm run screenshots [-- --out DIR] [--only VIEW,…] [--language de]`: writes screenshots of every view of the built
 * app to docs/screenshots. Each view is captured at three sizes and in both themes. Starts its own engine and demo
 * site. Also records the README animation (`movie`), in English. File names include the language unless it is English.
 * Views for review are captured only with `--all`, or if `--only` names them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import '../test/storage/ts-hooks.mjs';
import { startEngine } from '../test/bench/processes.mjs';
import { takeMovie } from './readme-movie.mjs';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'docs/screenshots' },
    only: { type: 'string' },
    language: { type: 'string', default: 'en' },
    all: { type: 'boolean', default: false },
  },
});
const { en } = await import('../src-renderer/texts/en/index.ts');
const { pack } = await import('../src-renderer/texts/de/index.ts');
/** Translates UI text to the language of the screenshots. */
function say(text) {
  if (values.language === 'en') return text;
  for (const [area, texts] of Object.entries(en))
    for (const [key, one] of Object.entries(texts)) if (one === text) return pack.catalogue[area][key];
  throw new Error(`The catalogue has no text “${text}”.`);
}
const sizes = [
  [1280, 800],
  [1920, 1080],
  [390, 844],
];
const themes = ['light', 'dark'];
/** WebP quality that keeps the full set of screenshots below 4 MB. */
const quality = 55;

const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-screenshots-'));
const engine = await startEngine(dataDir);
const headers = { authorization: `Bearer ${engine.key}`, 'content-type': 'application/json' };
async function call(method, path, body) {
  const answer = await fetch(engine.url + path, { method, headers, body: body && JSON.stringify(body) });
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${read.error}`);
  return read;
}
async function ended(id) {
  for (;;) {
    const { state } = await call('GET', `/local/jobs/${id}`);
    if (!['queued', 'active'].includes(state)) return id;
    await pause(100);
  }
}
const run = async (path, request) => ended((await call('POST', path, request)).id);

/**
 * Creates content for the views: a crawl with screenshots, an extraction, an earlier scrape, and a saved, scheduled and
 * monitored table.
 */
async function fill() {
  const { url: site } = await call('POST', '/local/demo-site', {});
  const crawl = await run('/v2/crawl', {
    url: site,
    limit: 24,
    scrapeOptions: { formats: ['markdown', 'links', 'screenshot'] },
  });
  const text = (name, selector) => ({ name, type: 'text', sources: [{ selector }] });
  const fields = [
    text('name', 'h2'),
    text('kind', '.meta'),
    { name: 'price', type: 'price', sources: [{ selector: '.price' }] },
    text('stock', '.stock'),
  ];
  const recipe = {
    version: 1,
    name: 'seeds',
    pages: [`${site}shop/*`],
    records: { selector: 'li.product' },
    fields,
    next: 'a[rel=next]',
    health: { pages: 3, fill: {}, currencies: { price: 'EUR' } },
  };
  const table = await run('/v2/table', { url: `${site}shop/index.html`, recipe });
  const properties = { name: { type: 'string' }, price: { type: 'number' }, description: { type: 'string' } };
  await run('/v2/extract', {
    urls: [`${site}shop/amber-lantern.html`],
    schema: { type: 'object', properties },
    showSources: true,
  });
  await call('POST', `/local/jobs/${table}/save`, { name: 'Seed prices' });
  await call('PATCH', '/local/saved/Seed%20prices', { description: 'Prices and stock of the shop' });
  await call('PUT', '/local/saved/Seed%20prices/schedule', { cron: '0 7 * * 1-5' });
  await call('PUT', '/local/saved/Seed%20prices/monitor', { key: 'name', notify: { desktop: true } });
  for (let turn = 0; turn < 2; turn++) await ended((await call('POST', '/local/saved/Seed%20prices/run', {})).id);
  await call('PUT', '/local/saved/All%20pages', { kind: 'crawl', request: { url: site, limit: 50 } });
  for (const path of ['', 'shop/amber-lantern.html'])
    await call('POST', '/v2/scrape', { url: site + path, formats: ['markdown', 'links'] });
  return { site, crawl, table };
}
/** Returns the views. Each has a path (after `#/`) and, if needed, actions to perform before the screenshot. */
const viewsOf = ({ site, crawl, table }) => ({
  start: [
    'start',
    async (page) => {
      await page.getByRole('textbox', { name: say('Paste a web address') }).fill(`${site}shop/index.html`);
      await page.getByRole('textbox', { name: say('Paste a web address') }).press('Enter');
      await page.getByRole('button', { name: new RegExp(`^${say('Open as table:')}`) }).waitFor();
    },
  ],
  developers: ['developers'],
  playground: [
    'playground',
    async (page) => {
      await page.getByLabel(say('Address of the page')).fill(`${site}shop/amber-lantern.html`);
      await page.getByLabel(say('Address of the page')).press('Enter');
      await page.getByRole('tab', { name: say('Metadata') }).waitFor();
    },
  ],
  'new-job': ['new-job'],
  'new-table': [
    'new-table',
    async (page) => {
      await page.getByRole('textbox', { name: say('Address') }).fill(`${site}shop/index.html`);
      await page.getByRole('textbox', { name: say('Address') }).press('Enter');
      await page
        .frameLocator(`iframe[title="${say('Page')}"]`)
        .getByText('€3.20')
        .first()
        .click({ timeout: 30_000 });
      await page.getByRole('grid', { name: say('Rows') }).waitFor();
    },
  ],
  extract: ['extract'],
  jobs: ['jobs'],
  'job-pages': [`jobs/${crawl}?tab=pages&page=3`, (page) => page.getByRole('tab', { name: say('Metadata') }).waitFor()],
  'job-gallery': [
    `jobs/${crawl}?tab=gallery`,
    (page) => page.getByRole('list', { name: say('Screenshots') }).waitFor(),
  ],
  'job-rows': [`jobs/${table}`, (page) => page.getByRole('grid', { name: say('Rows') }).waitFor()],
  saved: ['saved'],
  monitors: ['monitors'],
  'monitor-runs': [
    'monitors/Seed%20prices',
    async (page) => {
      await page.getByRole('button', { name: say('History of prices and other numbers') }).click();
      await page.getByRole('table').first().waitFor();
    },
  ],
  history: ['history'],
  usage: ['usage'],
  settings: ['settings/general'],
  'settings-proxies': ['settings/proxies'],
  'settings-log-ins': ['settings/log-ins'],
  'settings-models': ['settings/models'],
  'settings-plugins': ['settings/plugins'],
  'settings-storage': ['settings/storage'],
  reference: ['reference'],
  palette: [
    'jobs',
    async (page) => {
      await page.getByRole('heading', { name: say('Jobs'), level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await page
        .getByRole('dialog', { name: say('Command palette') })
        .getByRole('option')
        .first()
        .waitFor();
    },
  ],
});

/** Returns the views captured only for review. */
const moreOf = ({ crawl, table }) => ({
  'settings-keys': ['settings/keys'],
  'settings-browser': ['settings/browser'],
  'settings-webhooks': ['settings/webhooks'],
  'settings-about': ['settings/about'],
  recipes: ['saved/recipes'],
  'playground-empty': ['playground'],
  'playground-error': [
    'playground',
    async (page) => {
      await page.getByLabel(say('Address of the page')).fill('http://127.0.0.1:9/');
      await page.getByLabel(say('Address of the page')).press('Enter');
      await page.getByRole('alert').first().waitFor();
    },
  ],
  'new-table-empty': ['new-table'],
  'job-figures': [`jobs/${crawl}`, (page) => page.locator('.folded .line').click({ timeout: 5000 })],
  'job-columns': [
    `jobs/${table}`,
    (page) =>
      page
        .getByRole('button', { name: say('Columns') })
        .first()
        .click({ timeout: 5000 }),
  ],
  'job-export': [
    `jobs/${table}`,
    (page) =>
      page
        .getByRole('button', { name: say('Export') })
        .first()
        .click({ timeout: 5000 }),
  ],
  'job-rows-pages': [`jobs/${crawl}?tab=pages`],
  'job-missing': ['jobs/no-such-job'],
  keys: [
    'jobs',
    async (page) => {
      await page.getByRole('heading', { name: say('Jobs'), level: 1 }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  ],
});

const browser = await chromium.launch({
  executablePath: process.env.GLEANER_TEST_BROWSER || '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

/**
 * Calls `act`, then waits until the page has had no pending requests for half a second. Waits at most 20 s, and ignores
 * event streams.
 */
async function untilQuiet(page, act) {
  const open = new Set();
  let since = performance.now();
  const done = (request) => {
    open.delete(request);
    since = performance.now();
  };
  page.on('request', (request) => !/\/(?:events|live)\b/.test(request.url()) && open.add(request));
  page.on('requestfinished', done).on('requestfailed', done);
  await act();
  const end = performance.now() + 20_000;
  while ((open.size > 0 || performance.now() - since < 500) && performance.now() < end) await pause(50);
}

async function openMovie(site) {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: values.language });
  await context.request.post(`${engine.url}/local/session`, { data: { key: engine.key } });
  const movie = await takeMovie(context, { url: engine.url, site, say });
  await context.close();
  return movie;
}

async function takeAll() {
  const filled = await fill();
  const [kept, more] = [viewsOf(filled), moreOf(filled)];
  const views = { ...kept, ...more };
  const wanted = values.only?.split(',') ?? Object.keys(values.all ? views : kept);
  mkdirSync(values.out, { recursive: true });
  let bytes = 0;
  if (values.language === 'en' && (!values.only || wanted.includes('movie'))) {
    const movie = await openMovie(filled.site);
    bytes += movie.length;
    writeFileSync(join(values.out, 'listing-to-file.webp'), movie);
  }
  for (const [width, height] of sizes) {
    const context = await browser.newContext({
      viewport: { width, height },
      reducedMotion: 'reduce',
      locale: values.language,
    });
    await context.request.post(`${engine.url}/local/session`, { data: { key: engine.key } });
    for (const name of wanted.filter((one) => one !== 'movie')) {
      const page = await context.newPage();
      const told = [];
      page.on('pageerror', (error) => told.push(error.message));
      page.on('console', (message) => message.type() === 'error' && told.push(message.text()));
      const [path, act] = views[name];
      await untilQuiet(page, async () => {
        await page.goto(`${engine.url}/#/${path}`);
        await page.getByRole('navigation', { name: say('Main') }).waitFor();
        await Promise.resolve(act?.(page)).catch((thrown) => told.push(thrown.message.split('\n', 1)[0]));
      });
      await page.evaluate(() => {
        const inSight = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
        return Promise.all(inSight.map((image) => image.decode().catch(() => undefined)));
      });
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.waitForFunction((scheme) => document.documentElement.style.colorScheme === scheme, colorScheme);
        // Waits until transitions have finished and the theme is painted.
        await pause(300);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const session = await context.newCDPSession(page);
        const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
        const picture = Buffer.from(data, 'base64');
        bytes += picture.length;
        writeFileSync(
          join(
            values.out,
            `${name}-${width}-${colorScheme}${values.language === 'en' ? '' : `-${values.language}`}.webp`,
          ),
          picture,
        );
      }
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wider > 0) told.push(`the page is ${wider} px wider than its window`);
      for (const what of told) console.log(`${name} at ${width}: ${what}`);
      await page.close();
    }
    await context.close();
  }
  console.log(`${wanted.length} views, ${(bytes / 1e6).toFixed(1)} MB in ${values.out}`);
}

try {
  await takeAll();
} finally {
  await browser.close();
  await engine.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
