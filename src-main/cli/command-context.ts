import type { Command } from 'commander';
import { plain } from './standard-output';

/** Context passed to every command. */
export interface CommandContext {
  /** Signal that aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Options shared by all commands that connect to an engine. */
export interface EngineOptions {
  readonly apiUrl?: string;
  readonly apiKey?: string;
  readonly apiKeyFile?: string;
  readonly dataDir?: string;
}

/** Adds the options for selecting an engine. */
export function withEngineOptions(command: Command): Command {
  return command
    .option('--api-url <url>', 'URL of a running engine (default: the engine on this machine, otherwise a new engine)')
    .option('--api-key-file <file>', 'file with the API key of the running engine (default: GLEANER_API_KEY)')
    .option('--api-key <key>', 'API key; other users of this machine can see it in the process list')
    .option('--data-dir <dir>', 'data folder (default: GLEANER_DATA_DIR, otherwise the system default)');
}

/**
 * Prints progress to standard error, because standard output is reserved for data. Removes control characters, which
 * may come from pages.
 */
export function progress(text: string): void {
  process.stderr.write(`${plain(text)}\n`);
}
