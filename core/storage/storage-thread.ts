import type { Worker } from 'node:worker_threads';
import { AppError } from '../common/errors';
import { fromErrorData, plain } from '../common/thread-data';
import type { StorageContext } from '../ports/context';
import type { OpenStores, Warn } from './open-stores';
import type { SqlStores } from './sql-storage';
import type { Asked, AskMessage, Opened, ThreadMessage } from './store-messages';

/** Members of `Worker` that `StorageThread` uses. */
export type StorageWorker = Pick<Worker, 'postMessage' | 'on' | 'ref' | 'unref' | 'terminate'>;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: AppError): void;
}

/**
 * Stores whose database runs on a separate thread, so that SQLite's writes and searches do not block responses. Calls
 * run in order. Arguments must be plain data.
 */
export class StorageThread {
  readonly #worker: StorageWorker;
  readonly #waiting = new Map<number, Waiting>();
  #parts: { readonly context: StorageContext; readonly warn: Warn } | undefined;
  #ended: AppError | undefined;
  #lastId = 0;

  /** `worker` is a thread that runs `serveStorage`. */
  constructor(worker: StorageWorker) {
    this.#worker = worker;
    worker.on('message', (message: ThreadMessage) => this.#hear(message));
    worker.on('error', (thrown) => this.#end(thrown));
    worker.on('exit', () => this.#end());
    // Keeps the process alive only while a call is waiting.
    worker.unref();
  }

  /** Opens the database of a locked directory. See `openStores`. */
  async open(path: string, context: StorageContext, warn: Warn): Promise<OpenStores> {
    this.#parts = { context, warn };
    const opening = this.#ask({ open: path, leaseMs: context.leaseMs }).catch(async (thrown: unknown) => {
      await this.#stop();
      throw thrown;
    });
    const opened = (await opening) as readonly Opened[];
    const all = opened.map(({ name, isMethod }) => [name, isMethod ? this.#method(name) : this.#store(name)]);
    return {
      stores: Object.fromEntries(all) as SqlStores,
      close: async () => {
        if (this.#ended) return;
        await this.#ask({ close: true });
        await this.#stop();
      },
    };
  }

  #store(name: string): object {
    return new Proxy({}, { get: (_, method) => this.#method(method, name) });
  }

  #method(method: string | symbol, store?: string) {
    // Awaiting this store reads `then`, which must be undefined because the store is not a promise.
    if (typeof method === 'symbol' || method === 'then') return undefined;
    return (...given: readonly unknown[]) => this.#ask({ store, method, given });
  }

  async #ask(asked: Asked): Promise<unknown> {
    if (this.#ended) throw this.#ended;
    this.#lastId += 1;
    const id = this.#lastId;
    this.#post({ id, ...asked });
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) this.#worker.ref();
      this.#waiting.set(id, { resolve, reject });
    });
  }

  /**
   * Posts a message. Drops the functions that values from plugins may contain, because functions can be neither posted
   * nor stored.
   */
  #post(message: AskMessage): void {
    try {
      this.#worker.postMessage(message);
    } catch (thrown) {
      if (!(thrown instanceof DOMException) || thrown.name !== 'DataCloneError') throw thrown;
      this.#worker.postMessage(plain(message));
    }
  }

  async #stop(): Promise<void> {
    this.#ended ??= new AppError('ENGINE_CLOSING');
    await this.#worker.terminate();
    this.#refuseWaiting(this.#ended);
  }

  /** Rejects calls that will never get a reply, e.g. calls made while the thread was closing. */
  #refuseWaiting(reason: AppError): void {
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  #hear(message: ThreadMessage): void {
    if ('warning' in message) this.#parts?.warn(message.warning);
    else if ('logged' in message) this.#parts?.context.log[message.level](message.logged, message.fields);
    else if ('lost' in message) this.#parts?.context.onLost?.(fromErrorData(message.lost));
    else {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (this.#waiting.size === 0) this.#worker.unref();
      if ('value' in message) waiting?.resolve(message.value);
      else waiting?.reject(fromErrorData(message.failure));
    }
  }

  /** Reports that the thread has ended. The engine then exits, because it can no longer store anything. */
  #end(thrown?: unknown): void {
    if (this.#ended) return;
    const sentence = 'The storage thread stopped unexpectedly, so Gleaner has quit; start it again.';
    this.#ended = new AppError('STORAGE_ERROR', sentence, { cause: thrown });
    this.#refuseWaiting(this.#ended);
    this.#parts?.context.onLost?.(this.#ended);
  }
}
