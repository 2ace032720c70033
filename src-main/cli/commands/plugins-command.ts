import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { inspectPlugin } from '../../../core/platform/plugins/inspect-plugin';
import { PluginFolder } from '../../../core/platform/plugins/plugin-folder';
import type { PluginFile } from '../../../core/platform/plugins/third-party';
import { readRunOptions } from '../../../core/platform/settings/settings';
import { type CommandContext, type EngineOptions, progress, withEngineOptions } from '../command-context';
import { CommandError } from '../command-error';
import { pluginSettings } from '../plugin-settings';
import { writeOutput } from '../standard-output';

const inspector = fileURLToPath(new URL('./plugin-inspector.js', import.meta.url));
const restart = 'Restart the engine to apply the change.';

const enabledSentence = `Enabled. It runs with all permissions of the engine. ${restart}`;

const withFile = (enabled: readonly PluginFile[], { file, sha256 }: PluginFile): readonly PluginFile[] => [
  ...enabled.filter((entry) => entry.file !== file),
  { file, sha256 },
];

/** Adds `gleaner plugins add|enable|list|remove`: manages third-party plugin files, pinned to their content. */
export function addPluginsCommand(program: Command, { signal }: CommandContext): void {
  const plugins = program.command('plugins').description('your own and third-party plugin files');
  withEngineOptions(
    plugins.command('add').description('copy a plugin file into the data folder and enable it').argument('<file>'),
  ).action((file: string, options: EngineOptions) => add(file, options, signal));
  withEngineOptions(
    plugins
      .command('enable')
      .description('enable a file in the plugin folder, e.g. from a restored backup')
      .argument('<name>'),
  ).action((name: string, options: EngineOptions) => enable(name, options, signal));
  withEngineOptions(plugins.command('list').description('list the plugin files with their state')).action(
    (options: EngineOptions) => list(options, signal),
  );
  withEngineOptions(
    plugins.command('remove').description('disable a plugin and delete its file').argument('<name>'),
  ).action((name: string, options: EngineOptions) => remove(name, options, signal));
}

const folderOf = ({ dataDir }: EngineOptions): PluginFolder => new PluginFolder(readRunOptions({ dataDir }).dataDir);

async function add(path: string, options: EngineOptions, signal: AbortSignal): Promise<void> {
  const folder = folderOf(options);
  const staged = await folder.stage(path);
  try {
    const { kind, id, summary } = await inspectPlugin(inspector, staged.path, signal);
    await pluginSettings(options, signal, async ({ enabled, save }) => {
      // Moves the file into place first, because the engine warns about settings that name a missing file.
      await staged.accept();
      await save(withFile(enabled, staged), staged.file);
    });
    await writeOutput(`${[staged.file, kind, id, summary].join('\t')}\n`);
    progress(enabledSentence);
  } finally {
    await staged.discard();
  }
}

const enable = (name: string, options: EngineOptions, signal: AbortSignal): Promise<void> =>
  pluginSettings(options, signal, async ({ enabled, save }) => {
    const found = (await folderOf(options).list([])).find(({ file }) => file === basename(name));
    if (!found?.sha256) throw new CommandError(`there is no plugin file ${name}; see \`gleaner plugins list\`.`);
    const { file, path, sha256 } = found;
    const { kind, id, summary } = await inspectPlugin(inspector, path, signal);
    await save(withFile(enabled, { file, sha256 }), file);
    await writeOutput(`${[file, kind, id, summary].join('\t')}\n`);
    progress(enabledSentence);
  });

const list = (options: EngineOptions, signal: AbortSignal): Promise<void> =>
  pluginSettings(options, signal, async ({ enabled, unconfirmed }) => {
    const folder = folderOf(options);
    for (const { file, path, sha256 } of await folder.list([...enabled, ...unconfirmed].map((entry) => entry.file))) {
      const pinned = enabled.find((entry) => entry.file === file);
      const off = unconfirmed.some((entry) => entry.file === file) ? 'waits for confirmation' : 'not enabled';
      const state = !sha256 ? 'missing' : !pinned ? off : pinned.sha256 === sha256 ? 'enabled' : 'changed';
      const what =
        state === 'enabled' ? await inspectPlugin(inspector, path, signal).catch(() => undefined) : undefined;
      await writeOutput(`${[file, state, ...(what ? [what.kind, what.id, what.summary] : [])].join('\t')}\n`);
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
