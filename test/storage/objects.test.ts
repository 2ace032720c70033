import { randomBytes } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NodeFacts } from '../../core/common/fleet-node';
import { readRunOptions } from '../../core/platform/settings/settings';
import { storedResults } from '../../core/ports/nodes';
import type { S3Options } from '../../core/ports/object-store';
import type { Storage } from '../../core/ports/storage';
import { openStorage } from '../../core/storage/open-storage';
import { noPostgres } from '../support/postgres';
import { type S3Server, s3Keys, startS3Server } from '../support/s3-server';
import { postgresDatabases } from './postgres-kind';
import { folders, hourMs, page, record, result, testClock } from './support';

const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
const temporary = folders();
const databases = postgresDatabases();
const opened: Storage[] = [];
let server: S3Server;
let databaseUrl: string;
let clock: ReturnType<typeof testClock>;

const open = async (change: Partial<S3Options> = {}) => {
  const objects = { ...s3Keys, endpoint: server.url, ...change };
  const storage = await openStorage(await temporary.make(), { clock, databaseUrl, objects });
  opened.push(storage);
  return storage;
};
/** Properties that a process reports about itself. */
const facts: NodeFacts = {
  ...{ role: 'all', host: 'one', pid: 1, version: '0.1.0', startedAt: '2026-11-20T00:00:00Z', pages: 0 },
  reads: [storedResults],
};
/** Replaces the reports of all processes with reports from an earlier version. */
const sayEarlier = async () => {
  const { reads: _, ...earlier } = facts;
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('update node set record = $1', [JSON.stringify(earlier)]);
  await client.end();
};
const beat = async (...nodes: readonly Storage[]) => {
  for (const round of [nodes, nodes]) for (const { nodes: list } of round) await list.heartbeat(facts);
};
/** Completes pages that have the given texts, one at a time. */
const readPages = async ({ frontier }: Storage, texts: readonly string[]) => {
  const urls = texts.map((text) => ({ url: `http://site.test/${text.slice(0, 20)}`, depth: 0 }));
  await frontier.add(jobId, urls);
  const tasks = await frontier.claim(jobId, texts.length);
  for (const [n, task] of tasks.entries())
    await frontier.complete(jobId, task, { result: { ...result(task.id, texts[n]), url: task.url } });
};
const large = () => randomBytes(1_200_000).toString('hex');
const picture = () => ({ bytes: randomBytes(1_500_000), mediaType: 'image/png' });

