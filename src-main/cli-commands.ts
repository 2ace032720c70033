import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { progress } from './cli/command-context';
import { exitCodeOf, isClosedPipe, sentenceOf } from './cli/command-error';
import { addCommands } from './cli/command-modules';

const interrupted = new AbortController();
/**
 * Time in ms within which a second interrupt is ignored. One Ctrl-C may arrive twice: from the terminal and from the
 * parent process.
 */
const sameKeyMs = 1000;
let interruptedAt = 0;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interrupted.signal.aborted && Date.now() - interruptedAt > sameKeyMs) process.exit(130);
    if (!interrupted.signal.aborted) interruptedAt = Date.now();
    interrupted.abort();
  });
}

// Prevents a crash if the output pipe is closed, e.g. in `gleaner jobs list | head -1`. The pending write still rejects
// with the error.
process.stdout.on('error', () => undefined);

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('gleaner')
  .version(version)
  .description('Turns web pages into clean content and structured data on your own machine.')
  .showHelpAfterError('(see gleaner --help)')
  .exitOverride();

await addCommands(program, { signal: interrupted.signal }, process.argv[2]);

try {
  await program.parseAsync();
} catch (error) {
  // Command-line errors have already been reported by Commander.
  if (!(error instanceof CommanderError || isClosedPipe(error)))
    progress(`gleaner: ${sentenceOf(error, interrupted.signal)}`);
  process.exitCode = exitCodeOf(error, interrupted.signal);
}
