import { orAborted } from '../../../common/concurrency/promises';
import { AppError } from '../../../common/errors';

/** Returns the reason for an abort as an AppError: a timeout, or cancellation by the caller. */
export function abortError(signal: AbortSignal): AppError {
  const reason: unknown = signal.reason;
  if (reason instanceof AppError) return reason;
  const timedOut = reason instanceof Error && reason.name === 'TimeoutError';
  return new AppError(timedOut ? 'SCRAPE_TIMEOUT' : 'SCRAPE_JOB_CANCELLED', undefined, { cause: reason });
}

/**
 * Waits for a promise. Rejects with the abort error as soon as the signal aborts. The work itself continues, and the
 * caller remains responsible for it.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await orAborted(work, signal);
  } catch (thrown) {
    throw signal.aborted && thrown === signal.reason ? abortError(signal) : thrown;
  }
}

/** Waits for the given time. Rejects early with the abort error when the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(abortError(signal));
    const onAbort = () => {
      clearTimeout(timer);
      reject(abortError(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Resolves with the outcome of a promise, or with undefined if it rejects or takes longer than `milliseconds`. */
export function within<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), milliseconds);
    timer.unref();
    work.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });
}