describe.skipIf(noPostgres)('large bodies in an object store', () => {
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    databaseUrl = await databases.make();
    clock = testClock();
    server.objects.clear();
    server.down = false;
  });
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close();
    await temporary.removeAll();
  });

  test('are stored once for all rows, read by every node, and deleted with the last row', async () => {
    const [one, other] = [await open(), await open()];
    const file = picture();
    const id = await one.files.put(file, { jobId: 'one' });
    await other.files.put({ ...file }, { jobId: 'two' });
    await one.files.put({ bytes: Buffer.alloc(2_000_000), mediaType: 'text/plain' });
    await one.files.put({ bytes: randomBytes(100_000), mediaType: 'image/png' });
    expect([...server.objects.keys()]).toEqual([expect.stringMatching(/^[\da-f]{2}\/[\da-f]{64}-[\da-f]{8}$/)]);
    expect(Buffer.from((await other.files.get(id))!.bytes).equals(file.bytes)).toBe(true);
    await other.files.removeJob('two');
    await other.shrink();
    expect(server.objects.size).toBe(1);
    await one.files.removeJob('one');
    await one.shrink();
    expect(server.objects.size).toBe(0);
  });

  test('may be cached pages, scrapes and snapshots', async () => {
    const storage = await open();
    const text = randomBytes(1_200_000).toString('hex');
    await storage.pages.put('p', page(clock.now(), { body: Buffer.from(text) }));
    await storage.scrapes.put(record('one'), result('one', text));
    await storage.tracking.put('http://site.test/', undefined, { scrapedAt: '', markdown: text, statusCode: 200 });
    // The page's body and the snapshot have the same bytes, so they share an object.
    expect(server.objects.size).toBe(2);
    expect(String((await storage.pages.find('p', hourMs))?.body)).toBe(text);
    expect((await storage.scrapes.result('one'))?.document.markdown).toBe(text);
    expect((await storage.tracking.last('http://site.test/', undefined))?.markdown).toBe(text);
    const cache = (await storage.usage()).find(({ kind }) => kind === 'cache');
    expect(cache?.bytes).toBeGreaterThan(1_000_000);
  });

  test('may be results of jobs, read by every node; small ones stay in their rows, and all are deleted with the job', async () => {
    const [storage, other] = [await open(), await open()];
    await beat(storage, other);
    const texts = ['small', large(), large()];
    await readPages(storage, texts);
    expect(server.objects.size).toBe(2);
    const { results, total } = await other.results.page(jobId, { skip: 0 });
    expect([total, results.map(({ document }) => document.markdown)]).toEqual([3, texts]);
    const [json] = (await other.results.pageJson(jobId, { skip: 1, limit: 1 })).results;
    expect(new TextDecoder().decode(json)).toContain(texts[1]);
    expect((await other.results.byUrl(jobId, results[2]!.url))?.document.markdown).toBe(texts[2]);
    const kept = (await storage.usage()).find(({ kind }) => kind === 'results');
    expect([kept?.entries, kept!.bytes > 2_000_000]).toEqual([3, true]);
    server.down = true;
    await expect(other.results.page(jobId, { skip: 0 })).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect((await other.results.page(jobId, { skip: 0, limit: 1 })).results).toHaveLength(1);
    server.down = false;
    expect((await other.results.page(jobId, { skip: 1 })).results).toHaveLength(2);
    // Results must not have been marked as lost while the store was unavailable.
    expect(await other.frontier.counts(jobId)).not.toHaveProperty('lost');
    await storage.removeJob(jobId);
    await storage.shrink();
    expect(server.objects.size).toBe(0);
  }, 30_000);

  test('of results that fail to upload leave their pages unchanged', async () => {
    const storage = await open();
    await beat(storage);
    server.down = true;
    await expect(readPages(storage, [large()])).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect(await storage.frontier.counts(jobId)).toMatchObject({ inFlight: 1, done: 0 });
  }, 30_000);

  test('of results with lost bytes are counted as lost, once', async () => {
    const [storage, other] = [await open(), await open()];
    await beat(storage, other);
    await readPages(storage, [large(), 'small']);
    server.objects.clear();
    for (const node of [storage, other]) expect((await node.results.page(jobId, { skip: 0 })).results).toHaveLength(1);
    expect(await storage.frontier.counts(jobId)).toMatchObject({ done: 2, lost: 1 });
    await storage.shrink();
    const { entries } = (await other.usage()).find(({ kind }) => kind === 'results')!;
    expect(entries).toBe(1);
  });

  test('that the store replaces by other objects or by bombs are treated as lost', async () => {
    const storage = await open();
    const ids = [await storage.files.put(picture()), await storage.files.put(picture())];
    const [[first], [second, bytes]] = [...server.objects] as [[string, Buffer], [string, Buffer]];
    server.objects.set(first, bytes);
    server.objects.set(second, zstdCompressSync(Buffer.alloc(300 * 1024 ** 2)));
    for (const id of ids) expect(await storage.files.get(id)).toBeUndefined();
  });

  test('of results stay in the database until every process can read them elsewhere', async () => {
    const [storage, other] = [await open(), await open()];
    const isStored = async () => {
      const before = server.objects.size;
      const text = large();
      await readPages(storage, [text]);
      const { results } = await other.results.page(jobId, { skip: (await other.results.count(jobId)) - 1 });
      expect(results[0]?.document.markdown).toBe(text);
      return server.objects.size > before;
    };
    expect(await isStored()).toBe(false);
    // The other process is connected, but has not sent its report yet.
    await storage.nodes.heartbeat(facts);
    expect(await isStored()).toBe(false);
    await beat(storage, other);
    expect(await isStored()).toBe(true);
    await sayEarlier();
    expect((await storage.nodes.list()).find(({ isThis }) => !isThis)?.reads).toEqual([]);
    await storage.nodes.heartbeat(facts);
    expect(await isStored()).toBe(false);
    // A lost process may return while it is still listed, so results must stay in the database.
    clock.pass(2 * 60_000);
    await storage.nodes.heartbeat(facts);
    expect(await isStored()).toBe(false);
    await other.nodes.leave();
    await storage.nodes.heartbeat(facts);
    expect(await isStored()).toBe(false);
    await opened.pop()?.close();
    const isStoredAgain = async () => {
      await storage.nodes.heartbeat(facts);
      await readPages(storage, [large()]);
      return server.objects.size > 1;
    };
    // The server does not notice immediately that a connection has closed.
    await vi.waitUntil(isStoredAgain, { timeout: 20_000, interval: 100 });
  }, 30_000);

  test('are refused with a clear error while the store is unreachable, and nothing is lost or left behind', async () => {
    const storage = await open();
    const kept = picture();
    const id = await storage.files.put(kept, { jobId: 'one' });
    server.down = true;
    const refused = storage.files.put(picture(), { jobId: 'one' });
    await expect(refused).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
      message: expect.stringMatching(/^The object store bodies at http.* is unavailable/),
    });
    await expect(storage.files.get(id)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    server.down = false;
    expect(Buffer.from((await storage.files.get(id))!.bytes).equals(kept.bytes)).toBe(true);
    server.down = true;
    await storage.files.removeJob('one');
    await storage.shrink();
    expect(server.objects.size).toBe(1);
    server.down = false;
    await storage.shrink();
    expect(server.objects.size).toBe(0);
  }, 30_000);

  test('uploaded by a dead process are deleted after an hour', async () => {
    const storage = await open();
    // Simulates a process that dies after the upload, but before the transaction that refers to the uploaded object.
    const failing = { ...record('one'), id: undefined as unknown as string };
    await expect(storage.scrapes.put(failing, result('one', randomBytes(1_500_000).toString('hex')))).rejects.toThrow();
    expect(server.objects.size).toBe(1);
    await storage.shrink();
    expect(server.objects.size).toBe(1);
    clock.pass(hourMs);
    await storage.shrink();
    expect(server.objects.size).toBe(0);
  });

  test('need a valid bucket and keys; the message gives advice', async () => {
    await expect(open({ secretAccessKey: 'other' })).rejects.toThrow(/rejects the keys in GLEANER_S3_ACCESS_KEY_ID/);
    await expect(open({ bucket: 'nowhere' })).rejects.toThrow(/There is no bucket nowhere at http/);
    await expect(open({ endpoint: 'http://127.0.0.1:9' })).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    const storage = await open();
    const id = await storage.files.put(picture());
    const without = await openStorage(await temporary.make(), { clock, databaseUrl });
    opened.push(without);
    await expect(without.files.get(id)).rejects.toThrow(/start Gleaner with GLEANER_S3_BUCKET/);
    const bucket = { GLEANER_S3_BUCKET: 'b' };
    expect(() => readRunOptions({}, bucket)).toThrow(/needs GLEANER_S3_ACCESS_KEY_ID/);
    const keys = { ...bucket, GLEANER_S3_ACCESS_KEY_ID: 'a', GLEANER_S3_SECRET_ACCESS_KEY: 's' };
    expect(() => readRunOptions({}, keys)).toThrow(/needs GLEANER_DATABASE_URL/);
    const { objects, variables } = readRunOptions({}, { ...keys, GLEANER_DATABASE_URL: 'postgres://x/y' });
    expect([objects, variables]).toEqual([
      { bucket: 'b', accessKeyId: 'a', secretAccessKey: 's', region: 'us-east-1' },
      {},
    ]);
  });
});
