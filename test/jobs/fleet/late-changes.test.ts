import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '../../../core/common/log';
import { type EngineState, openState } from '../../../core/jobs/fleet/engine-state';
import { KeyService } from '../../../core/platform/auth/key-service';
import { type KeyDocument, KeyStore } from '../../../core/platform/auth/key-store';
import { Revocations } from '../../../core/platform/auth/revocations';
import { readRunOptions } from '../../../core/platform/settings/settings';
import type { Storage } from '../../../core/ports/storage';
import { openStorage } from '../../../core/storage/open-storage';
import { folders } from '../../storage/support';
import { nameIn, noPostgres, type PostgresServer, startPostgres } from '../../support/postgres';

interface Node {
  readonly storage: Storage;
  readonly state: EngineState;
  readonly keys: KeyService;
}

const temporary = folders();
const opened: Storage[] = [];
let server: PostgresServer;
let url: string;
let one: Node;
let other: Node;

async function node(): Promise<Node> {
  const dataDir = await temporary.make();
  const storage = await openStorage(dataDir, { databaseUrl: url });
  opened.push(storage);
  const state = await openState(readRunOptions({ dataDir }, {}), storage, silentLog);
  const keys = new KeyService(new KeyStore(storage.documents('keys')), {}, new Revocations(), true);
  state.changes?.on('settings', () => state.settings.reload());
  state.changes?.on('keys', () => keys.reload());
  return { storage, state, keys };
}

/** Creates a node's key service whose reloads can be paused after the database query. */
function heldKeys(storage: Storage) {
  const documents = storage.documents<KeyDocument>('keys');
  let isHeld = false;
  let goOn: (() => void) | undefined;
  const store = new KeyStore({
    get: (id) => documents.get(id),
    all: async () => {
      const found = await documents.all();
      if (isHeld) await new Promise<void>((resolve) => (goOn = resolve));
      return found;
    },
    add: (each) => documents.add(each),
    put: (each) => documents.put(each),
    change: (id, make) => documents.change(id, make),
    remove: (id) => documents.remove(id),
    close: () => documents.close(),
  });
  const keys = new KeyService(store, {}, new Revocations(), true);
  /** Starts a reload and waits until it pauses. Returns the reload and a function that resumes it. */
  async function readHeld() {
    isHeld = true;
    const reading = keys.reload();
    await expect.poll(() => goOn).toBeDefined();
    isHeld = false;
    return { reading, goOn: () => goOn?.() };
  }
  return { keys, readHeld };
}

describe.skipIf(noPostgres)('a change at another node', () => {
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    url = await server.database();
    [one, other] = [await node(), await node()];
  });
  afterEach(async () => {
    await other.state.changes?.stop();
    for (const storage of opened.splice(0)) await storage.close();
    await temporary.removeAll();
  });

  test('made during the start is applied by the first poll', async () => {
    await one.state.settings.update({ cacheHours: 7 });
    await other.state.changes?.start();
    expect(other.state.settings.stored.cacheHours).toBe(7);
  });

  test('survives a read failure: a revoked key is refused afterwards', async () => {
    const { key, item } = await one.keys.create('mine');
    expect(await other.keys.identify(key)).toBe(item.id);
    await one.keys.revoke(item.id);
    await server.query('alter table document rename to away', nameIn(url));
    await expect(other.state.changes?.look('keys')).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
    await server.query('alter table away rename to document', nameIn(url));
    await other.state.changes?.look();
    expect(await other.keys.identify(key)).toBeUndefined();
  });

  test('is not read from an older snapshot', async () => {
    const { key, item } = await one.keys.create('mine');
    const { keys, readHeld } = heldKeys(other.storage);
    expect(await keys.identify(key)).toBe(item.id);
    const { reading, goOn } = await readHeld();
    await one.keys.revoke(item.id);
    const late = keys.reload();
    goOn();
    await Promise.all([reading, late]);
    expect(await keys.fingerprint(item.id)).toBeUndefined();
    expect(await keys.identify(key)).toBeUndefined();
  });

  test('does not restore a key revoked here during the read', async () => {
    const { keys, readHeld } = heldKeys(other.storage);
    const { key, item } = await keys.create('mine');
    const { reading, goOn } = await readHeld();
    await keys.revoke(item.id);
    goOn();
    await reading;
    expect(await keys.fingerprint(item.id)).toBeUndefined();
    expect(await keys.identify(key)).toBeUndefined();
  });

  test('of settings is repeated to listeners that could not reach the database', async () => {
    const taken: number[] = [];
    let isFirst = true;
    other.state.settings.onChange(async ({ cacheHours }, before) => {
      if (isFirst) await server.stop();
      isFirst = false;
      await other.storage.documents('vault').all();
      taken.push(before.cacheHours, cacheHours);
    });
    await one.state.settings.update({ cacheHours: 7 });
    const { cacheHours } = other.state.settings.stored;
    try {
      await expect(other.state.changes?.look('settings')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    } finally {
      await server.start();
    }
    await other.state.changes?.look();
    expect(taken).toEqual([cacheHours, 7]);
  });
});
