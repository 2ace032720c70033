import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCrawlSite } from '../support/crawl-site';
import { type RunningTestEngine, startTestEngine } from '../support/engine';
import { type EngineInProcess, startInProcess } from '../support/engine-in-process';

let engine: EngineInProcess;
beforeAll(async () => {
  engine = await startInProcess();
});
afterAll(() => engine.stop());

const cookieOf = (answer: Response): string => answer.headers.get('set-cookie')?.split(';')[0] ?? '';

/** Signs in a window with a key. Returns its session cookie. */
async function signIn(key: string): Promise<string> {
  const answer = await fetch(`${engine.url}/local/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  expect(answer.status).toBe(200);
  return cookieOf(answer);
}

const statusFor = async (cookie: string, from: RunningTestEngine = engine): Promise<number> =>
  (await fetch(`${from.url}/local/session`, { headers: { cookie } })).status;

const newKey = async (): Promise<{ readonly key: string; readonly id: string }> => {
  const { key, item } = (await engine.call('POST', '/local/keys', { name: 'to be revoked' })).body;
  return { key, id: item.id };
};
const revoke = (id: string) => engine.call('DELETE', `/local/keys/${id}`);

/** Opens the event stream, or throws if this fails. `end` resolves when the stream has ended. */
async function eventsEnd(headers: Record<string, string>): Promise<{ readonly end: Promise<void> }> {
  const answer = await fetch(`${engine.url}/local/events`, { headers });
  expect(answer.status).toBe(200);
  const read = async () => {
    const reader = answer.body?.getReader();
    while (reader && !(await reader.read()).done);
  };
  return { end: read().catch(() => undefined) };
}

describe('a revoked key', () => {
  it('ends the windows that signed in with it, and no others', async () => {
    const { key, id } = await newKey();
    const [mine, other] = [await signIn(key), await signIn(engine.key)];
    expect(await statusFor(mine)).toBe(200);
    await revoke(id);
    expect([await statusFor(mine), await statusFor(other)]).toEqual([401, 200]);
  });

  it('ends event streams opened with it or with its sessions', async () => {
    const { key, id } = await newKey();
    const streams = await Promise.all([
      eventsEnd({ authorization: `Bearer ${key}` }),
      eventsEnd({ cookie: await signIn(key) }),
    ]);
    await revoke(id);
    await Promise.all(streams.map(({ end }) => end));
  });

  it('closes sockets opened with it or with its sessions', async () => {
    const site = await startCrawlSite(1);
    site.slow(20_000);
    const { key, id } = await newKey();
    const job = (await engine.call('POST', '/v2/batch/scrape', { urls: [`${site.url}/p/0`] })).body.id as string;
    const address = `${engine.url.replace('http', 'ws')}/v2/batch/scrape/${job}`;
    const ofSession = { headers: { cookie: await signIn(key) } } as unknown as string;
    const sockets = [new WebSocket(address, key), new WebSocket(address, ofSession)];
    const closed = await Promise.all(
      sockets.map(async (socket) => {
        await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
        return {
          code: new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code))),
        };
      }),
    );
    await revoke(id);
    expect(await Promise.all(closed.map(({ code }) => code))).toEqual([3000, 3000]);
    await engine.call('DELETE', `/v2/batch/scrape/${job}`);
    await site.close();
  });

  it('is not restored by a late record of its use', async () => {
    const keys = await Promise.all(Array.from({ length: 40 }, newKey));
    await Promise.all(
      keys.flatMap(({ key, id }) => [
        ...Array.from({ length: 3 }, () =>
          fetch(`${engine.url}/local/keys`, { headers: { authorization: `Bearer ${key}` } }),
        ),
        revoke(id),
      ]),
    );
    const gone = new Set(keys.map(({ id }) => id));
    const { items } = (await engine.call('GET', '/local/keys')).body as { items: { id: string }[] };
    expect(items.filter(({ id }) => gone.has(id))).toEqual([]);
    for (const { key } of keys) {
      const answer = await fetch(`${engine.url}/local/keys`, { headers: { authorization: `Bearer ${key}` } });
      expect(answer.status).toBe(401);
    }
  });
});

describe('signing out', () => {
  it('ends this session and its streams permanently, and no others', async () => {
    const [mine, other] = [await signIn(engine.key), await signIn(engine.key)];
    const stream = await eventsEnd({ cookie: mine });
    const answer = await fetch(`${engine.url}/local/session`, { method: 'DELETE', headers: { cookie: mine } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toMatch(/=; .*Max-Age=0/);
    await stream.end;
    expect([await statusFor(mine), await statusFor(other)]).toEqual([401, 200]);
  });

  it('survives a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-sign-out-'));
    const first = await startTestEngine({ dataDir });
    const cookie = cookieOf(await fetch(first.signInLink, { redirect: 'manual' }));
    await fetch(`${first.url}/local/session`, { method: 'DELETE', headers: { cookie } });
    await first.stop('SIGKILL');
    const second = await startInProcess({ dataDir, port: Number(new URL(first.url).port) });
    expect(await statusFor(cookie, second)).toBe(401);
    await second.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('reports that a key has no session to end', async () => {
    const { status, body } = await engine.call('DELETE', '/local/session');
    expect([status, body.error]).toEqual([404, expect.stringContaining('no session to end')]);
  });
});

it('keeps the sign-in link valid when a program requests it with HEAD', async () => {
  const link = engine.newSignInLink();
  const head = await fetch(link, { method: 'HEAD', redirect: 'manual' });
  expect(cookieOf(head)).toBe('');
  expect(cookieOf(await fetch(link, { redirect: 'manual' }))).not.toBe('');
});

describe.each([0, 16, 33])('a session key of %i bytes', (length) => {
  it('accepts no cookie signed with it, and is replaced', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-session-key-'));
    const bytes = Buffer.alloc(length, 7);
    await writeFile(join(dataDir, 'session.key'), bytes);
    const damaged = await startInProcess({ dataDir });
    const name = `gleaner_session_${new URL(damaged.url).port}`;
    const forged = [`${Date.now() + 60_000}.abc`, `${Date.now() + 60_000}.abc.`].map((claim) => {
      const texts = [claim, `${claim}.`].map((text) => createHmac('sha256', bytes).update(text).digest('base64url'));
      return texts.map((signature) => `${name}=${claim}.${signature}`);
    });
    for (const cookie of forged.flat()) expect(await statusFor(cookie, damaged)).toBe(401);
    expect((await readFile(join(dataDir, 'session.key'))).length).toBe(32);
    expect((await stat(join(dataDir, 'session.key'))).mode & 0o077).toBe(0);
    expect((await readdir(dataDir)).filter((file) => file.startsWith('session.key.damaged-'))).toHaveLength(1);
    await damaged.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
