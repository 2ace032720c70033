import { orAborted } from '../../../common/concurrency/promises';
import { AppError } from '../../../common/errors';

/** Why a signal was aborted, as an AppError: out of time, or cancelled by the caller. */
export function abortError(signal: AbortSignal): AppError {
  const reason: unknown = signal.reason;
  if (reason instanceof AppError) return reason;
  const timedOut = reason instanceof Error && reason.name === 'TimeoutError';
  return new AppError(timedOut ? 'SCRAPE_TIMEOUT' : 'SCRAPE_JOB_CANCELLED', undefined, { cause: reason });
}

/** Work that ends, with the abort's error, as soon as the signal aborts; the work itself is left to whoever owns it. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await orAborted(work, signal);
  } catch (thrown) {
    throw signal.aborted && thrown === signal.reason ? abortError(signal) : thrown;
  }
}

/** Waits for some milliseconds; ends early, with the abort's error, when the signal aborts. */
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

/** The promise's outcome, or undefined when it takes longer than `milliseconds` or fails. */
export function within<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), milliseconds);
    timer.unref();
    work.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });
}
