import { sql } from 'kysely';
import type { HostRateLimiter } from '../../../ports/host-rate-limiter';
import type { SlotWish } from '../../../ports/host-slots';
import type { EndedSlot } from '../../../ports/slot-store';
import { prepared, withoutFlush, written } from '../../database/prepared';
import type { Db } from '../../database/schema';
import { filledUp } from '../../database/several';
import { beginning, type ClaimOfJob, type SomeClaims, tasksAtOnce } from '../tasks/sql-some-tasks';
import { TaskIds } from '../tasks/task-ids';
import { slotsAtOnce } from './sql-locked-paces';

/**
 * A slot whose page has ended goes to the next page of its host without the host's row being locked: no more pages are in work than
 * before. Only a host that had room a moment ago is asked so; the slots of a full one are for who asks first.
 */

/** How long a host that had room is taken to have some, in milliseconds. */
const roomMs = 500;
/** How long a slot waits for the next page of its host, in milliseconds. */
const spareMs = 200;
/** Hosts of one statement. */
const hostsAtOnce = 8;
/** Hosts with room that are remembered. */
const mostHosts = 1000;

/** A host that had a slot left, and no pause. */
interface Room {
  readonly limit: number;
  /** The most pages at the same time that somebody has asked for. */
  readonly wanted: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Hosts that had room when their rows were last locked. */
export class HostsWithRoom {
  readonly #hosts = new Map<string, Room>();

  /** Notes what was seen of a host at a time in milliseconds since 1970. */
  note(host: string, limiter: HostRateLimiter | 'locked', at: number): void {
    this.#hosts.delete(host);
    if (limiter === 'locked' || limiter.isFull || limiter.waitMs() > 0) return;
    if (this.#hosts.size >= mostHosts) this.#hosts.clear();
    this.#hosts.set(host, { limit: limiter.concurrency, wanted: limiter.state.wanted, at });
  }

  forget(hosts: Iterable<string>): void {
    for (const host of hosts) this.#hosts.delete(host);
  }

  /** What is known of a host that still counts. */
  of(host: string, now: number): Room | undefined {
    const room = this.#hosts.get(host);
    return room && now >= room.at && now - room.at < roomMs ? room : undefined;
  }
}

/** A slot for a page of a wish. */
export interface Passed {
  readonly wish: SlotWish;
  readonly page: number;
  readonly slot: EndedSlot;
  readonly claim: ClaimOfJob;
}

/** A slot whose page has ended, at a time in milliseconds since 1970. */
export interface Spare {
  readonly slot: EndedSlot;
  readonly since: number;
}

/** What meets some wishes. */
export interface PassPlan {
  readonly passed: readonly Passed[];
  /** Slots that end, as no page has come for them. */
  readonly left: readonly EndedSlot[];
  /** Slots that wait for a page. */
  readonly spare: readonly Spare[];
  /** Pages at the same time that each host was given when its row was last locked; it must not be fewer now. */
  readonly hosts: ReadonlyMap<string, number>;
  readonly now: number;
}

/** How wishes are met by slots that have ended; undefined when one of them cannot, so that the rows of hosts are needed. */
export function planPasses(
  wishes: readonly SlotWish[],
  ended: readonly Spare[],
  room: HostsWithRoom,
  now: number,
): PassPlan | undefined {
  if (wishes.length === 0 || ended.some(({ slot }) => !slot.onHost)) return undefined;
  const spare = [...ended];
  const passed: Passed[] = [];
  const hosts = new Map<string, number>();
  for (const wish of wishes) {
    // The pages of such a job are counted over all hosts.
    if (wish.most !== undefined || wish.restMs) return undefined;
    for (const [page, { host, claim }] of wish.pages.slice(0, wish.count ?? 1).entries()) {
      const known = room.of(host, now);
      const at = spare.findIndex(({ slot: { onHost } }) => onHost?.name === host);
      const slot = at < 0 ? undefined : spare.splice(at, 1)[0]?.slot;
      if (!slot || !claim || !known || known.wanted < (wish.wanted ?? 0)) return undefined;
      const place = new TaskIds(wish.jobId).place(claim.id) ?? -1;
      passed.push({ wish, page, slot, claim: { job: wish.jobId, place, fence: claim.fence } });
      hosts.set(host, known.limit);
    }
  }
  const left = spare.filter(({ since }) => now - since > spareMs);
  const fits = passed.length <= tasksAtOnce && left.length <= slotsAtOnce && hosts.size <= hostsAtOnce;
  if (!fits || passed.length === 0) return undefined;
  return {
    passed,
    left: left.map(({ slot }) => slot),
    spare: spare.filter((each) => !left.includes(each)),
    hosts,
    now,
  };
}

/** A claim that was begun, if any, and how many of the hosts may be asked. */
interface PassedRow {
  readonly open: number;
  readonly job: string | null;
  readonly place: number | null;
  readonly fence: number | null;
}

/** Where values stand: name and least limit of each host, the time, the slots that end, the number of hosts, then the claims. */
const [timeAt, slotsAt] = [2 * hostsAtOnce, 2 * hostsAtOnce + 1];
const countAt = slotsAt + slotsAtOnce;

/**
 * Begins tasks if all of their hosts may still be asked, and ends slots in any case; compiled for each number of tasks. Nobody waits until
 * that is on the disk: after a crash of the server a page may be fetched again elsewhere, with a claim whose end is the only one that counts.
 */
const passSome = Array.from({ length: tasksAtOnce + 1 }, (_, length) =>
  prepared<SomeClaims, PassedRow>((db, at) => {
    const told = (name: string) => sql`(nullif(state, '')::json ->> ${sql.lit(name)})::float8`;
    const isOpen = (n: number) =>
      sql`(select count(*) from pace where name = ${at[2 * n]} and ${told('limit')} >= ${at[2 * n + 1]} and coalesce(${told('pausedUntil')}, 0) <= ${at[timeAt]})`;
    const open = sql.join(
      Array.from({ length: hostsAtOnce }, (_, n) => isOpen(n)),
      sql` + `,
    );
    const slots = Array.from({ length: slotsAtOnce }, (_, n) => at[slotsAt + n]);
    const begun = beginning(db, at, length, countAt + 1).where(sql<boolean>`(select n from open) = ${at[countAt]}`);
    return written(
      db,
      sql`with open as materialized (select ${open} as n, ${withoutFlush} as commits), ended as (delete from slot where id in (${sql.join(slots)})), begun as (${begun}) select open.n as open, begun.job, begun.place, begun.fence from open left join begun on true`,
    );
  }),
);

/**
 * Passes slots on, as the only statement of a transaction; gives back those whose claims hold, or undefined when a host may not be asked
 * any more as it was, and nothing was passed on.
 */
export async function passOn(db: Db, { passed, left, hosts, now }: PassPlan): Promise<ReadonlySet<Passed> | undefined> {
  const names = filledUp<readonly [string, number]>([...hosts], hostsAtOnce, ['', 0]);
  const slots = filledUp(
    left.map(({ id }) => id),
    slotsAtOnce,
    '',
  );
  const claims = passed.flatMap(({ claim: { job, place, fence } }) => [job, place, fence]);
  const rows = (await passSome[passed.length]?.last(db, [...names.flat(), now, ...slots, hosts.size, ...claims])) ?? [];
  if (rows[0]?.open !== hosts.size) return undefined;
  const nameOf = ({ job, place, fence }: Pick<PassedRow, 'job' | 'place' | 'fence'>) => `${job} ${place} ${fence}`;
  const begun = new Set(rows.map(nameOf));
  return new Set(passed.filter(({ claim }) => begun.has(nameOf(claim))));
}
