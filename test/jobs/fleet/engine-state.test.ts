import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { silentLog } from '../../../core/common/log';
import type { SessionState } from '../../../core/common/page-session';
import { type EngineState, openState } from '../../../core/jobs/fleet/engine-state';
import { LoginProfiles } from '../../../core/jobs/profiles/login-profiles';
import { SealedSessions } from '../../../core/jobs/profiles/sealed-sessions';
import { readRunOptions } from '../../../core/platform/settings/settings';
import type { Storage } from '../../../core/ports/storage';
import { openStorage } from '../../../core/storage/open-storage';
import { postgresDatabases } from '../../storage/postgres-kind';
import { folders, keysOf, rememberingLog } from '../../storage/support';
import { noPostgres } from '../../support/postgres';

const temporary = folders();
const databases = postgresDatabases();
const opened: Storage[] = [];
const newKey = () => randomBytes(32).toString('base64');

interface Given {
  readonly databaseUrl?: string;
  readonly dataDir?: string;
  readonly secretKey?: string;
  readonly secretKeyBefore?: string;
}

/** Opens a node's storage and other state. */
async function node(given: Given): Promise<{ readonly storage: Storage; readonly state: EngineState }> {
  const dataDir = given.dataDir ?? (await temporary.make());
  const storage = await openStorage(dataDir, { databaseUrl: given.databaseUrl });
  opened.push(storage);
  const state = await openState(readRunOptions({ ...given, dataDir }, {}), storage, silentLog);
  return { storage, state };
}
/** Returns a session state that identifies a visitor to the site. */
const signedIn = (value: string): SessionState => ({
  cookies: [{ name: 'sid', value, domain: 'shop.test', hostOnly: true, path: '/', secure: true, httpOnly: true }],
  items: [],
});
const closeAll = async () => {
  for (const storage of opened.splice(0)) await storage.close();
};

