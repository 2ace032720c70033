import { sql } from 'kysely';
import type { HostRateLimiter } from '../../../ports/host-rate-limiter';
import type { SlotRequest } from '../../../ports/host-slots';
import type { EndedSlot } from '../../../ports/slot-store';
import { prepared, withoutFlush, written } from '../../database/prepared';
import { padded } from '../../database/row-values';
import type { Db } from '../../database/schema';
import { beginning, type ClaimBatch, type ClaimOfJob, taskBatchSize } from '../tasks/sql-task-batches';
import { TaskIds } from '../tasks/task-ids';
import { slotBatchSize } from './sql-locked-paces';

/**
 * Passes the slot of a finished page to the next page on the same host. Does not lock the host's row, because the
 * number of in-flight pages does not grow. Applies only to hosts that recently had free slots. On a full host, a slot
 * goes to the first process that requests it.
 */

/** Time in ms for which a host that had free slots is assumed to still have some. */
const roomMs = 500;
/** Time in ms that a released slot waits for the next page on its host. */
const spareMs = 200;
const hostsAtOnce = 8;
/** Maximum number of hosts in the cache. */
const maxHosts = 1000;

/** A host that had a free slot and was not paused when its row was last locked. */
interface Room {
  readonly limit: number;
  /** Highest concurrency wanted by any request. */
  readonly wanted: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Time at which the row was locked, in milliseconds since 1970. */
export class HostsWithRoom {
  readonly #hosts = new Map<string, Room>();

