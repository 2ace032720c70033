/** Console output of the scripts: one line per step, with progress on stderr so that stdout stays free for results. */

const started = Date.now();

/** Prints one step of the work. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Returns the seconds since the script started, for progress lines. */
export function elapsed() {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

/** A failure that the user can fix: printed as one clear sentence, without a stack trace. */
export class CannotGoOn extends Error {}

/** Runs a script's main function; an error is printed and sets exit code 1. */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    say(error instanceof CannotGoOn ? `\nGleaner: ${error.message}` : `\nGleaner: ${error?.stack ?? error}`);
    process.exitCode = 1;
  }
}
