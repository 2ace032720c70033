import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ProcessRecords } from '../../../../core/net/engines/browser/process-records';
import { eventually, type Lab, type Site, startLab, startSite } from './support/browser-lab';

const traces = `<pre id="found"></pre><script>
  const found = { cookie: document.cookie, local: localStorage.getItem('mark'), session: sessionStorage.getItem('mark'), name: window.name };
  document.getElementById('found').textContent = JSON.stringify(found);
  if (location.search.includes('leave')) { document.cookie = 'mark=1'; localStorage.setItem('mark', '1'); window.name = 'marked'; }
  if (location.search.includes('session')) sessionStorage.setItem('mark', '1');
  if (location.search.includes('unload')) addEventListener('pagehide', () => { document.cookie = 'mark=late'; localStorage.setItem('mark', 'late'); sessionStorage.setItem('mark', 'late'); });
</script>`;
const clean = { cookie: '', local: null, session: null, name: '' };

describe('isolation between jobs', () => {
  let lab: Lab;
  let site: Site;
  let visits = 0;

  beforeAll(async () => {
    site = await startSite({
      '/traces': traces,
      '/cached': (_request, response) => {
        visits++;
        response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'max-age=600' });
        response.end(`<p>visit ${visits}</p>`);
      },
    });
    lab = startLab({ maxPages: () => 1 });
  });

  afterAll(async () => {
    await lab.close();
    await site.close();
  });

  const found = async (path: string, jobId: string): Promise<unknown> => {
    const html = await lab.html(site.base + path, { jobId });
    return JSON.parse(/<pre id="found">(.*?)<\/pre>/.exec(html)?.[1] ?? '');
  };

  it.each(['leave', 'leave&session', 'leave&unload'])(
    'hides everything a job stored from the next one (%s)',
    async (how) => {
      await found(`/traces?${how}`, `first ${how}`);
      expect(await found('/traces', `second ${how}`)).toEqual(clean);
    },
  );

  it('reuses one page for several jobs, cleaned in between', async () => {
    const own = startLab({ maxPages: () => 1 });
    const opened = vi.spyOn(own.egress.routes, 'register');
    for (let job = 0; job < 12; job++) {
      const html = await own.html(`${site.base}/traces?leave`, { jobId: `job ${job}` });
      expect(JSON.parse(/<pre id="found">(.*?)<\/pre>/.exec(html)?.[1] ?? '')).toEqual(clean);
    }
    expect(opened).toHaveBeenCalledTimes(1);
    await own.close();
  });

  it('reuses a page within a job without cleaning, and hides everything from the next job', async () => {
    for (let page = 0; page < 2; page++) await found('/traces?leave', 'many pages');
    expect(await found('/traces', 'many pages')).not.toEqual(clean);
    expect(await found('/traces', 'after many pages')).toEqual(clean);
  });

  it("serves a job's cached page to no other job", async () => {
    await lab.html(`${site.base}/cached`, { jobId: 'one' });
    expect(await lab.html(`${site.base}/cached`, { jobId: 'two' })).toContain('visit 2');
  });

  it('reuses pages with accepted invalid certificates only for scrapes that accept them', async () => {
    await lab.html(`${site.base}/traces?leave`, { jobId: 'lax', skipTlsVerification: true });
    expect(await found('/traces', 'strict')).toEqual(clean);
  });
});

