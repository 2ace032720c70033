/**
 * Measures the delay from a scrape's timeout to its response: `node test/bench/timeouts.mjs [--calls 1000]
 * [--timeout 5000] [--large 0.5] [--profile DIR]` (build first). All calls are sent at once to a site that does not
 * answer, except for the share of calls given by `--large`. These immediately receive a large page. `--profile` writes
 * the CPU profiles of the engine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { quantile } from './figures.mjs';
import { treeSeconds } from './process-tree.mjs';
import { startEngine } from './processes.mjs';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000' },
    timeout: { type: 'string', default: '5000' },
    large: { type: 'string', default: '0' },
    profile: { type: 'string' },
  },
});
const [calls, timeout, large] = [Number(values.calls), Number(values.timeout), Number(values.large)];

const row = (at) => `<div class="card"><h3>Product ${at}</h3><p>Some words about product ${at}</p><b>$${at}</b></div>`;
const largePage = `<!doctype html><title>Large</title>${Array.from({ length: 8000 }, (_, at) => row(at)).join('')}`;
const site = createServer(({ url }, answer) => {
  if (url === '/ok' || url.startsWith('/large')) answer.writeHead(200, { 'content-type': 'text/html' }).end(largePage);
  else if (url === '/robots.txt') answer.writeHead(404).end();
});
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
const siteUrl = `http://127.0.0.1:${site.address().port}`;

const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-bench-'));
const nodeArgs = values.profile ? ['--cpu-prof', '--cpu-prof-dir', values.profile] : [];
const engine = await startEngine(dataDir, [], { nodeArgs, stderr: 'ignore' });
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Sends one scrape request. Resolves to its status and the time in ms until the complete response arrived. */
function scrape(path) {
  const { hostname, port } = new URL(engine.url);
  const headers = { authorization: `Bearer ${engine.key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ url: siteUrl + path, timeout });
  return new Promise((resolve, reject) => {
    const sentAt = performance.now();
    request({ hostname, port, agent, method: 'POST', path: '/v2/scrape', headers }, (response) => {
      response.resume().once('end', () => resolve({ status: response.statusCode, ms: performance.now() - sentAt }));
    })
      .once('error', reject)
      .end(body);
  });
}

try {
  for (let at = 0; at < 5; at++) await scrape('/ok');
  await sleep(1000);
  const before = treeSeconds(engine.pid);
  const answers = await Promise.all(
    Array.from({ length: calls }, (_, at) => scrape(at < calls * large ? `/large/${at}` : `/never/${at}`)),
  );
  const late = answers.filter(({ status }) => status !== 200).map(({ ms }) => ms - timeout);
  const cpu = treeSeconds(engine.pid) - before;
  const ms = (value) => `${Math.round(value ?? 0)} ms`;
  console.log(
    `${calls} calls, ${late.length} timed out: late by p50 ${ms(quantile(late, 0.5))}, p95 ${ms(quantile(late, 0.95))}, ` +
      `at most ${ms(quantile(late, 1))}. Engine CPU ${cpu.toFixed(2)} s`,
  );
} finally {
  agent.destroy();
  await engine.stop();
  site.closeAllConnections();
  site.close();
  rmSync(dataDir, { recursive: true, force: true });
}
