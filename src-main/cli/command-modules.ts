import type { Command } from 'commander';
import type { CommandContext } from './command-context';

/** A module that adds commands to the program. */
export interface CommandModule {
  /** Names and aliases of the commands that the module adds. */
  readonly names: readonly string[];
  /** Loads the module and adds its commands. */
  readonly add: (program: Command, context: CommandContext) => Promise<unknown>;
}

const module = (names: readonly string[], add: CommandModule['add']): CommandModule => ({ names, add });

/** Modules of all commands, in the order shown in the help. */
export const commandModules: readonly CommandModule[] = [
  module(['scrape'], async (...given) => (await import('./commands/scrape-command')).addScrapeCommand(...given)),
  module(['parse'], async (...given) => (await import('./commands/parse-command')).addParseCommand(...given)),
  module(['crawl'], async (...given) => (await import('./commands/crawl-command')).addCrawlCommand(...given)),
  module(['batch'], async (...given) => (await import('./commands/batch-command')).addBatchCommand(...given)),
  module(['map'], async (...given) => (await import('./commands/map-command')).addMapCommand(...given)),
  module(['search'], async (...given) => (await import('./commands/search-command')).addSearchCommand(...given)),
  module(['extract'], async (...given) => (await import('./commands/extract-command')).addExtractCommand(...given)),
  module(['recipes'], async (...given) => (await import('./commands/recipes-command')).addRecipesCommand(...given)),
  module(['agent'], async (...given) => (await import('./commands/agent-command')).addAgentCommand(...given)),
  module(['jobs'], async (...given) => (await import('./commands/jobs-command')).addJobsCommand(...given)),
  module(['export'], async (...given) => (await import('./commands/export-command')).addExportCommand(...given)),
  module(['run', 'saved', 'schedules'], async (program, context) => {
    const { addSavedCommands } = await import('./commands/saved-command');
    const { addSavedRunsCommands } = await import('./commands/saved-runs-command');
    addSavedRunsCommands(program, addSavedCommands(program, context), context);
  }),
  module(['serve', 'worker'], async (...given) => (await import('./commands/serve-command')).addServeCommand(...given)),
  module(['browser'], async (...given) => (await import('./commands/browser-command')).addBrowserCommand(...given)),
  module(['doctor'], async (...given) => (await import('./commands/doctor-command')).addDoctorCommand(...given)),
  module(['keys'], async (...given) => (await import('./commands/keys-command')).addKeysCommand(...given)),
  module(['mcp'], async (...given) => (await import('./commands/mcp-command')).addMcpCommand(...given)),
  module(['plugins', 'plugin'], async (...given) =>
    (await import('./commands/plugins-command')).addPluginsCommand(...given),
  ),
  module(['backup', 'restore'], async (...given) =>
    (await import('./commands/backup-command')).addBackupCommands(...given),
  ),
  module(['migrate'], async (...given) => (await import('./commands/migrate-command')).addMigrateCommand(...given)),
  module(['database'], async (program) => (await import('./commands/database-command')).addDatabaseCommands(program)),
];

/**
 * Adds the commands of the module that contains the given command. If there is no such module, e.g. for the help, adds
 * all commands. Loading all modules would slow down the start of each command, and of the engine that `serve` starts.
 */
export async function addCommands(program: Command, context: CommandContext, name: string | undefined): Promise<void> {
  const modules = commandModules.filter(({ names }) => name !== undefined && names.includes(name));
  for (const { add } of modules.length > 0 ? modules : commandModules) await add(program, context);
}
