import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;
/** What the engine itself needs, its threads included. */
const engineBytes = 320 * megabyte;
/** What the first browser page needs, the browser included, and each further one. */
const [firstPageBytes, browserPageBytes] = [160 * megabyte, 120 * megabyte];
/** What a large page needs while it is read. */
const pageBytes = 48 * megabyte;

/** How much is done at once. */
export interface Concurrency {
  /** Pages fetched at the same time, over all jobs. */
  readonly concurrency: number;
  /** Browser pages open at the same time. */
  readonly browserPages: number;
}

/** Bytes this process and its browser may use: those of the machine, or of the container it runs in. */
export const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Bytes that jobs with zero retention may hold: what was asked for, else 512 MB or an eighth of the memory. */
export const zeroRetentionBytes = (wantedMegabytes: number | undefined): number =>
  wantedMegabytes === undefined ? Math.min(512 * megabyte, memoryBytes() / 8) : wantedMegabytes * megabyte;

/** As much at once as was asked for and fits into memory; one browser page and two others in any case. */
export function withinMemory({ concurrency, browserPages }: Concurrency, bytes = memoryBytes()): Concurrency {
  const left = bytes - engineBytes;
  const fits = (each: number, reserved = 0): number => Math.floor((left - reserved) / each);
  return {
    concurrency: Math.min(concurrency, Math.max(2, fits(pageBytes))),
    browserPages: Math.min(browserPages, Math.max(1, 1 + fits(browserPageBytes, firstPageBytes))),
  };
}