describe('the lifecycle of the browser', () => {
  const words = 'Enough words to look like a page. '.repeat(30);
  let site: Site;
  let hold: (() => void) | undefined;
  let halves = 0;

  beforeAll(async () => {
    site = await startSite({
      '/page': `<h1>Fine</h1><p>${words}</p>`,
      '/half': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(halves === 0 ? '<h1>Half</h1><script src="/never"></script>' : '<h1>Whole</h1>');
      },
      '/never': () => undefined,
      '/slow': (_request, response) => {
        hold = () => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Slow but there</h1>');
      },
    });
  });

  afterAll(() => site.close());

  const held = async () => {
    await eventually(() => hold !== undefined);
    const release = hold;
    hold = undefined;
    return release ?? (() => undefined);
  };

  it('restarts a browser that crashes in the middle of a page, and fetches the page again', async () => {
    const lab = startLab();
    const fetched = lab.html(`${site.base}/slow`);
    await held();
    const pid = await lab.engine.pid();
    process.kill(pid ?? 0, 'SIGKILL');
    (await held())();
    expect(await fetched).toContain('Slow but there');
    expect(await lab.engine.pid()).not.toBe(pid);
    await lab.close();
  });

  it('fetches a page again after its renderer crashed', async () => {
    const lab = startLab();
    const fetched = lab.html(`${site.base}/half`);
    await eventually(() => site.requests.some(({ url }) => url === '/never'));
    const pid = await lab.engine.pid();
    halves++;
    for (const renderer of renderersOf(pid ?? 0)) process.kill(renderer, 'SIGKILL');
    expect(await fetched).toContain('Whole');
    expect(await lab.engine.pid()).toBe(pid);
    await lab.close();
  });

  it('fails when the browser crashes twice, without an unrendered page', async () => {
    const lab = startLab();
    const fetched = lab.html(`${site.base}/slow`);
    for (let time = 0; time < 2; time++) {
      if (time === 0) fetched.catch(() => undefined);
      await held();
      process.kill((await lab.engine.pid()) ?? 0, 'SIGKILL');
    }
    await expect(fetched).rejects.toMatchObject({ code: 'SCRAPE_BROWSER_CRASHED' });
    expect(await lab.html(`${site.base}/page`)).toContain('Fine');
    await lab.close();
  });

  it('closes an idle browser, and restarts it on demand', async () => {
    const lab = startLab({ idleMs: 1000 });
    await lab.html(`${site.base}/page`);
    const pid = (await lab.engine.pid()) ?? 0;
    expect(pid).toBeGreaterThan(0);
    await eventually(() => !isAlive(pid));
    expect(await lab.html(`${site.base}/page`)).toContain('Fine');
    await lab.close();
  });

  it('leaves no process and no profile after closing', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-close-'));
    const lab = startLab({ dataDir });
    await lab.html(`${site.base}/page`);
    const pid = (await lab.engine.pid()) ?? 0;
    expect(readdirSync(join(dataDir, 'browser')).length).toBeGreaterThan(0);
    await lab.engine.close();
    expect(isAlive(pid)).toBe(false);
    expect(readdirSync(join(dataDir, 'browser'))).toEqual([]);
    await lab.close();
  });

  it('ends an orphaned browser at the next start', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-orphan-'));
    const profileDir = join(dataDir, 'browser', 'profile-1-x');
    // Simulates a browser that has outlived its owner. The browser's command line names the profile.
    const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', profileDir], {
      stdio: 'ignore',
      detached: true,
    });
    await eventually(() => readFileSync(`/proc/${orphan.pid}/cmdline`, 'utf8').includes(profileDir));
    new ProcessRecords(dataDir).newProfileDir();
    const record = { pid: orphan.pid, ownerPid: 2 ** 22 - 1, ownerStart: '1', profileDir };
    writeFileSync(join(dataDir, 'browser', `${orphan.pid}.json`), JSON.stringify(record));
    expect(new ProcessRecords(dataDir).endOrphans()).toBe(1);
    await eventually(() => orphan.exitCode !== null || orphan.signalCode !== null);
    expect(existsSync(profileDir)).toBe(false);
    rmSync(dataDir, { recursive: true, force: true });
  });
});

/** Returns the IDs of a browser's renderer processes. */
function renderersOf(group: number): readonly number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,pgid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, pgid, ...args]) => Number(pgid) === group && args.includes('--type=renderer'))
    .map(([pid]) => Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
