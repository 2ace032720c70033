import type { StorageContext } from '../../ports/context';
import type { ClockReading, Storage } from '../../ports/storage';

const hourMs = 60 * 60 * 1000;

/** Minimum difference in ms between elapsed clock time and elapsed uptime that counts as a clock jump. */
const jumpMs = hourMs / 6;

/**
 * Time in ms that Gleaner must run before it deletes data by age. Applies after a clock jump that is shorter than the
 * retention period, and before the first sweep of a new store.
 */
const shortHoldMs = hourMs;

/**
 * Decides whether the clock can be trusted for deleting data by age. Time counts as elapsed only if the machine's
 * uptime confirms it. If the clock has advanced further than the uptime, even across restarts, deletions are suspended
 * until Gleaner has run for a while. This hold is stored, so that a restart does not end it.
 */
export class ClockCheck {
  /** Time of the last check by this process. */
  #last: number | undefined;

  constructor(
    private readonly storage: Pick<Storage, 'readClock' | 'writeClock'>,
    private readonly context: Pick<StorageContext, 'log'>,
    private readonly runningMs: () => number,
  ) {}

  /** True when no clock jump is suspected. `retentionMs` is the maximum duration of a hold. */
  async isTrusted(now: number, retentionMs: number): Promise<boolean> {
    const steady = Math.round(this.runningMs());
    const before = await this.storage.readClock();
    const look = this.#look(before, { at: now, steady }, retentionMs);
    await this.storage.writeClock(look);
    this.#report(before, look);
    this.#last = now;
    return look.holdMs === 0;
  }

  #look(
    before: ClockReading | undefined,
    { at, steady }: Pick<ClockReading, 'at' | 'steady'>,
    retentionMs: number,
  ): ClockReading {
    if (!before) return { at, steady, aheadMs: 0, holdMs: shortHoldMs };
    const passed = at - before.at;
    const ran = steady - before.steady;
    // If another process stored the last reading, its uptime may be that of another boot or machine. In that case, the
    // elapsed uptime counts only if it agrees with the clock.
    const proven = before.at === this.#last || Math.abs(passed - ran) <= jumpMs ? ran : 0;
    const jump = passed - proven;
    if (Math.abs(jump) <= jumpMs) {
      const holdMs = Math.max(0, before.holdMs - Math.max(0, passed));
      return { at, steady, aheadMs: holdMs > 0 ? before.aheadMs : 0, holdMs };
    }
    // If the clock is set back to the correct time, the hold ends.
    const aheadMs = Math.max(0, before.aheadMs + jump);
    const hold = aheadMs > retentionMs ? retentionMs : shortHoldMs;
    return { at, steady, aheadMs, holdMs: aheadMs > jumpMs ? hold : 0 };
  }

  #report(before: ClockReading | undefined, { at, aheadMs, holdMs }: ClockReading): void {
    if (!before || holdMs <= before.holdMs) return;
    const hours = Math.round(aheadMs / hourMs);
    const until = `Old data is deleted once Gleaner has run for another ${holdMs / hourMs} h.`;
    const isOwn = before.at === this.#last;
    const what = isOwn
      ? `The clock of this machine was set ${hours} h ahead.`
      : `Gleaner did not run for ${hours} h, or the clock of this machine is ahead: it last ran at ${new Date(before.at).toISOString()}, now it is ${new Date(at).toISOString()}.`;
    this.context.log[isOwn || holdMs > shortHoldMs ? 'warn' : 'info'](`${what} ${until}`);
  }
}
