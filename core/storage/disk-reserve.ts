import { stat, statfs, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Enough for what deletes write before they give room back, in bytes. */
const reserveBytes = 4 * 1024 ** 2;
/** A disk with less than so many times the reserve is left alone. */
const roomFactor = 8;

const fileOf = (dir: string): string => join(dir, 'reserve');

async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/** Gives the reserve of a data folder free when the disk is full, so that a start can still read and delete. */
export async function useReserve(dir: string): Promise<void> {
  const free = await freeBytes(dir).catch(() => reserveBytes);
  if (free < reserveBytes) await truncate(fileOf(dir), 0).catch(() => undefined);
}

/** Takes up a few megabytes for the day the disk is full. */
export async function makeReserve(dir: string): Promise<void> {
  const { size } = await stat(fileOf(dir)).catch(() => ({ size: 0 }));
  if (size === reserveBytes || (await freeBytes(dir)) < roomFactor * reserveBytes) return;
  await writeFile(fileOf(dir), Buffer.alloc(reserveBytes), { mode: 0o600 });
}
