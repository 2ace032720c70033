import { AppError } from '../common/errors';
import { orAborted } from '../common/or-aborted';

/**
 * Does some work within a time: it gets a signal that aborts when the time is up or the caller's signal aborts, and the
 * promise settles then, even when the work does not notice. Rejects with SCRAPE_TIMEOUT or the signal's reason.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  url: string,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    const sentence = `${url} took longer than ${timeoutMs} ms; raise timeout or lower waitFor.`;
    deadline.abort(new AppError('SCRAPE_TIMEOUT', sentence));
  }, timeoutMs);
  const signal = AbortSignal.any([caller, deadline.signal]);
  try {
    return await orAborted(work(signal), signal);
  } finally {
    clearTimeout(timer);
  }
}
