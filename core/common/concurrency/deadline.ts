import { AppError } from '../errors';
import { orAborted } from './promises';

const ends = new WeakMap<AbortSignal, number>();

/** Returns monotonic time in milliseconds. All threads of the process share the same time base. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/**
 * Returns the deadline of a signal created by `withDeadline`, in `monotonicMs` time. Infinite for any other signal.
 */
export const deadlineOf = (signal: AbortSignal): number => ends.get(signal) ?? Number.POSITIVE_INFINITY;

/**
 * Runs work with a timeout. The signal passed to the work aborts on timeout or when the caller's signal aborts. The
 * work can also abort the signal with its own reason. The promise settles as soon as the signal aborts, even if the
 * work ignores the signal. Throws SCRAPE_TIMEOUT or the signal's reason.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  url: string,
  caller: AbortSignal,
  work: (signal: AbortSignal, end: (reason: AppError) => void) => Promise<T>,
): Promise<T> {
  caller.throwIfAborted();
  // Uses one controller, because this code runs for every page. `AbortSignal.any` with a second timeout signal would
  // cost several times as much.
  const bounded = new AbortController();
  const { signal } = bounded;
  const leave = () => bounded.abort(caller.reason);
  caller.addEventListener('abort', leave, { once: true });
  const timer = setTimeout(() => {
    const sentence = `${url} took longer than ${timeoutMs} ms; raise \`timeout\` or lower \`waitFor\`.`;
    bounded.abort(new AppError('SCRAPE_TIMEOUT', sentence));
  }, timeoutMs);
  ends.set(signal, monotonicMs() + timeoutMs);
  try {
    return await orAborted(
      work(signal, (reason) => bounded.abort(reason)),
      signal,
    );
  } finally {
    clearTimeout(timer);
    caller.removeEventListener('abort', leave);
  }
}
