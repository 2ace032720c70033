import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine';

let site: Server;
let url: string;
beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<title>${request.url}</title><div id="root">Loading…</div><script>setTimeout(() => {
      document.getElementById('root').innerHTML = '<main><h1>Drawn</h1>' + '<p>Words of the page.</p>'.repeat(500) + '</main>';
      }, 30)</script>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => site.close());

/** Returns the IDs of the main browser processes whose profiles are in the given folder. */
function browsersOf(folder: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => line.includes(`--user-data-dir=${folder}`) && !/--type=|crashpad/.test(line))
    .map((line) => Number.parseInt(line, 10));
}

it.skipIf(process.platform === 'win32')(
  'survives repeated browser crashes in the middle of pages',
  async () => {
    const engine = await startTestEngine();
    let page = 0;
    const scrape = () =>
      engine.call('POST', '/v2/scrape', { url: `${url}/${page++}`, waitFor: 20, maxAge: 0, timeout: 20_000 });
    for (let kill = 0; kill < 5; kill++) {
      const pages = [1, 2, 3, 4].map(scrape);
      await expect.poll(() => browsersOf(engine.dataDir).length, { timeout: 20_000, interval: 20 }).toBeGreaterThan(0);
      await Promise.race(pages);
      const more = [1, 2, 3, 4].map(scrape);
      for (const pid of browsersOf(engine.dataDir)) process.kill(pid, 'SIGKILL');
      // A page whose browser was killed may fail, but its request still gets a response.
      for (const answer of await Promise.all([...pages, ...more]))
        expect([200, 408, 500, 502]).toContain(answer.status);
      expect(engine.process.exitCode).toBe(null);
    }
    expect((await scrape()).body.data.markdown).toContain('Words of the page.');
    expect(await engine.stop()).toBe(0);
  },
  120_000,
);
