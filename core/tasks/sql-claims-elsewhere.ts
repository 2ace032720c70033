import { prepared } from '../database/prepared';
import type { Db } from '../database/schema';
import { type Claimant, claimTask, dueFirst, newClaims, type TaskRow, type When } from './sql-claims';
import type { Queue } from './sql-queue';

/** Waiting tasks that are looked at: so many cost the database some milliseconds. */
const looked = 5000;

const findFirst = prepared((db, at: When) => dueFirst(db, at).select('url').limit(looked));

/** Places of the first waiting tasks whose hosts are none of some. */
export async function placesElsewhere(
  db: Db,
  at: When,
  n: number,
  hosts: ReadonlySet<string>,
): Promise<readonly number[]> {
  const places: number[] = [];
  for (const { place, url } of await findFirst(db, at)) {
    if (places.length >= n) break;
    if (!hosts.has(new URL(url).host)) places.push(place);
  }
  return places;
}

/**
 * Claims tasks by their places, as far as they still wait; the counters are changed, to be saved. Nothing of a job with tasks that were in
 * flight when a worker died: those are claimed alone, and first.
 */
export async function claimPlaces(
  db: Db,
  queue: Queue,
  claimant: Claimant,
  places: readonly number[],
): Promise<readonly TaskRow[]> {
  if (queue.suspects > 0) return [];
  const tasks: TaskRow[] = [];
  for (const place of places) tasks.push(...(await claimTask(db, { ...newClaims(queue, claimant), place })));
  queue.waiting -= tasks.length;
  queue.in_flight += tasks.length;
  return tasks;
}
