import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { AddedPlugin, PluginFileFacts } from '../../../core/common/plugin-files';
import { inspectPlugin } from '../../../core/platform/plugins/inspect-plugin';
import { manifestOf, type PluginContent, PluginFolder } from '../../../core/platform/plugins/plugin-folder';
import { assertEngine } from '../../../core/platform/plugins/plugin-manifest';
import { readPackedPath } from '../../../core/platform/plugins/plugin-package';
import { readRunOptions } from '../../../core/platform/settings/settings';
import { type CommandContext, type EngineOptions, progress, withEngineOptions } from '../command-context';
import { CommandError } from '../command-error';
import { pluginSettings } from '../plugin-settings';
import { writeOutput } from '../standard-output';

const sandbox = fileURLToPath(new URL('./plugin-sandbox.js', import.meta.url));
const restart = 'Restart the engine in Settings → Plugins, or restart Gleaner, to apply the change.';

interface EnableOptions extends EngineOptions {
  /** Version of Gleaner, which the plugin must support. */
  readonly version: string;
  /** Runs the plugin outside the sandbox. */
  readonly trust?: boolean;
  /** Approves the hosts and secrets that its manifest requests. */
  readonly approve?: boolean;
}

const withFile = (enabled: readonly AddedPlugin[], added: AddedPlugin): readonly AddedPlugin[] => [
  ...enabled.filter((entry) => entry.file !== added.file),
  added,
];

/** Adds `gleaner plugins add|enable|disable|list|remove`: manages third-party plugins, pinned to their content. */
export function addPluginsCommand(program: Command, { signal }: CommandContext): void {
  const version = program.version() ?? '';
  const plugins = program.command('plugins').description('your own and third-party plugins');
  withGrants(
    plugins
      .command('add')
      .description('copy a plugin (script, folder or archive) into the data folder and enable it')
      .argument('<path>'),
  ).action((path: string, options: EnableOptions) => add(path, { ...options, version }, signal));
  withGrants(
    plugins
      .command('enable')
      .description('enable a file in the plugin folder, e.g. from a restored backup')
      .argument('<name>'),
  ).action((name: string, options: EnableOptions) => enable(name, { ...options, version }, signal));
  withEngineOptions(plugins.command('disable').description('disable a plugin').argument('<name>')).action(
    (name: string, options: EngineOptions) => disable(name, options, signal),
  );
  withEngineOptions(plugins.command('list').description('list the plugin files with their state')).action(
    (options: EngineOptions) => list(options, signal),
  );
  withEngineOptions(
    plugins.command('remove').description('disable a plugin and delete its file').argument('<name>'),
  ).action((name: string, options: EngineOptions) => remove(name, options, signal));
}

const withGrants = (command: Command): Command =>
  withEngineOptions(command)
    .option('--trust', 'run it outside the sandbox, with all permissions of Gleaner')
    .option('--approve', 'approve the hosts and secrets that its manifest requests');

const folderOf = ({ dataDir }: EngineOptions): PluginFolder => new PluginFolder(readRunOptions({ dataDir }).dataDir);

async function add(path: string, options: EnableOptions, signal: AbortSignal): Promise<void> {
  const folder = folderOf(options);
  for (const { file, ...content } of await readPackedPath(path)) {
    const staged = await folder.stage(file, content);
    try {
      const facts = await inspect(content, options);
      const added = grant({ file, sha256: staged.sha256 }, facts, content, options);
      await pluginSettings(options, signal, async ({ enabled, save }) => {
        // Moves the file into place first, because the engine warns about settings that name a missing file.
        await staged.accept();
        await save(withFile(enabled, added), file);
      });
      await reportEnabled(added, facts);
    } finally {
      await staged.discard();
    }
  }
}

const enable = (name: string, options: EnableOptions, signal: AbortSignal): Promise<void> =>
  pluginSettings(options, signal, async ({ enabled, save }) => {
    const found = (await folderOf(options).list([])).find(({ file }) => file === basename(name));
    if (!found?.sha256 || !found.content)
      throw new CommandError(`there is no plugin file ${name}; see \`gleaner plugins list\`.`);
    const { file, sha256, content } = found;
    const facts = await inspect(content, options);
    const added = grant({ file, sha256 }, facts, content, options);
    await save(withFile(enabled, added), file);
    await reportEnabled(added, facts);
  });

