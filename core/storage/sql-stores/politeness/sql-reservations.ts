import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { HostRateLimiter } from '../../../ports/host-rate-limiter';
import { pollIntervalMs, type SlotRequest, type WaitingPage } from '../../../ports/host-slots';
import type { EndedSlot, StoredAnswer } from '../../../ports/slot-store';
import { prepared, preparedInsert, type Statement, together } from '../../database/prepared';
import { padded, type RowValues } from '../../database/row-values';
import type { Db } from '../../database/schema';
import { beginTasks } from '../tasks/sql-task-batches';
import { TaskIds } from '../tasks/task-ids';
import { LockedPaces, limiterOf, savePace, slotBatchSize } from './sql-locked-paces';
import type { HostsWithRoom } from './sql-slot-handovers';

/** Maximum number of hosts that one statement reads for a request. */
const maxHosts = 32;
/** Retry delay in ms when another process has locked a host's row. */
const lockedMs = 5;

/**
 * Reads the pace and the number of in-flight pages of hosts without locking their rows. Ignores slots released by the
 * same transaction. `values` contains the hosts, followed by these slots.
 */
const findSome = prepared((db, values: RowValues<string>) => {
  const ended = Array.from({ length: slotBatchSize }, (_, n) => values[maxHosts + n] ?? '');
  const active = sql<number>`(select count(*) from slot where slot.host = pace.name and slot.id not in (${sql.join(ended)}))`;
  return db
    .selectFrom('pace')
    .select(['name', 'state', active.as('active')])
    .where('name', 'in', padded(values, maxHosts, ''));
});

const addSlot = preparedInsert('slot', ['id', 'host', 'job', 'rest_ms', 'worker', 'lease_until']);
const removeSlots = prepared((db, ids: RowValues<string>) =>
  db.deleteFrom('slot').where('id', 'in', padded(ids, slotBatchSize, '')),
);

/** Parameters of a reservation. */
export interface ReservationParts {
  /** Time of the reservation, in milliseconds since 1970. */
  readonly now: number;
  /** Time at which the slots expire unless renewed, in milliseconds since 1970. */
  readonly until: number;
  readonly worker: string;
  /** Slots deleted by the transaction that makes the reservation. They do not count as in use. */
  readonly ended: readonly string[];
  /** Cache that receives the states of the locked hosts. */
  readonly room: HostsWithRoom;
}

/** Outcome of a request. `unused` contains slots whose pages lost their claims. */
export interface SlotsAnswer extends StoredAnswer {
  readonly unused: readonly EndedSlot[];
}

interface Given {
  readonly request: PendingRequest;
  readonly page: number;
  readonly id: string;
}

interface PendingRequest {
  readonly request: SlotRequest;
  readonly job: string | undefined;
  readonly taken: { readonly page: number; readonly id: string }[];
  readonly lost: number[];
  readonly unused: EndedSlot[];
  /**
   * Estimated time in ms until each host has a free slot. 0 if a slot seems to be free now. Contains only the hosts
   * considered so far.
   */
  readonly hosts: Map<string, number>;
  /** Time in ms until the job's own limits allow another slot. */
  jobMs: number;
}

/** Returns the statements for deleting slots. */
export function removed(ids: readonly string[]): readonly Statement[] {
  const starts = Array.from({ length: Math.ceil(ids.length / slotBatchSize) }, (_, n) => n * slotBatchSize);
  return starts.map((at) => removeSlots.with(padded(ids.slice(at, at + slotBatchSize), slotBatchSize, '')));
}

/**
 * Reserves slots for all requests with only a few statements. Each request gets at most the number of slots that it
 * wants. No other statements may follow in the transaction.
 */
export async function reserveAll(
  db: Db,
  requests: readonly SlotRequest[],
  parts: ReservationParts,
): Promise<readonly SlotsAnswer[]> {
  const open = requests.map(toPending);
  const ended = parts.ended.slice(0, slotBatchSize);
  await together(db, removed(parts.ended.slice(slotBatchSize)));
  await lookAt(db, open, parts.now, ended);
  const maxPages = new Map(
    open.flatMap(({ job, request }) => (job === undefined ? [] : [[job, request.maxPages ?? 1] as const])),
  );
  const paces = new LockedPaces(parts.now, maxPages, ended);
  const given: Given[] = [];
  for (let wanted = namesOf(open, paces); wanted.length > 0; wanted = namesOf(open, paces)) {
    await paces.lock(db, wanted);
    for (const each of open) given.push(...choose(each, paces));
  }
  for (const [name, limiter] of paces.all) if (!maxPages.has(name)) parts.room.note(name, limiter, parts.now);
  await together(db, [...removed(ended), ...rowsOf(given, parts), ...paces.rows().map((row) => savePace.with(row))]);
  for (const { request, page, id } of await lostOf(db, given)) {
    request.taken.splice(
      request.taken.findIndex((each) => each.page === page),
      1,
    );
    request.lost.push(page);
    request.unused.push({ id, rests: false });
  }
  return open.map(answerOf);
}

function toPending(request: SlotRequest): PendingRequest {
  return {
    request,
    job: request.maxPages === undefined ? undefined : `job ${request.jobId}`,
    taken: [],
    lost: [],
    unused: [],
    hosts: new Map(),
    jobMs: 0,
  };
}

