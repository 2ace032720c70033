/** Console output of the scripts, one line per step. Progress goes to stderr, so that stdout contains only results. */

const started = Date.now();

/** Prints a progress message. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Returns the time since the script started, e.g. `3.2 s`, for progress messages. */
export function elapsed() {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

/** A failure that the user can fix. The script prints it as one sentence, without a stack trace. */
export class CannotGoOn extends Error {}

/** Runs a script's main function. If it throws, prints the error and sets exit code 1. */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    say(error instanceof CannotGoOn ? `\nGleaner: ${error.message}` : `\nGleaner: ${error?.stack ?? error}`);
    process.exitCode = 1;
  }
}
