import type { MessagePort } from 'node:worker_threads';
import { type Clock, systemClock } from '../common/concurrency/clock';
import { AppError } from '../common/errors';
import type { Log, LogFields } from '../common/log';
import { toErrorData } from '../common/thread-data';
import { filesOf } from '../platform/data-folder/data-dir';
import { type OpenStores, openStores } from './open-stores';
import type { Asked, AskMessage, Opened, ThreadMessage } from './store-messages';

type Methods = Readonly<Record<string, ((...given: readonly unknown[]) => unknown) | undefined>>;

/**
 * Serves a `StorageThread` on the current thread. Opens the database of a directory and calls the methods of its
 * stores.
 */
export function serveStorage(port: MessagePort, clock: Clock = systemClock): void {
  const say = (message: ThreadMessage) => port.postMessage(message);
  const note = (level: keyof Log) => (logged: string, fields?: LogFields) => say({ logged, level, fields });
  const log: Log = { debug: note('debug'), info: note('info'), warn: note('warn') };
  const context = { log, clock, onLost: (error: AppError) => say({ lost: toErrorData(error) }) };
  let kept: OpenStores | undefined;

  async function work(asked: Asked): Promise<unknown> {
    if ('open' in asked) {
      const { open, ...given } = asked;
      kept = await openStores(filesOf(open), { ...context, ...given }, (warning) => say({ warning }));
      const all = Object.entries(kept.stores).map(([name, each]) => ({ name, isMethod: typeof each === 'function' }));
      return all satisfies readonly Opened[];
    }
    if (!kept) throw new AppError('ENGINE_CLOSING');
    if ('close' in asked) return kept.close();
    const { store, method, given } = asked;
    const { stores } = kept;
    const owner = (store ? stores[store as keyof typeof stores] : stores) as unknown as Methods;
    return owner[method]?.(...given);
  }

  port.on('message', async ({ id, ...asked }: AskMessage) => {
    try {
      say({ id, value: await work(asked as Asked) });
    } catch (thrown) {
      say({ id, failure: toErrorData(thrown) });
    }
  });
}
