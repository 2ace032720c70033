import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import {
  addedPermissions,
  hostPermissions,
  type PluginFileFacts,
  type PluginFileItem,
  type PluginManifest,
  type PluginPermissions,
  pluginFileList,
  pluginLog,
  scriptName,
} from '../../../core/common/plugin-files';
import { parseSpec } from '../../../core/platform/plugins/npm-package';
import type { PluginFiles } from '../../../core/platform/plugins/plugin-files';
import { manifestOf, sha256Of } from '../../../core/platform/plugins/plugin-folder';
import { type PackedPlugin, readNpmPackage } from '../../../core/platform/plugins/plugin-package';
import { readPluginPath } from '../../plugin-toolkit/plugin-path';
import { type CommandContext, progress, withEngineOptions } from '../command-context';
import { CommandError } from '../command-error';
import { addAuthorCommands } from '../plugin-authoring';
import { type PluginOptions, type PluginWork, withPluginFiles } from '../plugin-settings';
import { writeOutput } from '../standard-output';

const restart = 'Restart the engine in Settings → Plugins, or restart Gleaner, to apply the change.';

interface GrantOptions {
  /** True to run the plugin outside the sandbox. */
  readonly trust?: boolean;
  /** True to approve the hosts and secrets that the plugin's manifest requests. */
  readonly approve?: boolean;
}

interface ListOptions {
  /** True to print all details as JSON. */
  readonly json?: boolean;
}

type Work<Options> = (plugins: PluginWork, name: string, options: Options, signal: AbortSignal) => Promise<void>;

/**
 * Adds `gleaner plugins add|enable|update|…`, which manage third-party plugins (each pinned by a hash of its content),
 * and the commands for plugin authors. `gleaner plugin` is an alias of `gleaner plugins`.
 */
export function addPluginsCommand(program: Command, context: CommandContext): void {
  const { signal } = context;
  const version = program.version() ?? '';
  const plugins = program.command('plugins').alias('plugin').description('your own and third-party plugins');
  addAuthorCommands(plugins, context, version);
  const command = <Options>(usage: string, description: string, work: Work<Options>): Command => {
    const [name = '', argument] = usage.split(' ');
    const added = withEngineOptions(plugins.command(name).description(description));
    if (argument) added.argument(argument);
    return added.action((...given: unknown[]) => {
      const options = given[argument ? 1 : 0] as Options & PluginOptions;
      const what = argument ? String(given[0]) : '';
      return withPluginFiles({ ...options, version }, signal, (files) => work(files, what, options, signal));
    });
  };
  withGrants(command('add <plugin>', 'add a plugin (npm package, script, folder or archive) and enable it', add));
  withGrants(command('enable <name>', 'enable a file in the plugin folder, e.g. from a restored backup', enable));
  command('update <name>', 'install the latest version of a plugin that was added by its npm name', update);
  command('rollback <name>', 'roll a plugin back to the version before its last update', rollBack);
  command('disable <name>', 'disable a plugin', disable);
  command('list', 'list the plugin files with their state', list).option('--json', 'print all details as JSON');
  command('log <name>', 'print the latest log lines of a plugin in the running engine', printLog);
  command('remove <name>', 'delete a plugin with its settings', remove);
}

const withGrants = (command: Command): Command =>
  command
    .option('--trust', 'run the plugin outside the sandbox, with all of Gleaner’s permissions')
    .option('--approve', 'approve the hosts and secrets that its manifest requests');

/** Returns the file name of a plugin. The given name may omit the extension. */
function fileOf(name: string): string {
  const file = basename(name);
  return scriptName.test(file) ? file : `${file}.mjs`;
}

const add: Work<GrantOptions> = async (plugins, what, options, signal) => {
  for (const packed of await readPlugins(plugins, what, signal)) {
    const { file, ...content } = packed;
    const facts = await plugins.files.inspect(content);
    const earlier = (await plugins.files.list()).items.find((one) => one.file === file)?.granted;
    const granted = grant(file, { facts, manifest: manifestOf(content), earlier }, options);
    await plugins.files.accept([packed]);
    await plugins.files.enable(file, sha256Of(content), granted);
    await reportEnabled(file, facts, granted);
  }
};

/** Reads the plugins at a path, or the plugin in an npm package. `what` is the path or the package specifier. */
async function readPlugins(
  { fetchPackage }: PluginWork,
  what: string,
  signal: AbortSignal,
): Promise<readonly PackedPlugin[]> {
  const isFile = /\.(?:m?js|zip|tgz|tar\.gz)$/i.test(what) && !what.startsWith('npm:');
  if (isFile || existsSync(what) || !parseSpec(what)) return readPluginPath(what);
  const packed = await readNpmPackage(await fetchPackage(what, signal));
  progress(`Downloaded ${manifestOf(packed)?.source}.`);
  return [packed];
}

const enable: Work<GrantOptions> = async ({ files }, name, options) => {
  const { file, sha256 = '', facts, manifest, problem } = await find(files, name);
  if (!facts) throw new CommandError(problem ?? `${file} is not a plugin.`);
  const granted = grant(file, { facts, manifest }, options);
  await files.enable(file, sha256, granted);
  await reportEnabled(file, facts, granted);
};

const update: Work<object> = async ({ files }, name, _, signal) => {
  const before = await find(files, name);
  const after = await files.update(before.file, signal);
  if (after.sha256 === before.sha256) progress(`${before.file} is up to date (${before.manifest?.version}).`);
  else reportReplaced('Updated', before, after);
};

