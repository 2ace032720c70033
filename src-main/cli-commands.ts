import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { progress } from './cli/command-context';
import { exitCodeOf, isClosedPipe, sentenceOf } from './cli/command-error';
import { addAgentCommand } from './cli/commands/agent-command';
import { addBackupCommands } from './cli/commands/backup-command';
import { addBatchCommand } from './cli/commands/batch-command';
import { addBrowserCommand } from './cli/commands/browser-command';
import { addCrawlCommand } from './cli/commands/crawl-command';
import { addDatabaseCommands } from './cli/commands/database-command';
import { addDoctorCommand } from './cli/commands/doctor-command';
import { addExportCommand } from './cli/commands/export-command';
import { addExtractCommand } from './cli/commands/extract-command';
import { addJobsCommand } from './cli/commands/jobs-command';
import { addKeysCommand } from './cli/commands/keys-command';
import { addMapCommand } from './cli/commands/map-command';
import { addMcpCommand } from './cli/commands/mcp-command';
import { addMigrateCommand } from './cli/commands/migrate-command';
import { addParseCommand } from './cli/commands/parse-command';
import { addPluginsCommand } from './cli/commands/plugins-command';
import { addRecipesCommand } from './cli/commands/recipes-command';
import { addSavedCommands } from './cli/commands/saved-command';
import { addSavedRunsCommands } from './cli/commands/saved-runs-command';
import { addScrapeCommand } from './cli/commands/scrape-command';
import { addSearchCommand } from './cli/commands/search-command';
import { addServeCommand } from './cli/commands/serve-command';

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

// A closed pipe, e.g. in `gleaner jobs list | head -1`, must not crash the command. The pending write rejects anyway.
process.stdout.on('error', () => undefined);

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
addParseCommand(program, context);
addCrawlCommand(program, context);
addBatchCommand(program, context);
addMapCommand(program, context);
addSearchCommand(program, context);
addExtractCommand(program, context);
addRecipesCommand(program, context);
addAgentCommand(program, context);
addJobsCommand(program, context);
addExportCommand(program, context);
addSavedRunsCommands(program, addSavedCommands(program, context), context);
addServeCommand(program, context);
addBrowserCommand(program, context);
addDoctorCommand(program, context);
addKeysCommand(program, context);
addMcpCommand(program, context);
addPluginsCommand(program, context);
addBackupCommands(program, context);
addMigrateCommand(program, context);
addDatabaseCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  // Command-line errors have already been reported by Commander.
  if (!(error instanceof CommanderError || isClosedPipe(error)))
    progress(`gleaner: ${sentenceOf(error, interrupted.signal)}`);
  process.exitCode = exitCodeOf(error, interrupted.signal);
}
