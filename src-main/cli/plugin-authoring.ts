import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import type { Command } from 'commander';
import { type BuiltPlugin, buildPlugin } from '../plugin-toolkit/build-plugin';
import { devPlugin } from '../plugin-toolkit/dev-plugin';
import { newPlugin } from '../plugin-toolkit/new-plugin';
import { packPlugin } from '../plugin-toolkit/pack-plugin';
import { kinds } from '../plugin-toolkit/project-files';
import { runPluginTests } from '../plugin-toolkit/test-plugin';
import { writeFileAtomically } from './atomic-file';
import { builtFile } from './built-file';
import { type CommandContext, type EngineOptions, progress, withEngineOptions } from './command-context';
import { withEngine } from './engine-client';
import { writeOutput } from './standard-output';

interface DevCommandOptions extends EngineOptions {
  readonly trust?: boolean;
  readonly url?: string;
}

/** Adds `gleaner plugin new|dev|test|pack`, the commands for plugin authors. */
export function addAuthorCommands(plugins: Command, { signal }: CommandContext, version: string): void {
  plugins
    .command('new')
    .description('create a folder with a new plugin: source, test, manifest')
    .argument('<name>', 'name of the plugin, or path of its new folder, such as ../reading-time')
    .option('--kind <kind>', `what the plugin adds: ${kinds.join(', ')}`, 'format')
    .action((name: string, { kind }: { readonly kind: string }) => create(name, kind, version));
  withEngineOptions(
    plugins
      .command('dev')
      .description('load a plugin from a folder into the running engine, and reload it after each change')
      .argument('[dir]', 'folder of the plugin', '.')
      .option('--url <url>', 'test page: the value of the plugin’s format is printed after each change')
      .option('--trust', 'run the plugin outside the sandbox, with all of Gleaner’s permissions'),
  ).action((dir: string, options: DevCommandOptions) => dev(dir, options, signal));
  plugins
    .command('test')
    .description('check a plugin folder and run its tests')
    .argument('[dir]', 'folder of the plugin', '.')
    .action((dir: string) => test(dir, signal));
  plugins
    .command('pack')
    .description('pack a plugin folder as a .tgz file that can be added to Gleaner')
    .argument('[dir]', 'folder of the plugin', '.')
    .option('-o, --out <dir>', 'folder for the archive', '.')
    .action((dir: string, { out }: { readonly out: string }) => pack(dir, out));
}

async function create(name: string, kind: string, version: string): Promise<void> {
  const { folder, files } = await newPlugin({ name, kind, version, base: '.' });
  const shown = relative(process.cwd(), folder);
  for (const file of files) await writeOutput(`${join(shown, file)}\n`);
  progress(`Created. The next steps are in ${join(shown, 'README.md')}.`);
}

const dev = (dir: string, { trust = false, url, ...options }: DevCommandOptions, signal: AbortSignal): Promise<void> =>
  devPlugin(
    { folder: dir, sandbox: builtFile('plugin-sandbox.js'), trust, url },
    {
      withEngine: (work) => withEngine({ ...options, mayStart: false }, signal, work),
      report: progress,
      show: (value) => writeOutput(`${typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)}\n`),
    },
    signal,
  );

async function test(dir: string, signal: AbortSignal): Promise<void> {
  const { project, facts } = await buildPlugin(dir, builtFile('plugin-sandbox.js'));
  reportTrust(facts);
  const modules = { contract: builtFile('plugin.js'), harness: builtFile('plugin-testing.js') };
  process.exitCode = await runPluginTests(project.folder, modules, signal);
}

async function pack(dir: string, out: string): Promise<void> {
  const plugin = await buildPlugin(dir, builtFile('plugin-sandbox.js'));
  reportTrust(plugin.facts);
  const { name, bytes } = await packPlugin(plugin);
  const path = join(out, name);
  await writeFileAtomically(path, bytes);
  await writeOutput(`${path}\n`);
  const integrity = createHash('sha512').update(bytes).digest('base64');
  progress(`Packed ${plugin.facts.contributions.join(', ')}: ${bytes.length} bytes, sha512-${integrity}`);
}

function reportTrust({ needsTrust }: BuiltPlugin['facts']): void {
  if (needsTrust !== undefined) progress(`Note: users must trust this plugin. ${needsTrust}`);
}
