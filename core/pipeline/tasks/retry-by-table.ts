import type { Hooks } from '../../contract/hooks';

/** Pause before the second try; each further one waits four times as long. */
const firstPauseMs = 1000;

/** Retries pages of jobs when the error table says that a later try may help, with growing pauses. Callers get errors at once. */
export function retryByTable(hooks: Hooks): void {
  hooks.retry.tap('error table', (error, { attempt, isAwaited }) => {
    if (isAwaited || error.retry === 'never') return undefined;
    const pauseMs = firstPauseMs * 4 ** (attempt - 1);
    return { delayMs: pauseMs * (0.75 + Math.random() / 2) };
  });
}
