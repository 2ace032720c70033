/** What the scripts say to a person: one line per step, progress on stderr so that stdout stays for results. */

const started = Date.now();

/** Says one step of the work. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Seconds since the script started, for progress lines. */
export function elapsed() {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

/** An end the user can do something about: printed as one clear sentence, without a stack. */
export class CannotGoOn extends Error {}

/** Runs a script's main function; what it throws ends the process with a sentence and exit code 1. */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    say(error instanceof CannotGoOn ? `\nGleaner: ${error.message}` : `\nGleaner: ${error?.stack ?? error}`);
    process.exitCode = 1;
  }
}
