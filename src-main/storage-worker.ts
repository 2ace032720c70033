/** The thread of the storage. */
import { parentPort, workerData } from 'node:worker_threads';
import type { StorageThreadData } from '../core/storage/thread/messages';
import { serveStorage } from '../core/storage/thread/serve-storage';

if (parentPort) serveStorage(parentPort, (workerData as StorageThreadData).dataDir);
