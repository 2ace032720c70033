import type { TimerClock } from '../../common/concurrency/clock';
import { AppError, toAppError } from '../../common/errors';
import type { Job } from '../../common/job';
import type { Log } from '../../common/log';
import type { EventBus } from '../../ports/delivery/event-bus';
import type { Delivery, DeliveryChange, Outbox } from '../../ports/delivery/outbox';
import { receiverOf } from '../../ports/delivery/outbox';
import type { JobStore } from '../../ports/jobs/job-store';
import { DisabledReceivers } from './disabled-receivers';
import { defaultReceiverLimits, PerReceiverQueue, type ReceiverLimits } from './per-receiver-queue';
import { afterTry, receiverPauseMs, requestedPauseMs, type TryOutcome } from './retry-schedule';
import { signatureHeaders } from './signature';
import type { Sinks } from './sinks';
import type { WebhookSecret } from './webhook-secret';

/** Dependencies of the dispatcher. */
export interface DispatcherParts {
  readonly outbox: Outbox;
  readonly jobs: Pick<JobStore, 'get'>;
  /** True for a completed job without results. */
  readonly hasNoResults: (job: Job) => Promise<boolean>;
  readonly sinks: Pick<Sinks, 'get'>;
  readonly secret: Pick<WebhookSecret, 'valid'>;
  readonly events: Pick<EventBus, 'emit'>;
  readonly log: Log;
  readonly clock: TimerClock;
  readonly limits?: ReceiverLimits;
}

/** Timeout of a delivery attempt in ms. */
const tryTimeoutMs = 10_000;
/** Number of deliveries fetched from the outbox at once. */
const batch = 64;
/**
 * Maximum time in ms until the next check. Short enough to notice changes of the system clock and wake-ups from sleep.
 */
const maxSleepMs = 60_000;
/** Time in ms after which a running delivery counts as slow and frees its slot. */
const slowMs = 1_000;
/** Poll interval in ms while deliveries are running. Other deliveries may become due in the meantime. */
const busySleepMs = 1_000;
/** Delay in ms after an outbox failure, to avoid a tight loop. */
const errorPauseMs = 60_000;
/** Maximum time in ms that `stop` waits for aborted attempts. */
const stopWithinMs = 1_000;

/**
 * Sends due deliveries from the outbox, a few at a time. Every attempt sends the same bytes. Resumes after a restart.
 */
