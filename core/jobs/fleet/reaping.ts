import { toAppError } from '../../common/errors';
import type { Log } from '../../common/log';
import type { Hooks } from '../../contract/hooks';
import type { Storage } from '../../ports/storage';

/** Periodically releases the leases and claims that dead processes held. */
export function reapLostNodes(hooks: Hooks, storage: Pick<Storage, 'reap' | 'slots'>, leaseMs: number, log: Log): void {
  const stopped = new AbortController();
  let working: Promise<void> = Promise.resolve();
  const look = async () => {
    await working;
    if (stopped.signal.aborted) return;
    working = storage.reap().catch((thrown: unknown) => {
      log.debug(`lost workers could not be queried, retrying: ${toAppError(thrown).message}`);
    });
  };
  hooks.ready.tap('lost workers', () => {
    void storage.slots.sweep().catch(() => undefined);
    const timer = setInterval(() => void look(), leaseMs / 6).unref();
    stopped.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  });
  hooks.closing.tapPromise('lost workers', async () => {
    stopped.abort();
    await working;
  });
}
