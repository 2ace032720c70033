import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { offerBrowser, terminalQuestion } from '../browser-offer';
import { builtFile } from '../built-file';
import type { CommandContext } from '../command-context';

/**
 * Adds `gleaner serve` and `gleaner worker`, which run the engine in the foreground in this process. The engine parses
 * the options itself.
 */
export function addServeCommand(program: Command, context: CommandContext): void {
  addEngineCommand(program, context, 'serve', 'run the engine in the foreground, with the API and the web interface')
    .option('--port <n>', 'port to listen on (default: 3002)')
    .option(
      '--role <role>',
      'all, or api: serve only requests, and leave background jobs to workers on the same database',
    );
  addEngineCommand(
    program,
    context,
    'worker',
    'process background jobs that other processes on the same database have accepted',
  ).option('--port <n>', 'port for /health and /metrics (default: a free port)');
}

function addEngineCommand(
  program: Command,
  { signal }: CommandContext,
  name: 'serve' | 'worker',
  description: string,
): Command {
  return program
    .command(name)
    .description(description)
    .option('--data-dir <dir>', 'data folder')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--api-key-file <file>', 'file with a key to accept in addition to the stored keys')
    .option('--api-key <key>', 'API key; other users of this machine can see it in the process list')
    .option('--allow-private-network', 'allow scrapes of private and loopback addresses')
    .option('--allow-host <name>', 'also accept requests for this host name, for a reverse proxy or forwarded port')
    .option('--without-plugins', 'do not load third-party plugins')
    .option('--log-level <level>', 'log level: debug, info or warn (default: info)')
    .option('--log-format <format>', 'log format: text or json (default: text)')
    .action(async ({ dataDir }: { readonly dataDir?: string }) => {
      await offerBrowser(dataDir, { signal, ask: terminalQuestion(signal) });
      const engine = builtFile('engine.js');
      const args = process.argv.slice(process.argv.indexOf(name) + 1);
      const role = name === 'worker' ? ['--role', 'worker'] : [];
      process.argv.splice(1, process.argv.length, engine, ...role, ...args);
      // An engine started by another program must shut down gracefully when that program exits, even if its output has
      // already been closed.
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
      // Emits the signal instead of sending it, because sending it would end the process immediately on Windows.
      process.on('disconnect', () => process.emit('SIGTERM'));
      await import(/* @vite-ignore */ pathToFileURL(engine).href);
    });
}