export class OutboxDispatcher {
  readonly #parts: DispatcherParts;
  readonly #receivers: PerReceiverQueue;
  readonly #gone: DisabledReceivers;
  readonly #running = new Map<string, Promise<void>>();
  /** Paused receivers, with the end of each pause in ms since 1970. */
  readonly #pauses = new Map<string, number>();
  /** Number of consecutive failures, by receiver. */
  readonly #failures = new Map<string, number>();
  /** IDs of deliveries to resend at the user's request, even if the receiver refused earlier deliveries. */
  readonly #isRequested = new Set<string>();
  #ending: AbortController | undefined;
  #looping = false;
  #loopDone: Promise<void> = Promise.resolve();
  #again = false;
  #cancelTimer: () => void = () => undefined;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#receivers = new PerReceiverQueue(parts.limits ?? defaultReceiverLimits);
    this.#gone = new DisabledReceivers(parts.outbox);
  }

  /** Starts delivering events, including those that an earlier process left in the outbox. */
  start(): void {
    this.#ending ??= new AbortController();
    this.wake();
  }

  /** Stops sending, and aborts attempts in progress. Undelivered events stay in the outbox. */
  async stop(): Promise<void> {
    const running = [this.#loopDone, ...this.#running.values()];
    this.#ending?.abort(new AppError('ENGINE_CLOSING'));
    this.#ending = undefined;
    this.#cancelTimer();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, stopWithinMs);
    });
    await Promise.race([Promise.allSettled(running), late]);
    clearTimeout(timer);
  }

  /** Checks for due deliveries immediately. Called after a delivery was added. */
  wake(): void {
    this.#again = true;
    if (this.#looping || !this.#ending) return;
    this.#looping = true;
    this.#loopDone = this.#loop(this.#ending.signal);
  }

  /** Resends a delivery with the same ID and bytes. Returns undefined when the delivery does not exist. */
  async replay(id: string): Promise<Delivery | undefined> {
    this.#isRequested.add(id);
    const delivery = await this.#parts.outbox.replay(id);
    if (delivery) this.#pauses.delete(receiverOf(delivery));
    else this.#isRequested.delete(id);
    this.wake();
    return delivery;
  }

  async #loop(ending: AbortSignal): Promise<void> {
    this.#cancelTimer();
    let sleepMs = 0;
    do {
      this.#again = false;
      sleepMs = await this.#round(ending).catch((thrown: unknown) => this.#backOff(thrown));
    } while (this.#again && !ending.aborted);
    this.#looping = false;
    if (!ending.aborted) this.#cancelTimer = this.#parts.clock.after(sleepMs, () => this.wake());
    else if (this.#ending) this.wake();
  }

  /** Starts due deliveries. Returns the delay in ms until the next check. */
  async #round(ending: AbortSignal): Promise<number> {
    this.#endPauses();
    while (!ending.aborted && this.#receivers.room > 0) {
      const except = new Set([...this.#receivers.supplied(), ...this.#pauses.keys()]);
      const due = await this.#parts.outbox.due(Math.min(batch, this.#receivers.room), except);
      if (due.filter((delivery) => this.#receivers.add(delivery)).length === 0) break;
    }
    while (!ending.aborted) {
      const delivery = this.#receivers.take();
      if (!delivery) break;
      this.#begin(delivery, ending);
    }
    if (this.#receivers.size > 0 || this.#pauses.size > 0) return busySleepMs;
    return Math.min((await this.#parts.outbox.nextDueIn()) ?? maxSleepMs, maxSleepMs);
  }

  #begin(delivery: Delivery, ending: AbortSignal): void {
    const cancelSlow = this.#parts.clock.after(slowMs, () => this.#receivers.slow(delivery) && this.wake());
    const trying = this.#deliver(delivery, ending)
      .catch((thrown: unknown) => {
        this.#backOff(thrown);
        this.#pause(receiverOf(delivery), errorPauseMs);
      })
      .finally(() => {
        cancelSlow();
        this.#running.delete(delivery.id);
        this.#receivers.done(delivery);
        this.wake();
      });
    this.#running.set(delivery.id, trying);
  }

  /** Processes one delivery: checks that it is still due, sends it and records the attempt. */
  async #deliver({ id }: Delivery, ending: AbortSignal): Promise<void> {
    const { outbox, clock } = this.#parts;
    const delivery = await outbox.claim(id);
    if (!delivery) return;
    if (!this.#isRequested.has(id) && (await this.#gone.has(delivery)))
      return this.#note(delivery, { state: 'disabled' });
    const at = clock.now();
    const outcome = await this.#try(delivery, ending);
    if (ending.aborted && outcome.result !== 'delivered') return outbox.unclaim(id);
    this.#isRequested.delete(id);
    if (outcome.result === 'delivered') this.#gone.note(delivery, false);
    if (outcome.result === 'disable') this.#gone.note(delivery, true);
    this.#judge(receiverOf(delivery), outcome);
    const { statusCode, message } = outcome;
    const error =
      outcome.result === 'delivered' ? undefined : (message ?? `The receiver responded with status ${statusCode}.`);
    const attempt = { at: new Date(at).toISOString(), durationMs: clock.now() - at, statusCode, error };
    await this.#note(delivery, { ...afterTry(outcome, delivery.tries.length), attempt });
  }

  async #try(delivery: Delivery, ending: AbortSignal): Promise<TryOutcome> {
    const { outbox, jobs, sinks, secret, clock } = this.#parts;
    const { id: webhookId, jobId, type } = delivery;
    // Each attempt has its own controller, because signals derived from a long-lived controller would leak memory.
    const end = new AbortController();
    const cancel = clock.after(tryTimeoutMs, () => end.abort(new AppError('SCRAPE_TIMEOUT', tooSlow)));
    const stopped = () => end.abort(ending.reason);
    ending.addEventListener('abort', stopped, { once: true });
    try {
      const body = await outbox.body(webhookId);
      if (!body)
        return { result: 'hopeless', message: 'The content of this event was deleted, so the event cannot be sent.' };
      const headers = signatureHeaders({ webhookId, sentAtMs: clock.now(), body }, await secret.valid());
      const job = await jobs.get(jobId);
      const url = job?.zeroDataRetention ? undefined : job?.url;
      const hasNoResults = job && type.endsWith('.completed') ? await this.#parts.hasNoResults(job) : undefined;
      const sink = await sinks.get(delivery.sink, delivery.config);
      ending.throwIfAborted();
      const sent = { webhookId, type, jobId, body, headers, url, hasNoResults };
      return await untilAborted(sink.deliver(sent, end.signal), end.signal);
    } catch (thrown) {
      const message = reasonOf(thrown);
      return { result: thrown instanceof AppError && finalCodes.has(thrown.code) ? 'hopeless' : 'retry', message };
    } finally {
      cancel();
      ending.removeEventListener('abort', stopped);
    }
  }

  async #note({ id, jobId }: Delivery, change: DeliveryChange): Promise<void> {
    const kept = await this.#parts.outbox.update(id, change);
    if (!kept) return;
    const { state, type, nextAt, tries } = kept;
    await this.#parts.events.emit('delivery.tried', jobId, { id, type, state, nextAt, tries: tries.length });
  }

  /** Backs off from a failing receiver, so that its queued deliveries do not use up their attempts. */
  #judge(receiver: string, outcome: TryOutcome): void {
    const failed = outcome.result === 'retry';
    this.#receivers.judge(receiver, failed);
    const failures = failed ? (this.#failures.get(receiver) ?? 0) + 1 : 0;
    if (failures === 0) this.#failures.delete(receiver);
    else this.#failures.set(receiver, failures);
    this.#pause(receiver, Math.max(requestedPauseMs(outcome), receiverPauseMs(failures)));
  }

  #pause(receiver: string, pauseMs: number): void {
    if (pauseMs === 0) return;
    const until = this.#parts.clock.now() + pauseMs;
    this.#pauses.set(receiver, Math.max(until, this.#pauses.get(receiver) ?? 0));
    this.#receivers.drop(receiver);
  }

  #endPauses(): void {
    const now = this.#parts.clock.now();
    for (const [receiver, until] of this.#pauses) if (until <= now) this.#pauses.delete(receiver);
  }

  #backOff(thrown: unknown): number {
    this.#parts.log.warn(`events are delayed because the outbox is unavailable: ${toAppError(thrown).message}`);
    return errorPauseMs;
  }
}

function reasonOf(thrown: unknown): string {
  if (thrown instanceof AppError) return thrown.reason;
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Codes of errors that a retry cannot resolve. */
const finalCodes = new Set<string>(['PRIVATE_ADDRESS_BLOCKED', 'BAD_REQUEST']);

const tooSlow = `The receiver did not respond within ${tryTimeoutMs / 1000} s.`;

/** Settles like `promise`. On abort, rejects with the abort reason, even if the callee ignores the signal. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
