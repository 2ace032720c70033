import { CommanderError } from 'commander';

/** A command failure that the user can fix. */
export class CommandError extends Error {}

/** Conventional exit code of a command after Ctrl-C. */
const interruptedCode = 130;

/** Describes any thrown value in one plain sentence. */
export function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'cancelled.';
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}

/** True if the reader of standard output has stopped reading, as `head` does. */
export const isClosedPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE';

/** Returns the exit code for any thrown value: 0 for help or a closed pipe, 130 for Ctrl-C, otherwise 1. */
export function exitCodeOf(error: unknown, signal: AbortSignal): number {
  if (signal.aborted) return interruptedCode;
  return isClosedPipe(error) || (error instanceof CommanderError && error.exitCode === 0) ? 0 : 1;
}