describe.skipIf(noPostgres)('shared state of a fleet', () => {
  afterEach(async () => {
    await closeAll();
    await temporary.removeAll();
  });

  test('includes settings, with no lost concurrent change', async () => {
    const databaseUrl = await databases.make();
    const [one, other] = [await node({ databaseUrl }), await node({ databaseUrl })];
    const plugin = (id: string) => (stored: { plugins: object }) => ({ plugins: { ...stored.plugins, [id]: {} } });
    await Promise.all([
      one.state.settings.update({ cacheHours: 1 }),
      other.state.settings.update({ historyEntries: 7 }),
      ...[1, 2, 3].flatMap((n) => [
        one.state.settings.update(plugin(`a${n}`)),
        other.state.settings.update(plugin(`b${n}`)),
      ]),
    ]);
    await one.state.settings.reload();
    await other.state.settings.reload();
    expect(one.state.settings.stored).toEqual(other.state.settings.stored);
    expect(one.state.settings.stored).toMatchObject({ cacheHours: 1, historyEntries: 7 });
    expect(Object.keys(one.state.settings.stored.plugins).sort()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
  });

  test('includes secrets, sealed in the database', async () => {
    const [databaseUrl, secretKey] = [await databases.make(), newKey()];
    const [one, other] = [await node({ databaseUrl, secretKey }), await node({ databaseUrl, secretKey })];
    await one.state.vault.set('model', 'hidden-word');
    await one.state.files.write('sessions/a.sealed', Buffer.from('hidden-word'));
    expect(await other.state.vault.get('model')).toBe('hidden-word');
    expect([await other.state.files.list('sessions'), await other.state.vault.names()]).toEqual([
      ['a.sealed'],
      ['model'],
    ]);
    expect(
      await Promise.all([one, other].map(({ state }) => state.vault.create('key', String(Math.random())))),
    ).toEqual(Array(2).fill(await one.state.vault.get('key')));
    expect(other.state.sessionFiles.secret).toEqual(one.state.sessionFiles.secret);
    const all = ['vault', 'private-files', 'secret-key'].map((name) => one.storage.documents(name).all());
    expect(JSON.stringify(await Promise.all(all))).not.toContain(Buffer.from('hidden').toString('base64').slice(0, 7));
    expect([await one.state.vault.delete('model'), await other.state.vault.get('model')]).toEqual([true, undefined]);
  });

  test('includes logins: a replaced one is used immediately, and later page changes are kept', async () => {
    const [databaseUrl, secretKey] = [await databases.make(), newKey()];
    const [api, worker] = [await node({ databaseUrl, secretKey }), await node({ databaseUrl, secretKey })];
    const [keeps, reads] = [api, worker].map(
      ({ storage, state }) =>
        new LoginProfiles(storage.documents('login-profiles'), new SealedSessions(state.files, state.vault), silentLog),
    );
    if (!keeps || !reads) throw new Error('two nodes were opened');
    const url = 'https://shop.test/enter';
    const asked = { name: 'mine', saveChanges: true, onNeedsPerson: 'continue', waitMinutes: 1 } as const;
    const cookieValues = async (profiles: LoginProfiles) => {
      const { session } = (await profiles.use(asked))!;
      return (await session.load()).cookies.map(({ value }) => value);
    };
    await keeps.keep('mine', url, signedIn('first'));
    expect(await cookieValues(reads)).toEqual(['first']);
    const { session: old } = (await reads.use(asked))!;
    await keeps.keep('mine', url, signedIn('second'));
    expect(await cookieValues(reads)).toEqual(['second']);
    await old.keep({ before: signedIn('first'), after: signedIn('of the first'), url });
    expect(await cookieValues(keeps)).toEqual(['second']);
    const { session } = (await reads.use(asked))!;
    await session.keep({ before: await session.load(), after: signedIn('third'), url });
    expect([await cookieValues(reads), await cookieValues(keeps)]).toEqual([['third'], ['third']]);
    // Renews the login while the worker has a page in flight, without starting another page on the worker. The session
    // of the page in flight must not replace the renewed login.
    const { session: late } = (await reads.use(asked))!;
    await keeps.keep('mine', url, signedIn('fourth'));
    await late.keep({ before: signedIn('third'), after: signedIn('of the third'), url });
    expect([await cookieValues(keeps), await cookieValues(reads)]).toEqual([['fourth'], ['fourth']]);
    const { session: last } = (await reads.use(asked))!;
    await keeps.remove('mine');
    await last.keep({ before: signedIn('fourth'), after: signedIn('of nothing'), url });
    expect(await api.state.files.list('sessions')).toEqual([]);
    expect(await reads.use(asked)).toBeUndefined();
  });

  test('opens only with its key; the message says what to do', async () => {
    const [databaseUrl, secretKey, next] = [await databases.make(), newKey(), newKey()];
    const { state } = await node({ databaseUrl, secretKey });
    await state.vault.set('model', 'hidden-word');
    await state.files.write('webhook-secret.json', Buffer.from('{}'));
    await closeAll();
    const refused = [
      [{}, /set GLEANER_SECRET_KEY to the key/],
      [{ secretKey: 'short' }, /GLEANER_SECRET_KEY must be 32 random bytes/],
      [{ secretKey: next }, /encrypted with a key other than GLEANER_SECRET_KEY/],
      [{ secretKey: next, secretKeyBefore: newKey() }, /with GLEANER_SECRET_KEY or GLEANER_SECRET_KEY_BEFORE/],
    ] as const;
    for (const [keys, sentence] of refused) await expect(node({ databaseUrl, ...keys })).rejects.toThrow(sentence);
    const rotated = (await node({ databaseUrl, secretKey: next, secretKeyBefore: secretKey })).state;
    expect(await rotated.vault.get('model')).toBe('hidden-word');
    expect(String(await (await node({ databaseUrl, secretKey: next })).state.files.read('webhook-secret.json'))).toBe(
      '{}',
    );
    await expect(node({ databaseUrl, secretKey })).rejects.toThrow(/a key other than/);
  });

  test('adopts the folder of the first engine', async () => {
    const dataDir = await temporary.make();
    const { storage, state } = await node({ dataDir });
    await keysOf(storage).add({ id: 'a', name: 'A', hash: 'h', prefix: 'gl-', createdAt: '2026-11-20T12:00:00.000Z' });
    await state.settings.update({ cacheHours: 5 });
    await state.vault.set('model', 'hidden-word');
    await closeAll();
    const databaseUrl = await databases.make();
    const first = await node({ databaseUrl, dataDir });
    expect((await keysOf(first.storage).list()).map(({ id }) => id)).toEqual(['a']);
    expect(first.state.settings.stored.cacheHours).toBe(5);
    await keysOf(first.storage).remove('a');
    await closeAll();
    const sealed = await node({ databaseUrl, dataDir, secretKey: newKey() });
    expect(await sealed.state.vault.get('model')).toBe('hidden-word');
    expect(await keysOf(sealed.storage).list()).toEqual([]);
  });

  test('is reported as incomplete without a key for secrets', async () => {
    const [dataDir, log] = [await temporary.make(), rememberingLog()];
    const storage = await openStorage(dataDir, { databaseUrl: await databases.make() });
    opened.push(storage);
    await openState(readRunOptions({ dataDir }, {}), storage, log);
    expect(log.warnings).toEqual([expect.stringContaining('GLEANER_SECRET_KEY is not set')]);
  });
});
