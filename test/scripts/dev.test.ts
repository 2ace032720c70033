import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';

let copy: string;
let dev: ChildProcess;
let said = '';
const links: string[] = [];

/** Waits for the sign-in link with the index `at`. The development server prints a link at each start and restart. */
const signInLink = (at: number) => expect.poll(() => links[at] ?? said, { timeout: 90_000 }).toMatch(/^http/);

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'gleaner-dev-'));
  const sources = ['core', 'plugins', 'src-main', 'src-renderer', 'resources', 'scripts'];
  const configuration = ['package.json', 'package-lock.json', 'electron.vite.config.ts', 'tsconfig.base.json'];
  for (const part of [...sources, ...configuration, 'out'])
    await cp(part, join(copy, part), { recursive: true, preserveTimestamps: true });
  // Makes the copied build newer than the copied sources. Otherwise, the app would be built first.
  const now = new Date();
  await utimes(join(copy, 'out', '.built'), now, now);
  await symlink(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
  dev = spawn(process.execPath, ['scripts/dev.mjs', '--data-dir', join(copy, 'data')], {
    cwd: copy,
    env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  dev.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  createInterface({ input: dev.stdout! }).on('line', (line) => {
    const link = /^Sign in: (\S+)/.exec(line)?.[1];
    if (link) links.push(link);
  });
}, 60_000);
afterAll(async () => {
  if (dev?.exitCode === null && dev.kill('SIGTERM')) await once(dev, 'exit');
  await rm(copy, { recursive: true, force: true });
});

it('serves the UI with hot reload in front of a running engine without a display', async () => {
  await signInLink(0);
  expect(said).toContain('Electron or a display is missing');
  const link = links[0]!;
  const { origin } = new URL(link);
  expect(await (await fetch(origin)).text()).toContain('/@vite/client');
  expect(await (await fetch(`${origin}/health`)).json()).toEqual({ status: 'ok' });
  const signedIn = await fetch(link, { redirect: 'manual' });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await fetch(`${origin}/local/session`, { headers: { cookie, origin } })).status).toBe(200);
  expect((await fetch(`${origin}/local/session`)).status).toBe(401);
}, 120_000);

it('rebuilds and restarts the engine after a change, and keeps it when the build fails', async () => {
  await signInLink(0);
  const { origin } = new URL(links[0]!);
  const file = join(copy, 'plugins/formats/links.ts');
  const source = await readFile(file, 'utf8');
  await writeFile(file, `${source}\nexport const broken = ;\n`);
  await expect.poll(() => said, { timeout: 60_000 }).toContain('The engine was not restarted');
  expect((await fetch(`${origin}/health`)).status).toBe(200);
  await writeFile(file, source.replace(/summary: '[^']*'/, "summary: 'Changed while it runs.'"));
  await signInLink(1);
  expect(new URL(links[1]!).origin).toBe(origin);
  expect(await (await fetch(`${origin}/openapi.json`)).text()).toContain('Changed while it runs.');
}, 180_000);
