import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import { type Command, Option } from 'commander';
import { type CommandContext, progress } from '../command-context';
import { CommandError } from '../command-error';
import { writeOutput } from '../standard-output';
import { type Assistant, assistantIds, assistantsAt } from './assistants';
import { type Dialogue, register } from './registration';
import { type ServerEntry, serverEntry } from './server-entry';

interface InstallOptions {
  readonly assistant?: readonly string[];
  readonly yes?: boolean;
}

/**
 * Adds `install` and `uninstall` to `gleaner mcp`. `install` adds the MCP server to the user's AI assistants, and
 * `uninstall` removes it.
 */
export function addInstallCommands(mcp: Command, { signal }: CommandContext): void {
  const { platform, env, execPath, argv } = process;
  const entry = () => serverEntry({ node: execPath, script: argv[1] ?? '', platform, path: env.PATH ?? '' });
  withInstallOptions(mcp.command('install').description('register Gleaner’s MCP tools with your AI assistants')).action(
    (options: InstallOptions) => change(mcp, options, entry(), signal),
  );
  withInstallOptions(mcp.command('uninstall').description('remove Gleaner’s MCP tools from your AI assistants')).action(
    (options: InstallOptions) => change(mcp, options, undefined, signal),
  );
}

/**
 * Throws if an option of `gleaner mcp` is given to a subcommand. Commander accepts these options, but the registered
 * server would start without them.
 */
function refuseServerOptions(mcp: Command): void {
  const [option] = mcp.options.filter((one) => mcp.getOptionValue(one.attributeName()) !== undefined);
  if (option)
    throw new CommandError(
      `${option.long} is an option of \`gleaner mcp\`; add it to the Gleaner entry in your assistant’s configuration instead.`,
    );
}

const withInstallOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--assistant <names...>', 'assistants to change (default: all that were found)').choices(assistantIds),
    )
    .option('--yes', 'write without confirmation');

async function change(
  mcp: Command,
  options: InstallOptions,
  entry: ServerEntry | undefined,
  signal: AbortSignal,
): Promise<void> {
  refuseServerOptions(mcp);
  const failed: string[] = [];
  for (const assistant of chosen(options)) {
    signal.throwIfAborted();
    if (!(await register(assistant, entry, dialogueOf(options, signal)))) failed.push(assistant.name);
  }
  if (failed.length > 0) throw new CommandError(`not changed: ${failed.join(', ')}.`);
}

function chosen({ assistant: ids }: InstallOptions): readonly Assistant[] {
  const { platform, env } = process;
  const all = assistantsAt({ home: homedir(), platform, env });
  const found = all.filter(({ id, traces }) => (ids ? ids.includes(id) : traces.some((path) => existsSync(path))));
  if (found.length > 0) return found;
  throw new CommandError(`no AI assistant was found; choose one with --assistant: ${assistantIds.join(', ')}.`);
}

/** Returns a dialogue that asks for confirmation on a terminal. Without a terminal, writing requires `--yes`. */
function dialogueOf({ yes }: InstallOptions, signal: AbortSignal): Dialogue {
  return {
    show: (text) => writeOutput(`${text}\n`),
    confirm(question) {
      if (yes) return true;
      if (process.stdin.isTTY) return answeredYes(question, signal);
      progress('Nothing was changed; pass --yes to apply the changes.');
      return false;
    },
  };
}

/** Returns true if the user answers yes. An empty answer or end of input means no. */
async function answeredYes(question: string, signal: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // In line mode, a terminal reports Ctrl-C only to the line reader.
  lines.once('SIGINT', () => process.emit('SIGINT'));
  signal.addEventListener('abort', () => lines.close(), { once: true });
  const answer = await new Promise<string>((resolve) => {
    lines.once('close', () => resolve(''));
    lines.question(`${question} [y/N] `, resolve);
  });
  lines.close();
  signal.throwIfAborted();
  return /^y(es)?$/i.test(answer.trim());
}
