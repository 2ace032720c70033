import { prepared } from '../../database/prepared';
import type { Db } from '../../database/schema';
import { type Claimer, claimsOf, claimTask, dueFirst, type TaskRow, type When } from './sql-claims';
import type { Queue } from './sql-queue';

/** Maximum number of waiting tasks to search. Searching more tasks would take longer than a few milliseconds. */
const searched = 5000;

const findFirst = prepared((db, at: When) => dueFirst(db, at).select('url').limit(searched));

/**
 * Returns the places (insertion indexes) of up to `n` waiting tasks whose hosts (`name` or `name:port`) are not in
 * `hosts`.
 */
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
 * Claims the given tasks if they are still waiting. Updates the counters, which the caller saves. Claims nothing while
 * the job has tasks that were in flight when a worker crashed. Those tasks are claimed first, one at a time.
 */
export async function claimPlaces(
  db: Db,
  queue: Queue,
  claimant: Claimer,
  places: readonly number[],
): Promise<readonly TaskRow[]> {
  if (queue.suspects > 0) return [];
  const at = { ...claimsOf(claimant), queue: queue.id };
  const tasks: TaskRow[] = [];
  for (const place of places) tasks.push(...(await claimTask(db, { ...at, place })));
  queue.waiting -= tasks.length;
  queue.in_flight += tasks.length;
  return tasks;
}
