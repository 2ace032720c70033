import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

it('npm run dev without a screen serves the interface with hot reload in front of a running engine', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-dev-'));
  const env = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' };
  const dev = spawn(process.execPath, ['scripts/dev.mjs', '--data-dir', dataDir], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  dev.stderr.on('data', (chunk) => (said += chunk));
  const link = await new Promise<string>((resolve, reject) => {
    dev.once('exit', () => reject(new Error(said)));
    createInterface({ input: dev.stdout }).on('line', (line) => {
      const found = /^Sign in: (\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  expect(said).toContain('Electron or a screen is missing here');
  const { origin } = new URL(link);
  expect(await (await fetch(origin)).text()).toContain('/@vite/client');
  expect(await (await fetch(`${origin}/health`)).json()).toEqual({ status: 'ok' });
  const signedIn = await fetch(link, { redirect: 'manual' });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await fetch(`${origin}/local/session`, { headers: { cookie, origin } })).status).toBe(200);
  expect((await fetch(`${origin}/local/session`)).status).toBe(401);
  dev.kill('SIGTERM');
  await once(dev, 'exit');
  await rm(dataDir, { recursive: true, force: true });
}, 120_000);
