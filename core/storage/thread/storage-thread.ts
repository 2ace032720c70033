import { Worker } from 'node:worker_threads';
import { AppError } from '../../common/errors';
import type { StorageContext } from '../context';
import type { Storage } from '../storage';
import type { StorageFailure, StorageNews, StorageThreadData } from './messages';

/** A call that has not ended. */
interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AppError) => void;
}

/** Opens a data folder on a thread of its own: one message per call, so that SQL and compression hold up nobody. */
export async function openStorageThread(
  workerFile: string,
  dataDir: string,
  context: Pick<StorageContext, 'log' | 'onLost'>,
): Promise<Storage> {
  const workerData: StorageThreadData = { dataDir };
  const thread = new StorageThread(new Worker(workerFile, { workerData }), context);
  try {
    await thread.call('', 'open', []);
  } catch (thrown) {
    await thread.end();
    throw thrown;
  }
  return facade(thread);
}

class StorageThread {
  readonly warnings: string[] = [];
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #calls = 0;
  #ended = false;

  constructor(worker: Worker, { log, onLost }: Pick<StorageContext, 'log' | 'onLost'>) {
    this.#worker = worker;
    worker.on('message', (news: StorageNews) => {
      if ('id' in news) this.#settle(news);
      else if ('log' in news) log[news.log](news.message);
      else if ('warnings' in news) this.warnings.splice(0, this.warnings.length, ...news.warnings);
      else onLost?.(errorOf(news.lost));
    });
    worker.on('error', (thrown) => {
      const error = new AppError('STORAGE_ERROR', `The thread of the storage has ended: ${thrown.message}`);
      for (const { reject } of this.#pending.values()) reject(error);
      this.#pending.clear();
      this.#ended = true;
      onLost?.(error);
    });
  }

  call(store: string, method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#ended) return Promise.reject(new AppError('ENGINE_CLOSING'));
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ id, store, method, args });
    });
  }

  /** Ends the thread; later calls are refused. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }

  #settle({ id, value, failure }: Extract<StorageNews, { readonly id: number }>): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (failure) pending?.reject(errorOf(failure));
    else pending?.resolve(value);
  }
}

const errorOf = ({ code, message, details }: StorageFailure): AppError => new AppError(code, message, { details });

function facade(thread: StorageThread): Storage {
  /** A store whose every method is a call. */
  const store = <Name extends keyof Storage>(name: Name): Storage[Name] => {
    const get = (_: object, method: string | symbol) =>
      // A promise that is resolved with a store asks whether that is a promise, too.
      method === 'then' ? undefined : (...args: readonly unknown[]) => thread.call(name, String(method), args);
    return new Proxy({}, { get }) as Storage[Name];
  };
  return {
    keys: store('keys'),
    files: store('files'),
    scrapes: store('scrapes'),
    pages: store('pages'),
    tracking: store('tracking'),
    activity: store('activity'),
    jobs: store('jobs'),
    idempotency: store('idempotency'),
    frontier: store('frontier'),
    results: store('results'),
    outbox: store('outbox'),
    warnings: thread.warnings,
    removeJob: async (id) => void (await thread.call('', 'removeJob', [id])),
    lookedAt: async (now) => (await thread.call('', 'lookedAt', [now])) as number | undefined,
    shrink: async () => void (await thread.call('', 'shrink', [])),
    announce: async (address) => void (await thread.call('', 'announce', [address])),
    close: async () => {
      await thread.call('', 'close', []);
      await thread.end();
    },
  };
}
