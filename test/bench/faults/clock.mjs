/** Clock faults: the machine's clock changes while the engine runs, and between two runs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve, startBatch, startEngine, startSite, until, untilEnded } from './engine.mjs';

const dayMs = 24 * 3600 * 1000;

/** Returns a module that shifts the engine's clock by the number of milliseconds in a file. */
const shifted = (file) => `
import { readFileSync } from 'node:fs';
const System = Date;
let [offset, readAt] = [0, Number.NEGATIVE_INFINITY];
const now = () => {
  if (performance.now() - readAt > 20) [offset, readAt] = [Number(readFileSync(${JSON.stringify(file)}, 'utf8')), performance.now()];
  return System.now() + offset;
};
globalThis.Date = class Date extends System {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
};
`;

/**
 * Starts a site that responds with 503 to the first request for `/busy`. On `/late`, a script adds the page's text
 * after a delay.
 */
async function startUneasySite() {
  const visits = { busy: 0, late: 0 };
  const text = '<main><h1>Here</h1><p>The ships come and go all day long, and so do the cranes.</p></main>';
  const late = `<div id="root"></div><script>setTimeout(() => { root.innerHTML = '${text}'; }, 1500)</script>`;
  const site = await serve((request, response) => {
    const name = request.url.slice(1);
    if (name in visits) visits[name] += 1;
    const isBusy = name === 'busy' && visits.busy === 1;
    response.writeHead(isBusy ? 503 : 200, { 'content-type': 'text/html' }).end(name === 'late' ? late : text);
  });
  return { ...site, visits };
}

/** Sets the clock back by a day while one page waits for its retry, and forward while another page is rendered. */
async function stepsDuringPages(engine, set, check) {
  set(0);
  const site = await startUneasySite();
  const { body } = await engine.call('POST', '/v2/batch/scrape', { urls: [`${site.url}/busy`], maxAge: 0 });
  await until('the first try of a page', () => site.visits.busy === 1);
  set(-dayMs);
  const startedAt = performance.now();
  const { completed } = await untilEnded(engine, `/v2/batch/scrape/${body.id}`);
  const waited = Math.round(performance.now() - startedAt);
  check('ms until a busy page is read after a day back', waited, completed === 1 && waited < 30_000);
  const drawing = engine.call('POST', '/v2/scrape', { url: `${site.url}/late`, waitFor: 1, maxAge: 0 });
  await until('the page in the browser', () => site.visits.late > 0);
  set(2 * dayMs);
  const drawn = (await drawing).body.data?.markdown ?? '';
  check('a page that is drawn meanwhile', drawn.includes('cranes') ? 'whole' : 'cut', drawn.includes('cranes'));
  set(0);
  site.close();
}

async function clockSteps({ dir, check }) {
  const file = join(dir, 'offset');
  const set = (ms) => writeFileSync(file, String(ms));
  set(0);
  writeFileSync(join(dir, 'clock.mjs'), shifted(file));
  const start = () => startEngine(join(dir, 'data'), { nodeArgs: ['--import', join(dir, 'clock.mjs')] });
  const site = await startSite();
  let tries = 0;
  const receiver = await serve((_, response) => {
    tries += 1;
    response.writeHead(tries === 1 ? 500 : 200).end();
  });
  let engine = await start();
  const kept = await startBatch(engine, site, 5);
  await untilEnded(engine, kept);
  await startBatch(engine, site, 1, { webhook: { url: receiver.url, events: ['completed'] } });
  await until('the first try of the webhook', () => tries === 1);
  set(-dayMs);
  const startedAt = performance.now();
  await until('the second try of the webhook', () => tries === 2, 60_000);
  const waited = Math.round(performance.now() - startedAt);
  check('ms until a webhook is sent again after a day back (5000 asked)', waited, waited < 30_000);
  await stepsDuringPages(engine, set, check);
  await engine.stop();
  set(2 * dayMs);
  engine = await start();
  await engine.stop();
  set(0);
  engine = await start();
  const { status, body } = await engine.call('GET', kept);
  check('results after two days ahead and back', `${status}, ${body.data?.length} pages`, body.data?.length === 5);
  await engine.stop();
  site.close();
  receiver.close();
}

/** Clock faults. */
export const clockFaults = { 'clock-steps': clockSteps };
