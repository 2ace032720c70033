/**
 * Tests the built `gleaner` command as a program, with its own engine and with a running engine. Covers errors and
 * Ctrl-C.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const cli = 'out/main/cli.js';

let folder: string;
let dataDir: string;
let site: Server;
let siteUrl: string;
let onSlowRequest: () => void = () => undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-cli-'));
  dataDir = join(folder, 'data');
  site = createServer((request, response) => {
    if (request.url === '/slow') {
      onSlowRequest();
      return;
    }
    response.setHeader('content-type', 'text/html');
    createReadStream(join('resources/demo-site', request.url === '/' ? 'index.html' : (request.url ?? '')))
      .on('error', () => response.writeHead(404).end('<h1>Not found</h1>'))
      .pipe(response);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Finished {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

function start(args: readonly string[]): { child: ChildProcess; finished: Promise<Finished> } {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk) => out.push(chunk));
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const finished = new Promise<Finished>((resolve) =>
    child.on('close', (code) => resolve({ code, stdout: Buffer.concat(out), stderr })),
  );
  return { child, finished };
}

const gleaner = (...args: string[]) => start(args).finished;
const own = () => ['--data-dir', dataDir, '--allow-private-network'];

describe.skipIf(!existsSync(cli))('the gleaner command (needs a build)', () => {
  it('prints a page as markdown with its own engine, and stops it', async () => {
    const { code, stdout, stderr } = await gleaner('scrape', `${siteUrl}/guide/germination-test.html`, ...own());
    expect(stderr).toBe('Starting an engine …\n');
    expect(code).toBe(0);
    expect(stdout.toString()).toContain('| `tomato` | 8 | 7 of 10 |');
    expect(existsSync(join(dataDir, 'engine.json'))).toBe(false);
  });

  it('reports the status of an error page', async () => {
    const { code, stdout, stderr } = await gleaner('scrape', `${siteUrl}/none.html`, ...own());
    expect([code, stdout.toString()]).toEqual([0, '# Not found\n']);
    expect(stderr).toBe('Starting an engine …\nNote: The server returned the page with status 404.\n');
  });

  it('writes several formats as JSON into a file', async () => {
    const file = join(folder, 'page.json');
    const { code, stdout, stderr } = await gleaner(
      'scrape',
      `${siteUrl}/`,
      '-f',
      'markdown,links',
      '-o',
      file,
      ...own(),
    );
    expect(code, stderr).toBe(0);
    expect(stdout).toHaveLength(0);
    const document = JSON.parse(await readFile(file, 'utf8'));
    expect(document.markdown).toContain('Larkfield lends seeds');
    expect(document.links).toContain(`${siteUrl}/shop/index.html`);
  });

  it('pipes the bytes of a screenshot', async () => {
    const { code, stdout, stderr } = await gleaner('scrape', `${siteUrl}/`, '-f', 'screenshot', ...own());
    expect(code, stderr).toBe(0);
    expect(stdout.subarray(1, 4).toString()).toBe('PNG');
  });

  it('reports an error in one sentence, and exits with 1', async () => {
    const refused = await gleaner('scrape', `${siteUrl}/`, '--data-dir', dataDir);
    expect(refused.code).toBe(1);
    expect(refused.stderr.trim().split('\n').at(-1)).toMatch(/^gleaner: .*private address.*--allow-private-network\.$/);
    const nobody = await gleaner('keys', 'list', '--data-dir', dataDir);
    expect(nobody.code).toBe(1);
    expect(nobody.stderr).toBe('gleaner: no engine is running; start one with `gleaner serve` or `npm start`.\n');
    const unreachable = await gleaner('scrape', siteUrl, '--api-url', 'http://127.0.0.1:1', '--data-dir', dataDir);
    expect(unreachable.stderr).toContain('no engine responds at http://127.0.0.1:1');
    const unknown = await gleaner('scrap', siteUrl);
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain("unknown command 'scrap'");
  });

  it('stops on Ctrl-C during a fetch, together with its engine', async () => {
    const requested = new Promise<void>((resolve) => {
      onSlowRequest = resolve;
    });
    const { child, finished } = start(['scrape', `${siteUrl}/slow`, ...own()]);
    await requested;
    const { pid } = JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8'));
    child.kill('SIGINT');
    const { code, stderr } = await finished;
    expect(code).toBe(130);
    expect(stderr).toContain('gleaner: cancelled.');
    expect(() => process.kill(pid, 0)).toThrow();
  });

  it('stops its engine when it is killed', async () => {
    const requested = new Promise<void>((resolve) => {
      onSlowRequest = resolve;
    });
    const { child } = start(['scrape', `${siteUrl}/slow`, ...own()]);
    await requested;
    const { pid } = JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8'));
    child.kill('SIGKILL');
    await expect.poll(() => existsSync(join(dataDir, 'engine.json')), { timeout: 10_000 }).toBe(false);
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
  });

  it('serves in the foreground, and other commands use that engine', async () => {
    const { child, finished } = start(['serve', '--port', '0', '--data-dir', dataDir, '--allow-private-network']);
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (chunk) => String(chunk).includes('Sign in:') && resolve());
    });
    try {
      const page = await gleaner('scrape', `${siteUrl}/`, '--data-dir', dataDir);
      expect(page.stderr).toBe('');
      expect(page.stdout.toString()).toContain('Larkfield lends seeds');
      const created = await gleaner('keys', 'create', 'test key', '--data-dir', dataDir);
      expect(created.code).toBe(0);
      const listed = (await gleaner('keys', 'list', '--data-dir', dataDir)).stdout.toString();
      const line = listed.split('\n').find((entry) => entry.includes('test key'));
      const { url } = JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8'));
      const byKey = ['scrape', `${siteUrl}/`, '--api-url', url, '--api-key', created.stdout.toString().trim()];
      expect((await gleaner(...byKey)).code).toBe(0);
      expect((await gleaner('keys', 'revoke', line!.split('\t')[0]!, '--data-dir', dataDir)).code).toBe(0);
      const revoked = await gleaner(...byKey);
      expect(revoked.code).toBe(1);
      expect(revoked.stderr).toContain('Set a key with --api-key-file');
    } finally {
      child.kill('SIGTERM');
    }
    expect((await finished).code).toBe(0);
  });

  it('leaves the first API key to an engine that shows it', async () => {
    const fresh = join(folder, 'first-key');
    expect((await gleaner('scrape', `${siteUrl}/`, '--allow-private-network', '--data-dir', fresh)).code).toBe(0);
    const { child, finished } = start(['serve', '--port', '0', '--data-dir', fresh]);
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (chunk) => /API key \(shown only this once\): gl-/.test(String(chunk)) && resolve());
      void finished.then(() => resolve());
    });
    child.kill();
    expect((await finished).stdout.toString()).toMatch(/API key \(shown only this once\): gl-/);
  }, 60_000);

  it('ignores the state file of a killed engine', async () => {
    await writeFile(
      join(dataDir, 'engine.json'),
      JSON.stringify({ url: 'http://127.0.0.1:1', pid: 1, localToken: 'x' }),
    );
    const { code } = await gleaner('scrape', `${siteUrl}/`, ...own());
    expect(code).toBe(0);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