  /** Stores the state of a host at a given time (milliseconds since 1970). */
  note(host: string, limiter: HostRateLimiter | 'locked', at: number): void {
    this.#hosts.delete(host);
    if (limiter === 'locked' || limiter.isFull || limiter.waitMs() > 0) return;
    if (this.#hosts.size >= maxHosts) this.#hosts.clear();
    this.#hosts.set(host, { limit: limiter.concurrency, wanted: limiter.state.wanted, at });
  }

  forget(hosts: Iterable<string>): void {
    for (const host of hosts) this.#hosts.delete(host);
  }

  /** Returns the cached state of a host unless it is stale. */
  of(host: string, now: number): Room | undefined {
    const room = this.#hosts.get(host);
    return room && now >= room.at && now - room.at < roomMs ? room : undefined;
  }
}

/** A slot that is passed from a finished page to the next page. */
export interface Handover {
  readonly request: SlotRequest;
  readonly page: number;
  readonly slot: EndedSlot;
  readonly claim: ClaimOfJob;
}

/** A slot whose page has finished. */
export interface Spare {
  readonly slot: EndedSlot;
  /** Time at which the page finished, in milliseconds since 1970. */
  readonly since: number;
}

/** Plan for serving several requests. */
export interface HandoverPlan {
  readonly passed: readonly Handover[];
  /** Slots to release, because no page took them over in time. */
  readonly left: readonly EndedSlot[];
  /** Slots that are still waiting for a page. */
  readonly spare: readonly Spare[];
  /** Limit of each host when its row was last locked. A handover fails if the limit has since been lowered. */
  readonly hosts: ReadonlyMap<string, number>;
  readonly now: number;
}

/**
 * Plans which requests take over released slots. Returns undefined if the requests cannot all be served without locking
 * host rows.
 */
export function planHandovers(
  requests: readonly SlotRequest[],
  ended: readonly Spare[],
  room: HostsWithRoom,
  now: number,
): HandoverPlan | undefined {
  if (requests.length === 0 || ended.some(({ slot }) => !slot.onHost)) return undefined;
  const spare = [...ended];
  const passed: Handover[] = [];
  const hosts = new Map<string, number>();
  for (const request of requests) {
    // A job's own limits apply across all hosts, so checking them requires a lock.
    if (request.maxPages !== undefined || request.delayMs) return undefined;
    for (const [page, { host, claim }] of request.pages.slice(0, request.count ?? 1).entries()) {
      const known = room.of(host, now);
      const at = spare.findIndex(({ slot: { onHost } }) => onHost?.name === host);
      const slot = at < 0 ? undefined : spare.splice(at, 1)[0]?.slot;
      if (!slot || !claim || !known || known.wanted < (request.wanted ?? 0)) return undefined;
      const place = new TaskIds(request.jobId).place(claim.id) ?? -1;
      passed.push({ request, page, slot, claim: { job: request.jobId, place, fence: claim.fence } });
      hosts.set(host, known.limit);
    }
  }
  const left = spare.filter(({ since }) => now - since > spareMs);
  const fits = passed.length <= taskBatchSize && left.length <= slotBatchSize && hosts.size <= hostsAtOnce;
  if (!fits || passed.length === 0) return undefined;
  return {
    passed,
    left: left.map(({ slot }) => slot),
    spare: spare.filter((each) => !left.includes(each)),
    hosts,
    now,
  };
}

/** A started task, if any, and the number of hosts that still have free slots. */
interface PassedRow {
  readonly open: number;
  readonly job: string | null;
  readonly place: number | null;
  readonly fence: number | null;
}

/**
 * Indexes into the values of the statement. The values are, in order: name and minimum limit of each host, time, slots
 * to release, number of hosts, claims.
 */
const [timeAt, slotsAt] = [2 * hostsAtOnce, 2 * hostsAtOnce + 1];
const countAt = slotsAt + slotBatchSize;

/**
 * Starts the tasks if all of their hosts still have free slots, and always releases the finished slots. One statement
 * is compiled for each number of tasks. The commit does not wait for the disk. After a server crash, another worker may
 * therefore fetch a page again, and only that worker's completion counts.
 */
const handOverSome = Array.from({ length: taskBatchSize + 1 }, (_, length) =>
  prepared<ClaimBatch, PassedRow>((db, at) => {
    const told = (name: string) => sql`(nullif(state, '')::json ->> ${sql.lit(name)})::float8`;
    const isOpen = (n: number) =>
      sql`(select count(*) from pace where name = ${at[2 * n]} and ${told('limit')} >= ${at[2 * n + 1]} and coalesce(${told('pausedUntil')}, 0) <= ${at[timeAt]})`;
    const open = sql.join(
      Array.from({ length: hostsAtOnce }, (_, n) => isOpen(n)),
      sql` + `,
    );
    const slots = Array.from({ length: slotBatchSize }, (_, n) => at[slotsAt + n]);
    const begun = beginning(db, at, length, countAt + 1).where(sql<boolean>`(select n from open) = ${at[countAt]}`);
    return written(
      db,
      sql`with open as materialized (select ${open} as n, ${withoutFlush} as commits), ended as (delete from slot where id in (${sql.join(slots)})), begun as (${begun}) select open.n as open, begun.job, begun.place, begun.fence from open left join begun on true`,
    );
  }),
);

/**
 * Passes slots on in a single-statement transaction. Returns the handovers whose claims still hold. If a host no longer
 * has free slots, passes nothing on and returns undefined.
 */
export async function handOver(
  db: Db,
  { passed, left, hosts, now }: HandoverPlan,
): Promise<ReadonlySet<Handover> | undefined> {
  const names = padded<readonly [string, number]>([...hosts], hostsAtOnce, ['', 0]);
  const slots = padded(
    left.map(({ id }) => id),
    slotBatchSize,
    '',
  );
  const claims = passed.flatMap(({ claim: { job, place, fence } }) => [job, place, fence]);
  const rows =
    (await handOverSome[passed.length]?.last(db, [...names.flat(), now, ...slots, hosts.size, ...claims])) ?? [];
  if (rows[0]?.open !== hosts.size) return undefined;
  const nameOf = ({ job, place, fence }: Pick<PassedRow, 'job' | 'place' | 'fence'>) => `${job} ${place} ${fence}`;
  const begun = new Set(rows.map(nameOf));
  return new Set(passed.filter(({ claim }) => begun.has(nameOf(claim))));
}