/** Describes a plugin. Throws if it requires another version of Gleaner. */
async function inspect(content: PluginContent, { version }: EnableOptions): Promise<PluginFileFacts> {
  const manifest = manifestOf(content);
  if (manifest) assertEngine(manifest, version);
  return inspectPlugin(sandbox, content);
}

/** Returns the entry of an enabled plugin. Throws if it needs permissions that the command does not grant. */
function grant(
  pin: Pick<AddedPlugin, 'file' | 'sha256'>,
  facts: PluginFileFacts,
  content: PluginContent,
  { trust = false, approve = false }: EnableOptions,
): AddedPlugin {
  if (facts.needsTrust !== undefined && !trust)
    throw new CommandError(
      `${pin.file} cannot run in the sandbox. ${facts.needsTrust} If you trust its author, repeat the command with --trust: it then has all permissions of Gleaner.`,
    );
  const { hosts = [], secrets = [] } = manifestOf(content)?.permissions ?? {};
  if ((hosts.length > 0 || secrets.length > 0) && !approve)
    throw new CommandError(
      `${pin.file} asks for permission to ${[...hosts.map((host) => `send requests to ${host}`), ...secrets.map((name) => `use the secret ${name}`)].join(', ')}. Repeat the command with --approve to allow this.`,
    );
  return { ...pin, trusted: trust, hosts, secrets };
}

async function reportEnabled({ file, trusted }: AddedPlugin, { kind, id, summary }: PluginFileFacts): Promise<void> {
  await writeOutput(`${[file, kind, id, summary].join('\t')}\n`);
  const where = trusted ? 'It runs with all permissions of the engine.' : 'It runs in the sandbox.';
  progress(`Enabled. ${where} ${restart}`);
}

const disable = (name: string, options: EngineOptions, signal: AbortSignal): Promise<void> =>
  pluginSettings(options, signal, async ({ enabled, save }) => {
    const file = basename(name);
    if (!enabled.some((entry) => entry.file === file))
      throw new CommandError(`${file} is not enabled; see \`gleaner plugins list\`.`);
    await save(
      enabled.filter((entry) => entry.file !== file),
      file,
    );
    progress(`Disabled. ${restart}`);
  });

const list = (options: EngineOptions, signal: AbortSignal): Promise<void> =>
  pluginSettings(options, signal, async ({ enabled, unconfirmed }) => {
    const expected = [...enabled, ...unconfirmed].map((entry) => entry.file);
    for (const { file, sha256, content } of await folderOf(options).list(expected)) {
      const pinned = enabled.find((entry) => entry.file === file);
      const off = unconfirmed.some((entry) => entry.file === file) ? 'waits for confirmation' : 'not enabled';
      const state = !sha256 ? 'missing' : !pinned ? off : pinned.sha256 === sha256 ? 'enabled' : 'changed';
      const what =
        state === 'enabled' && content ? await inspectPlugin(sandbox, content).catch(() => undefined) : undefined;
      const mode = pinned?.trusted === false ? 'sandbox' : 'trusted';
      await writeOutput(`${[file, state, ...(what ? [what.kind, what.id, what.summary, mode] : [])].join('\t')}\n`);
      if (pinned?.stopped) progress(`${file} is off: ${pinned.stopped}`);
    }
  });

const remove = (name: string, options: EngineOptions, signal: AbortSignal): Promise<void> =>
  pluginSettings(options, signal, async ({ enabled, unconfirmed, save }) => {
    const file = basename(name);
    const isKnown = [...enabled, ...unconfirmed].some((entry) => entry.file === file);
    if (isKnown)
      await save(
        enabled.filter((entry) => entry.file !== file),
        file,
      );
    const deleted = await folderOf(options).delete(file);
    if (!deleted && !isKnown) {
      throw new CommandError(`there is no plugin file ${file}; see \`gleaner plugins list\`.`);
    }
    progress(`Removed. ${restart}`);
  });
