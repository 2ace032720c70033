import type { MessagePort } from 'node:worker_threads';
import { toAppError } from '../../common/errors';
import { systemClock } from '../context';
import { openStorage } from '../open-storage';
import type { Storage } from '../storage';
import type { StorageCall, StorageFailure, StorageNews } from './messages';

type Methods = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

/** Opens a data folder in this thread and answers the calls that come through a port. */
export function serveStorage(port: MessagePort, dataDir: string): void {
  const tell = (news: StorageNews): void => port.postMessage(news);
  const log = {
    info: (message: string) => tell({ log: 'info', message }),
    warn: (message: string) => tell({ log: 'warn', message }),
  };
  const opening = openStorage(dataDir, {
    log,
    clock: systemClock,
    onLost: (error) => tell({ lost: failureOf(error) }),
  });
  opening.then(
    ({ warnings }) => tell({ warnings }),
    () => undefined,
  );
  let known = 0;
  port.on('message', async ({ id, store, method, args }: StorageCall) => {
    try {
      const storage = await opening;
      const value = method === 'open' ? undefined : await call(storage, store, method, args);
      if (storage.warnings.length > known) tell({ warnings: storage.warnings });
      known = storage.warnings.length;
      tell({ id, value });
    } catch (thrown) {
      tell({ id, failure: failureOf(thrown) });
    }
  });
}

function call(storage: Storage, store: string, method: string, args: readonly unknown[]): Promise<unknown> {
  const target = (store === '' ? storage : storage[store as keyof Storage]) as unknown as Methods;
  const work = target[method];
  if (!work) throw new Error(`The storage has no ${store}.${method}.`);
  return work.apply(target, [...args]);
}

function failureOf(thrown: unknown): StorageFailure {
  const { code, message, details } = toAppError(thrown);
  return { code, message, details };
}
