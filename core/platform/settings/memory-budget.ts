import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;
/** Memory used by the engine itself, including its threads, in bytes. */
const engineBytes = 320 * megabyte;
/** Memory in bytes used by the first browser page, including the browser, and by each further page. */
const [firstPageBytes, browserPageBytes] = [160 * megabyte, 120 * megabyte];
/** Memory needed to process a large page, in bytes. */
const pageBytes = 48 * megabyte;

/** Limits on concurrent work. */
export interface Concurrency {
  /** Maximum number of pages fetched at the same time across all jobs. */
  readonly concurrency: number;
  readonly browserPages: number;
}

/** Returns the total memory of the machine or container, in bytes. This process and its browser share this memory. */
export const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * Returns the memory limit in bytes for jobs with zero retention. Defaults to 512 MB or an eighth of the memory,
 * whichever is less.
 */
export const zeroRetentionBytes = (wantedMegabytes: number | undefined): number =>
  wantedMegabytes === undefined ? Math.min(512 * megabyte, memoryBytes() / 8) : wantedMegabytes * megabyte;

/**
 * Reduces the limits so that the pages fit into memory. Never reduces `concurrency` below two, or `browserPages` below
 * one.
 */
export function withinMemory({ concurrency, browserPages }: Concurrency, bytes = memoryBytes()): Concurrency {
  const left = bytes - engineBytes;
  const fits = (each: number, reserved = 0): number => Math.floor((left - reserved) / each);
  return {
    concurrency: Math.min(concurrency, Math.max(2, fits(pageBytes))),
    browserPages: Math.min(browserPages, Math.max(1, 1 + fits(browserPageBytes, firstPageBytes))),
  };
}
