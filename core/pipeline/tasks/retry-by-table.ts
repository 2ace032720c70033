import type { Hooks } from '../../contract/hooks';

/** Delay before the first retry, in milliseconds. Quadruples with each further retry. */
const firstPauseMs = 1000;

/**
 * Retries failed job pages with increasing delays if the error table allows it. Does not retry pages that a caller is
 * waiting for.
 */
export function retryByTable(hooks: Hooks): void {
  hooks.retry.tap('error table', (error, { attempt, isAwaited }) => {
    if (isAwaited || error.retry === 'never') return undefined;
    const pauseMs = firstPauseMs * 4 ** (attempt - 1);
    return { delayMs: pauseMs * (0.75 + Math.random() / 2) };
  });
}
