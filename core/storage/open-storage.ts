import type { StorageContext } from './context';
import { silentLog, systemClock } from './context';
import { openDataDir } from './data-dir';
import { diskStorage } from './disk/disk-storage';
import { inMemory } from './memory/memory-storage';
import type { Storage } from './storage';

/** Opens a data folder: locked, of the current format; each store reads its files at first use. */
export async function openStorage(dataDir: string, options: Partial<StorageContext> = {}): Promise<Storage> {
  const context = contextOf(options);
  return diskStorage(await openDataDir(dataDir, context), context);
}

/** Every store in memory: for tests, and for runs that must leave nothing behind. */
export const memoryStorage = (options: Partial<StorageContext> = {}): Storage => inMemory(contextOf(options));

const contextOf = (options: Partial<StorageContext>): StorageContext => ({
  log: options.log ?? silentLog,
  clock: options.clock ?? systemClock,
});
