import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MessageChannel } from 'node:worker_threads';
import type { Clock } from '../../core/common/concurrency/clock';
import type { Log } from '../../core/common/log';
import { silentLog } from '../../core/common/log';
import type { Result, ScrapeSpec } from '../../core/common/model';
import { KeyStore } from '../../core/platform/auth/key-store';
import type { ScrapeRecord } from '../../core/ports/jobs/history';
import type { CachedPage } from '../../core/ports/page-stores';
import type { Storage } from '../../core/ports/storage';
import { openStorage } from '../../core/storage/open-storage';
import { serveStorage } from '../../core/storage/serve-storage';
import { StorageThread, type StorageWorker } from '../../core/storage/storage-thread';
import { resultPage } from '../support/result-page';

/** A clock that advances only on request. */
export interface TestClock extends Clock {
  pass(ms: number): void;
}

export const testClock = (start = Date.parse('2026-11-20T12:00:00.000Z')): TestClock => {
  let time = start;
  return {
    now: () => time,
    pass: (ms) => {
      time += ms;
    },
  };
};

/**
 * Opens a folder's storage through a message channel. This thread acts as the storage thread, with the test's clock.
 */
export function openByMessages(dir: string, clock: TestClock): Promise<Storage> {
  const { port1, port2 } = new MessageChannel();
  serveStorage(port2, clock);
  const terminate = async (): Promise<number> => {
    port1.close();
    return 0;
  };
  const worker: unknown = Object.assign(port1, { terminate });
  return openStorage(dir, { clock, thread: () => new StorageThread(worker as StorageWorker) });
}

/** Creates a log that stores its warnings. */
export const rememberingLog = (): Log & { readonly warnings: string[] } => {
  const warnings: string[] = [];
  return { ...silentLog, warnings, warn: (message) => void warnings.push(message) };
};

/** Creates temporary folders for tests. `removeAll` deletes them. */
export const folders = () => {
  const made: string[] = [];
  return {
    make: async (): Promise<string> => {
      const dir = await mkdtemp(join(tmpdir(), 'gleaner-storage-'));
      made.push(dir);
      return dir;
    },
    removeAll: async (): Promise<void> => {
      for (const dir of made.splice(0)) await rm(dir, { recursive: true, force: true });
    },
  };
};

/** Runs `work` on the database of a folder whose storage has been closed. */
export function onDatabase<T>(dir: string, work: (raw: DatabaseSync) => T): T {
  const raw = new DatabaseSync(join(dir, 'gleaner.db'));
  try {
    return work(raw);
  } finally {
    raw.close();
  }
}

/** Returns the store for API keys in the given storage. */
export const keysOf = (storage: Storage): KeyStore => new KeyStore(storage.documents('keys'));

export const hourMs = 60 * 60 * 1000;

export const spec = (url: string): ScrapeSpec => ({
  url,
  version: 'v2',
  formats: [{ type: 'markdown' }],
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  headers: {},
  waitForMs: 0,
  timeoutMs: 30_000,
  mobile: false,
  skipTlsVerification: false,
  parsers: [],
  removeBase64Images: true,
  blockAds: true,
  proxy: 'basic',
  maxAgeMs: 0,
  storeInCache: true,
  actions: [],
  zeroDataRetention: false,
  origin: 'test',
});

export const record = (id: string, change: Partial<ScrapeRecord> = {}): ScrapeRecord => ({
  id,
  url: `http://site.test/${id}`,
  spec: spec(`http://site.test/${id}`),
  state: 'completed',
  title: `Title of ${id}`,
  statusCode: 200,
  credits: 1,
  createdAt: '2026-11-20T12:00:00.000Z',
  finishedAt: '2026-11-20T12:00:01.000Z',
  ...change,
});

export const result = (taskId: string, markdown = `# ${taskId}`): Result => ({
  taskId,
  jobId: taskId,
  url: `http://site.test/${taskId}`,
  page: resultPage(`http://site.test/${taskId}`, { title: `Title of ${taskId}` }),
  document: { markdown, metadata: { title: `Title of ${taskId}` } },
  links: ['http://site.test/a', 'http://site.test/b'],
  credits: 1,
  finishedAt: '2026-11-20T12:00:01.000Z',
});

export const page = (cachedAt: number, change: Partial<CachedPage> = {}): CachedPage => ({
  url: 'http://site.test/page',
  statusCode: 200,
  contentType: 'text/html',
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<h1>hello</h1>'),
  rendered: false,
  captures: {},
  cachedAt: new Date(cachedAt).toISOString(),
  ...change,
});

export const text = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString('utf8');
