/** Helpers for all fault tests: run the engine as a process, serve a site, and wait with timeouts. */
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { spawnEngine } from '../processes.mjs';

/** Returns a generator of pseudo-random numbers from 0 to 1. The same seed yields the same numbers. */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Starts an engine. Returns it together with functions that call its API. */
export async function startEngine(dataDir, { args = [], nodeArgs = [] } = {}) {
  const child = spawnEngine(dataDir, args, { stderr: 'ignore', nodeArgs });
  const url = await child.ready;
  const headers = { authorization: `Bearer ${child.key}`, 'content-type': 'application/json' };
  const call = async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  return { ...child, url, headers, call };
}

/** Waits until a condition holds. After the timeout, throws an error that names the condition. */
export async function until(what, holds, timeoutMs = 60_000) {
  const end = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
    await pause(25);
  }
}

/** Waits until a job has ended. Returns its last status, without results. */
export async function untilEnded({ call }, path, timeoutMs) {
  let status;
  const ended = async () => {
    status = (await call('GET', `${path}?skip=0&limit=1`)).body;
    return status.status !== 'scraping';
  };
  await until(`the end of ${path}`, ended, timeoutMs);
  return status;
}

/** Returns the URLs of all results, in order. */
export async function addressesOf({ call }, path) {
  const found = [];
  for (;;) {
    const { body } = await call('GET', `${path}?skip=${found.length}&limit=500`);
    if (body.data.length === 0) return found;
    found.push(...body.data.map(({ metadata }) => metadata.sourceURL));
  }
}

/** Starts a server on a loopback port. */
export async function serve(answer) {
  const server = createServer(answer);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

const words = 'The ships come and go, and the cranes begin to move long before the town is awake. ';

/** Starts a site on which every `/n/<number>` is a different page of about `bytes` bytes. */
export function startSite({ delayMs = 0, bytes = 500 } = {}) {
  return serve((request, response) => {
    const number = request.url.split('/').at(-1);
    const text = words.repeat(Math.ceil(bytes / words.length));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    setTimeout(() => response.end(`<title>${number}</title><main><h1>${number}</h1><p>${text}</p></main>`), delayMs);
  });
}

/** Starts a batch that reads numbered pages of a site. Returns the path for its status. */
export async function startBatch({ call }, site, count, options = {}) {
  const urls = Array.from({ length: count }, (_, index) => `${site.url}/n/${index}`);
  const { status, body } = await call('POST', '/v2/batch/scrape', { urls, maxAge: 0, ...options });
  if (status !== 200) throw new Error(`the batch was answered ${status}: ${body.error}`);
  return `/v2/batch/scrape/${body.id}`;
}
