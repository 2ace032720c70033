import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { silentLog } from '../../core/common/log';
import { StorageThread, type StorageWorker } from '../../core/storage/storage-thread';
import type { AskMessage } from '../../core/storage/store-messages';
import { testClock } from './support';

/** Stub of a thread that opens and closes the storage, but does not answer any other call. */
class BusyThread extends EventEmitter {
  postMessage(message: AskMessage): void {
    if ('method' in message) return;
    setImmediate(() => this.emit('message', { id: message.id, value: [{ name: 'jobs', isMethod: false }] }));
  }

  ref(): void {}

  unref(): void {}

  async terminate(): Promise<number> {
    return 0;
  }
}

it('refuses a call made while its thread closed', async () => {
  const worker: unknown = new BusyThread();
  const thread = new StorageThread(worker as StorageWorker);
  const context = { log: silentLog, clock: testClock() };
  const { stores, close } = await thread.open('nowhere', context, () => undefined);
  const closing = close();
  const late = expect(stores.jobs.count()).rejects.toMatchObject({ code: 'ENGINE_CLOSING' });
  await closing;
  await late;
});