/**
 * Checks which hosts of each request are busy, without locking their rows. Skips requests with a single host, because
 * locking that host's row also reads it.
 */
async function lookAt(db: Db, open: readonly PendingRequest[], now: number, ended: readonly string[]): Promise<void> {
  for (const { hosts, request } of open) {
    const names = [...new Set(request.pages.map(({ host }) => host))];
    const look = async (at: number): Promise<void> => {
      const some = names.slice(at, at + maxHosts);
      for (const name of some) hosts.set(name, 0);
      if (names.length === 1) return;
      const values = [...padded(some, maxHosts, ''), ...padded(ended, slotBatchSize, '')];
      for (const { name, state, active } of await findSome(db, values)) {
        const limiter = limiterOf(name, { state, active }, now);
        if (!limiter.tryReserve({ wanted: request.wanted })) hosts.set(name, waitOf(limiter));
      }
    };
    await look(0);
    // Busy hosts at the start of the list must not prevent the use of free hosts later in the list. If no host in the
    // first batch is free, all remaining hosts are queried together, which costs one more round trip.
    const others = Math.max(0, Math.ceil(names.length / maxHosts) - 1);
    if (others > 0 && ![...hosts.values()].includes(0))
      await Promise.all(Array.from({ length: others }, (_, n) => look((n + 1) * maxHosts)));
  }
}

/** Returns the time in ms to wait before a host that refused a slot is asked again. */
const waitOf = (limiter: HostRateLimiter): number => Math.max(limiter.waitMs(), limiter.isFull ? pollIntervalMs : 0);

/** Returns the indexes of pages that can still get a slot, up to the requested number of slots. */
function candidates({ request, taken, lost, hosts, jobMs }: PendingRequest): readonly number[] {
  const left = (request.count ?? 1) - taken.length;
  if (left <= 0 || jobMs > 0) return [];
  const over = new Set([...lost, ...taken.map(({ page }) => page)]);
  const places: number[] = [];
  for (const [place, { host }] of request.pages.entries()) {
    if (places.length === left) break;
    if (hosts.get(host) === 0 && !over.has(place)) places.push(place);
  }
  return places;
}

/** Returns the hosts and jobs whose rows are needed next. Empty when no more slots can be granted. */
function namesOf(open: readonly PendingRequest[], paces: LockedPaces): readonly string[] {
  const names = open.flatMap((each) => {
    const hosts = candidates(each).map((place) => each.request.pages[place]?.host ?? '');
    return each.job === undefined || hosts.length === 0 ? hosts : [each.job, ...hosts];
  });
  return names.filter((name) => paces.of(name) === undefined);
}

/** Yields the pages that get a slot under the limits in the locked rows. */
function* choose(open: PendingRequest, paces: LockedPaces): Generator<Given> {
  const { request, job, hosts } = open;
  for (;;) {
    const [page] = candidates(open);
    const host = page === undefined ? undefined : request.pages[page]?.host;
    const limiter = host === undefined ? undefined : paces.of(host);
    if (page === undefined || host === undefined || limiter === undefined) return;
    const ofJob = job === undefined ? undefined : paces.of(job);
    open.jobMs =
      ofJob === 'locked' ? lockedMs : ofJob?.isFull || ofJob?.waitMs() ? ofJob.waitMs() || pollIntervalMs : 0;
    if (open.jobMs > 0 || ofJob === 'locked') return;
    const slot = limiter === 'locked' ? undefined : limiter.tryReserve({ wanted: request.wanted });
    if (limiter === 'locked') hosts.set(host, lockedMs);
    else if (!slot) hosts.set(host, waitOf(limiter));
    if (!slot) continue;
    ofJob?.tryReserve({});
    const id = randomUUID();
    open.taken.push({ page, id });
    for (const name of job === undefined ? [host] : [host, job]) paces.use(name);
    yield { request: open, page, id };
  }
}

/** Returns the statements for inserting the granted slots. */
const rowsOf = (given: readonly Given[], { worker, until }: ReservationParts): readonly Statement[] =>
  given.map(({ request: { request, job = null }, page, id }) => {
    const host = request.pages[page]?.host ?? '';
    return addSlot.with({ id, host, job, rest_ms: request.delayMs ?? 0, worker, lease_until: until });
  });

/** Marks claimed tasks as started. Returns the pages for which the claim was lost. */
async function lostOf(db: Db, given: readonly Given[]): Promise<readonly Given[]> {
  const claims = given.flatMap((each) => {
    const { jobId, pages } = each.request.request;
    const claim = pages[each.page]?.claim;
    return claim ? [{ each, ...claimOf(jobId, claim) }] : [];
  });
  const begun = await beginTasks(db, claims);
  return claims.flatMap(({ each }, place) => (begun[place] ? [] : each));
}

const claimOf = (job: string, { id, fence }: NonNullable<WaitingPage['claim']>) => ({
  job,
  place: new TaskIds(job).place(id) ?? -1,
  fence,
});

function answerOf({ taken, lost, unused, hosts, jobMs }: PendingRequest): SlotsAnswer {
  const waits = [...hosts.values()].filter((each) => each > 0);
  const waitMs = taken.length + lost.length > 0 ? 0 : jobMs || Math.min(...waits, pollIntervalMs * 10);
  return { taken, lost, unused, waitMs, isJobBusy: waitMs > 0 && jobMs > 0 };
}
