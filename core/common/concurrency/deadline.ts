import { AppError } from '../errors';
import { orAborted } from './promises';

const ends = new WeakMap<AbortSignal, number>();

/** Milliseconds of a clock that never jumps and is the same on every thread of the process. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** When the work under a signal of `withDeadline` must be done, by `monotonicMs`; never for any other signal. */
export const deadlineOf = (signal: AbortSignal): number => ends.get(signal) ?? Number.POSITIVE_INFINITY;

/**
 * Does some work within a time: it gets a signal that aborts when the time is up, the caller's signal aborts, or the work ends it
 * with a reason, and the promise settles then, even when the work does not notice. Rejects with SCRAPE_TIMEOUT or the signal's reason.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  url: string,
  caller: AbortSignal,
  work: (signal: AbortSignal, end: (reason: AppError) => void) => Promise<T>,
): Promise<T> {
  caller.throwIfAborted();
  // Every page has one: `AbortSignal.any` with a second signal for the time costs several times as much.
  const bounded = new AbortController();
  const { signal } = bounded;
  const leave = () => bounded.abort(caller.reason);
  caller.addEventListener('abort', leave, { once: true });
  const timer = setTimeout(() => {
    const sentence = `${url} took longer than ${timeoutMs} ms; raise timeout or lower waitFor.`;
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
