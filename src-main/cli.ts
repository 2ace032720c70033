import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addBrowserCommand } from './cli/browser-command';
import { exitCodeOf, sentenceOf } from './cli/command-error';
import { addKeysCommand } from './cli/keys-command';
import { addScrapeCommand } from './cli/scrape-command';
import { addServeCommand } from './cli/serve-command';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('gleaner')
  .version(version)
  .description('Turns web pages into clean content and structured data on your own machine.')
  .showHelpAfterError('(see gleaner --help)')
  .exitOverride();

const context = { signal: interrupted.signal };
addScrapeCommand(program, context);
addServeCommand(program);
addBrowserCommand(program, context);
addKeysCommand(program, context);

try {
  await program.parseAsync();
} catch (error) {
  // Commander has already said what is wrong with the command line.
  if (!(error instanceof CommanderError)) process.stderr.write(`gleaner: ${sentenceOf(error, interrupted.signal)}\n`);
  process.exitCode = exitCodeOf(error, interrupted.signal);
}
