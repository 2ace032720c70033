import { CommanderError } from 'commander';

/** An end of a command that its user can do something about. */
export class CommandError extends Error {}

/** What a command ends with when Ctrl-C was pressed, as shells expect it. */
const interruptedCode = 130;

/** One plain sentence for anything thrown. */
export function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'cancelled.';
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}

/** The exit code for anything thrown: 0 for help, 130 for Ctrl-C, else 1. */
export function exitCodeOf(error: unknown, signal: AbortSignal): number {
  if (signal.aborted) return interruptedCode;
  return error instanceof CommanderError && error.exitCode === 0 ? 0 : 1;
}
