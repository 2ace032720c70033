import type { Hooks } from '../../contract/hooks';

/** Pause before the second try; each further one waits four times as long. */
const firstPauseMs = 1000;

/** Lets pages of jobs be tried again when the error table says that a later try may help, with growing pauses. */
export function retryByTable(hooks: Hooks): void {
  hooks.retry.tap('error table', (error, { attempt }) => {
    if (error.retry === 'never') return undefined;
    const pauseMs = firstPauseMs * 4 ** (attempt - 1);
    return { delayMs: pauseMs * (0.75 + Math.random() / 2) };
  });
}
