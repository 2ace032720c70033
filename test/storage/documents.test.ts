import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentStore } from '../../core/ports/document-store';
import type { Storage } from '../../core/ports/storage';
import { memoryStorage, openStorage } from '../../core/storage/open-storage';
import { noPostgres } from '../support/postgres';
import { postgresDatabases } from './postgres-kind';
import { folders } from './support';

interface Note {
  readonly _id: string;
  readonly text: string;
  readonly tags?: readonly string[];
}

const temporary = folders();
const databases = postgresDatabases();
const kinds = [
  { kind: 'a file', open: async () => openStorage(await temporary.make()) },
  { kind: 'memory', open: () => memoryStorage() },
  {
    kind: 'PostgreSQL',
    without: noPostgres,
    open: async () => openStorage(await temporary.make(), { databaseUrl: await databases.make() }),
  },
];

describe.each(kinds)('documents in $kind', ({ open, without }) => {
  let storage: Storage;
  let notes: DocumentStore<Note>;
  beforeEach(async ({ skip }) => {
    skip(without !== undefined, without);
    storage = await open();
    notes = storage.documents('notes');
  });
  afterEach(async () => {
    await storage?.close();
    await temporary.removeAll();
  });

  test('are stored, replaced, read, listed and deleted, separately by collection', async () => {
    await notes.put({ _id: 'a', text: 'one', tags: ['x'] });
    await notes.put({ _id: 'a', text: 'two\0 ünï "quoted"' });
    await notes.put({ _id: 'b', text: '' });
    expect(await storage.documents('others').all()).toEqual([]);
    expect(await notes.get('a')).toEqual({ _id: 'a', text: 'two\0 ünï "quoted"' });
    expect(await notes.get('c')).toBeUndefined();
    expect((await notes.all()).map(({ _id }) => _id).sort()).toEqual(['a', 'b']);
    expect([await notes.remove('a'), await notes.remove('a')]).toEqual([true, false]);
    expect(await notes.all()).toEqual([{ _id: 'b', text: '' }]);
  });

  test('are added once', async () => {
    const added = await Promise.all([1, 2, 3].map((n) => notes.add({ _id: 'a', text: String(n) })));
    expect(added.filter(Boolean)).toHaveLength(1);
    const kept = await notes.get('a');
    expect(await notes.add({ _id: 'a', text: 'late' })).toBe(false);
    expect(await notes.get('a')).toEqual(kept);
  });

  test('lose none of many concurrent changes', async () => {
    await notes.put({ _id: 'a', text: 'kept', tags: [] });
    const add = (n: number) => notes.change('a', ({ tags = [] }) => ({ tags: [...tags, String(n)] }));
    await Promise.all(Array.from({ length: 12 }, (_, n) => add(n)));
    const { text, tags = [] } = (await notes.get('a')) ?? { text: '' };
    expect([text, tags.length, new Set(tags).size]).toEqual(['kept', 12, 12]);
    expect(await notes.change('nobody', () => ({ text: '' }))).toBeUndefined();
    expect(await notes.get('nobody')).toBeUndefined();
  });

  test('are refused once the store is closed, after pending writes', async () => {
    const [written] = await Promise.all([notes.put({ _id: 'a', text: '' }).then(() => 'written'), notes.close()]);
    expect(written).toBe('written');
    await expect(notes.put({ _id: 'b', text: '' })).rejects.toMatchObject({ code: 'ENGINE_CLOSING' });
  });
});

describe.skipIf(noPostgres)('documents of two nodes', () => {
  test('are visible to the other immediately, and lose no concurrent change', async () => {
    const databaseUrl = await databases.make();
    const nodes = await Promise.all([1, 2].map(async () => openStorage(await temporary.make(), { databaseUrl })));
    const [one, other] = nodes.map((node) => node.documents<Note>('notes'));
    await one!.put({ _id: 'a', text: '', tags: [] });
    const before = await nodes[1]!.sharedVersions!();
    const add = (store: typeof one, tag: string) => store!.change('a', ({ tags = [] }) => ({ tags: [...tags, tag] }));
    await Promise.all(Array.from({ length: 10 }, (_, n) => [add(one, `one ${n}`), add(other, `other ${n}`)]).flat());
    expect(new Set((await other!.get('a'))?.tags).size).toBe(20);
    expect((await nodes[1]!.sharedVersions!()).notes).toBeGreaterThan(before.notes!);
    await Promise.all(nodes.map((node) => node.close()));
    await temporary.removeAll();
  });
});
