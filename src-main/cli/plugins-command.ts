import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { inspectPlugin } from '../../core/plugins/inspect-plugin';
import { PluginFolder } from '../../core/plugins/plugin-folder';
import { readRunOptions } from '../../core/settings/settings';
import { type CommandContext, type EngineOptions, progress, withEngineOptions } from './command-context';
import { CommandError } from './command-error';
import { pluginSettings } from './plugin-settings';
import { writeOutput } from './standard-output';

const inspector = fileURLToPath(new URL('./plugin-inspector.js', import.meta.url));
const restart = 'Restart the engine to have it take effect.';

/** `gleaner plugins add|list|remove`: third-party plugin files, pinned to their content. */
export function addPluginsCommand(program: Command, { signal }: CommandContext): void {
  const plugins = program.command('plugins').description('plugin files of your own or of others');
  withEngineOptions(
    plugins.command('add').description('copy a plugin file into the data folder and enable it').argument('<file>'),
  ).action((file: string, options: EngineOptions) => add(file, options, signal));
  withEngineOptions(plugins.command('list').description('list the plugin files and what they are')).action(
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
      // The file first: settings that name a file that is not there would only make the engine complain.
      await staged.accept();
      await save([...enabled.filter(({ file }) => file !== staged.file), { file: staged.file, sha256: staged.sha256 }]);
    });
    await writeOutput(`${[staged.file, kind, id, summary].join('\t')}\n`);
    progress(`Enabled. It runs with all rights of the engine. ${restart}`);
  } finally {
    await staged.discard();
  }
}

const list = (options: EngineOptions, signal: AbortSignal): Promise<void> =>
  pluginSettings(options, signal, async ({ enabled }) => {
    const folder = folderOf(options);
    for (const { file, path, sha256 } of await folder.list(enabled.map((entry) => entry.file))) {
      const pinned = enabled.find((entry) => entry.file === file);
      const state = !sha256 ? 'missing' : !pinned ? 'not enabled' : pinned.sha256 === sha256 ? 'enabled' : 'changed';
      const what =
        state === 'enabled' ? await inspectPlugin(inspector, path, signal).catch(() => undefined) : undefined;
      await writeOutput(`${[file, state, ...(what ? [what.kind, what.id, what.summary] : [])].join('\t')}\n`);
    }
  });

const remove = (name: string, options: EngineOptions, signal: AbortSignal): Promise<void> =>
  pluginSettings(options, signal, async ({ enabled, save }) => {
    const file = basename(name);
    const others = enabled.filter((entry) => entry.file !== file);
    if (others.length < enabled.length) await save(others);
    const deleted = await folderOf(options).delete(file);
    if (!deleted && others.length === enabled.length) {
      throw new CommandError(`there is no plugin file ${file}; see \`gleaner plugins list\`.`);
    }
    progress(`Removed. ${restart}`);
  });