const rollBack: Work<object> = async ({ files }, name) => {
  const before = await find(files, name);
  reportReplaced('Rolled back', before, await files.rollBack(before.file));
};

function reportReplaced(what: string, { manifest }: PluginFileItem, after: PluginFileItem): void {
  const versions = [manifest, after.manifest].map((one) => one?.version ?? 'another version');
  const added = permissionsOf(after.added);
  const review = after.isEnabled
    ? `It requests more permissions${added.length > 0 ? ` (${added.join(', ')})` : ''}, so it is disabled until you run \`gleaner plugins enable ${after.file}\`.`
    : 'It is not enabled.';
  progress(`${what} ${after.file} from ${versions.join(' to ')}. ${after.state === 'enabled' ? restart : review}`);
}

const disable: Work<object> = async ({ files }, name) => {
  const { file, isEnabled } = await find(files, name);
  if (!isEnabled) throw new CommandError(`${file} is not enabled; see \`gleaner plugins list\`.`);
  await files.disable(file);
  progress(`Disabled. ${restart}`);
};

const remove: Work<object> = async ({ files }, name) => {
  const { file } = await find(files, name);
  await files.remove(file);
  progress(`Removed. ${restart}`);
};

const list: Work<ListOptions> = async ({ files, client }, _, { json }, signal) => {
  const { items } = client
    ? pluginFileList.parse(await client.call({ method: 'GET', path: '/local/plugin-files' }, signal))
    : await files.list();
  if (json) await writeOutput(`${JSON.stringify(items, undefined, 2)}\n`);
  else for (const item of items) await writeOutput(`${lineOf(item)}\n`);
  for (const { file, problem, isEnabled } of json ? [] : items)
    if (problem !== undefined && isEnabled) progress(`${file} is off: ${problem}`);
};

function lineOf({ file, state, isUnconfirmed, facts, manifest, granted, usage }: PluginFileItem): string {
  const off = isUnconfirmed ? 'waits for confirmation' : 'not enabled';
  const words = state === 'off' || (state === 'broken' && !granted) ? off : state;
  const shown = state === 'enabled' && facts ? [facts.kind, facts.id, facts.summary] : [];
  const mode = shown.length > 0 ? [granted?.trusted ? 'trusted' : 'sandbox'] : [];
  const version = manifest ? [`version ${manifest.version}`] : [];
  const used = usage
    ? [`${usage.calls} ${usage.calls === 1 ? 'call' : 'calls'}, ${usage.cpuMs} ms, ${usage.failures} failed`]
    : [];
  return [file, words, ...shown, ...mode, ...version, ...used].join('\t');
}

const printLog: Work<object> = async ({ files, client }, name, _, signal) => {
  if (!client) throw new CommandError('no engine is running; only a running engine has a log.');
  const { file } = await find(files, name);
  const { lines } = pluginLog.parse(
    await client.call({ method: 'GET', path: `/local/plugin-files/${file}/log` }, signal),
  );
  for (const line of lines) await writeOutput(`${line}\n`);
};

async function find(files: PluginFiles, name: string): Promise<PluginFileItem> {
  const file = fileOf(name);
  const found = (await files.list()).items.find((item) => item.file === file);
  if (!found) throw new CommandError(`there is no plugin file ${name}; see \`gleaner plugins list\`.`);
  return found;
}

/** A plugin to enable, and the permissions of its earlier version, if any. */
interface Grantee {
  readonly facts: PluginFileFacts;
  readonly manifest?: PluginManifest;
  readonly earlier?: PluginPermissions;
}

/**
 * Returns the permissions to grant to a plugin. Throws if the plugin needs permissions that the command line does not
 * grant.
 */
function grant(
  file: string,
  { facts, manifest, earlier }: Grantee,
  { trust = false, approve = false }: GrantOptions,
): PluginPermissions {
  if (facts.needsTrust !== undefined && !trust)
    throw new CommandError(
      `${file} cannot run in the sandbox. ${facts.needsTrust} If you trust its author, repeat the command with --trust: the plugin then has all of Gleaner’s permissions.`,
    );
  const { hosts = [], secrets = [] } = manifest?.permissions ?? {};
  const added = permissionsOf(addedPermissions({ hosts, secrets }, earlier));
  const requested = permissionsOf({ hosts, secrets }).map((one) => (added.includes(one) ? `${one} (new)` : one));
  if (requested.length > 0 && !approve)
    throw new CommandError(
      `${file} asks for permission to ${requested.join(', ')}. Repeat the command with --approve to allow this.`,
    );
  return { trusted: trust, hosts, secrets };
}

/** Describes each permission as a phrase to complete a sentence, e.g. `use the secret NAME`. */
function permissionsOf(permissions?: Pick<PluginPermissions, 'hosts' | 'secrets'>): readonly string[] {
  const { hosts, settings, runsScripts } = hostPermissions(permissions?.hosts ?? []);
  return [
    ...hosts.map((host) => `send requests to ${host}`),
    ...settings.map((name) => `send requests to the URL in the plugin setting ${name}`),
    ...(runsScripts ? ['run scripts in pages'] : []),
    ...(permissions?.secrets ?? []).map((name) => `use the secret ${name}`),
  ];
}

async function reportEnabled(
  file: string,
  { kind, id, summary }: PluginFileFacts,
  { trusted }: PluginPermissions,
): Promise<void> {
  await writeOutput(`${[file, kind, id, summary].join('\t')}\n`);
  const where = trusted ? 'It runs with all of the engine’s permissions.' : 'It runs in the sandbox.';
  progress(`Enabled. ${where} ${restart}`);
}
