import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../core/common/log';
import { Revocations } from '../../../core/platform/auth/revocations';
import { openSessionFiles } from '../../../core/platform/auth/session-files';
import { linkSeconds, Sessions, sessionSeconds } from '../../../core/platform/auth/sessions';

let folder: string;
let now: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-sessions-'));
  now = Date.now();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Opens the folder's sessions with the test's clock. `said` contains the logged messages. */
async function open(fingerprints: Readonly<Record<string, string>> = {}) {
  const said: string[] = [];
  const log = { ...silentLog, warn: (line: string) => void said.push(line) };
  const files = await openSessionFiles(folder, log);
  const keys = { fingerprint: async (id: string) => fingerprints[id] };
  return { said, sessions: new Sessions({ files, keys, revocations: new Revocations(), now: () => now }) };
}

describe('a sign-in link', () => {
  it('opens one session', async () => {
    const { sessions } = await open();
    const token = sessions.createLinkToken();
    expect(await sessions.redeem(token)).toBeDefined();
    expect(await sessions.redeem(token)).toBeUndefined();
  });

  it('expires after half an hour', async () => {
    const { sessions } = await open();
    const [early, late] = [sessions.createLinkToken(), sessions.createLinkToken()];
    now += linkSeconds * 1000 - 1;
    expect(await sessions.redeem(early)).toBeDefined();
    now += 1;
    expect(await sessions.redeem(late)).toBeUndefined();
  });
});

describe('a session', () => {
  it('expires', async () => {
    const { sessions } = await open();
    const cookie = await sessions.open();
    now += sessionSeconds * 1000;
    expect(await sessions.read(cookie)).toBeUndefined();
  });

  it('ends when its key was replaced under the same id', async () => {
    const cookie = await (await open({ option: 'aa' })).sessions.open('option');
    expect(await (await open({ option: 'aa' })).sessions.read(cookie)).toBeDefined();
    expect(await (await open({ option: 'bb' })).sessions.read(cookie)).toBeUndefined();
    expect(await (await open()).sessions.read(cookie)).toBeUndefined();
  });

  it('cannot be given another key or another expiry', async () => {
    const { sessions } = await open({ a: 'aa', b: 'bb' });
    const [expiry, id, , signature] = (await sessions.open('a')).split('.');
    for (const changed of [`${expiry}.${id}.b`, `${expiry}.${id}.`, `${Number(expiry) + 1}.${id}.a`]) {
      expect(await sessions.read(`${changed}.${signature}`)).toBeUndefined();
    }
  });

  it('stays signed out when the list is damaged: all sessions end, and the log reports it', async () => {
    const first = await open();
    const cookie = await first.sessions.open();
    const session = await first.sessions.read(cookie);
    if (session) await first.sessions.end(session);
    await writeFile(join(folder, 'ended-sessions.json'), randomBytes(20));
    const second = await open();
    expect(await second.sessions.read(cookie)).toBeUndefined();
    expect(second.said).toEqual([expect.stringContaining('everyone must sign in again')]);
  });
});

it('keeps its key over restarts, and reports a damaged one', async () => {
  await open();
  const path = join(folder, 'session.key');
  const key = await readFile(path);
  expect((await open()).said).toEqual([]);
  expect(await readFile(path)).toEqual(key);
  await writeFile(path, key.subarray(0, 31));
  expect((await open()).said).toEqual([expect.stringContaining('contained 31 bytes instead of 32')]);
  expect(await readFile(path)).toHaveLength(32);
  // An all-zero secret is replaced, because anybody could sign sessions with it.
  await writeFile(path, Buffer.alloc(32));
  expect((await open()).said).toEqual([expect.stringContaining('contained only zeros')]);
  expect(await readFile(path)).not.toEqual(Buffer.alloc(32));
});
