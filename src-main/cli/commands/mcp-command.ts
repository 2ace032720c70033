import type { Command } from 'commander';
import { addInstallCommands } from '../assistants/install-commands';
import { type CommandContext, type EngineOptions, withEngineOptions } from '../command-context';
import { withEngine } from '../engine-client';

interface McpOptions extends EngineOptions {
  readonly allowPrivateNetwork?: boolean;
}

/**
 * Adds `gleaner mcp`, which serves tools for language models over standard input and output until the client
 * disconnects.
 */
export function addMcpCommand(program: Command, context: CommandContext): void {
  const { signal } = context;
  const command = program
    .command('mcp')
    .description('provide scrape, crawl, map and more as MCP tools over standard input and output')
    .option('--allow-private-network', 'allow private addresses for an engine started by this command');
  withEngineOptions(command).action((options: McpOptions) =>
    withEngine({ ...options, mayStart: true }, signal, async (engine) => {
      const { serveMcp } = await import('../serve-mcp');
      await serveMcp(engine, program.version() ?? '', signal);
    }),
  );
  addInstallCommands(command, context);
}
