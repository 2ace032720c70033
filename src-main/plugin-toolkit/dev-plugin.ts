import { globSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { addedPluginFiles, pluginFileList } from '../../core/common/plugin-files';
import type { EngineClient } from '../cli/engine-client';
import { type BuiltPlugin, buildPlugin } from './build-plugin';
import { packPlugin } from './pack-plugin';

/** Options of a development session. */
export interface DevOptions {
  readonly folder: string;
  /** Built script of the sandbox thread. */
  readonly sandbox: string;
  /** True to run the plugin outside the sandbox. */
  readonly trust: boolean;
  /** URL of a page for which the plugin's format is derived after each change. */
  readonly url?: string;
}

/** Engine access and output for a development session. */
export interface DevServices {
  /**
   * Calls `work` with a client for the running engine. A client is valid only until the next restart, which changes the
   * engine's token.
   */
  withEngine<T>(work: (client: EngineClient) => Promise<T>): Promise<T>;
  report(text: string): void;
  /** Prints the value of a format. */
  show(value: unknown): Promise<void>;
}

/** Poll intervals for folder changes, failed calls and engine restarts, and timeout of a restart, all in ms. */
const [watchMs, failureMs, lookMs, restartMs] = [300, 900, 200, 30_000];

/** Loads the plugin in a folder into the running engine, and reloads it after each change until `signal` aborts. */
export async function devPlugin(options: DevOptions, services: DevServices, signal: AbortSignal): Promise<void> {
  try {
    let seen = stateOf(options.folder);
    let last = await reload(options, services, {}, signal);
    services.report(`Watching ${resolve(options.folder)}. Press Ctrl-C to stop; the plugin stays enabled.`);
    for (let polls = 1; ; polls++) {
      await pause(watchMs, undefined, { signal });
      const state = stateOf(options.folder);
      if (state !== seen) last = await reload(options, services, last, signal);
      else if ((polls * watchMs) % failureMs === 0) last = await reportFailure(services, last, signal);
      seen = state;
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  }
}

/**
 * Returns the names and modification times of the sources in a folder. Polling is more reliable than Node's recursive
 * watcher, which misses files replaced by an editor on Linux.
 */
function stateOf(folder: string): string {
  const isOther = (name: string) => name === 'node_modules' || name === '.git' || name.endsWith('.tgz');
  const files = globSync('**/*', { cwd: folder, exclude: (path) => isOther(path.replace(/^.*[\\/]/, '')) });
  return files.map((file) => `${file} ${statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs}`).join('\n');
}

/** Outcome of the last reload. */
interface Reloaded {
  /** Code and manifest that the engine has loaded. */
  readonly loaded?: string;
  /** Reason why building or loading failed. */
  readonly error?: string;
  /** The plugin in the engine, and the number of its failed calls that have already been reported. */
  readonly running?: { readonly plugin: BuiltPlugin; readonly failures: number };
}

/**
 * Builds a plugin, and loads it if it has changed. If building or loading fails, reports the reason, unless the last
 * reload failed for the same reason.
 */
async function reload(
  { folder, sandbox, trust, url }: DevOptions,
  { withEngine, report, show }: DevServices,
  last: Reloaded,
  signal: AbortSignal,
): Promise<Reloaded> {
  let { running } = last;
  try {
    const plugin = await buildPlugin(folder, sandbox);
    const state = plugin.content.code + plugin.content.manifest;
    if (state === last.loaded) return { loaded: state, running };
    const started = performance.now();
    running = undefined;
    await withEngine((client) => enable(plugin, trust, client, signal));
    await untilLoaded(plugin, withEngine, signal);
    running = { plugin, failures: 0 };
    report(`Loaded ${plugin.facts.contributions.join(', ')} in ${Math.round(performance.now() - started)} ms.`);
    if (url !== undefined) {
      const value = await withEngine((client) => derive(plugin, url, client, report, signal));
      if (value !== undefined) await show(value);
      const entry = await entryOf(plugin, withEngine, signal);
      running = { plugin, failures: entry?.usage?.failures ?? 0 };
    }
    return { loaded: state, running };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    if (error !== last.error) report(`✖ ${error}`);
    return { loaded: last.loaded, running, error };
  }
}

/**
 * Reports the last error if calls to the plugin, including calls by other programs, have failed since the last report.
 * Positions in the error refer to the plugin's source files.
 */
async function reportFailure(
  { withEngine, report }: DevServices,
  last: Reloaded,
  signal: AbortSignal,
): Promise<Reloaded> {
  if (!last.running) return last;
  const { plugin, failures: reported } = last.running;
  const usage = (await entryOf(plugin, withEngine, signal))?.usage;
  if (!usage) return last;
  const { failures, lastError } = usage;
  // The number of failures may also be lower than before, because a restart of the engine resets it.
  if (failures !== reported && lastError !== undefined) report(`⚠ ${plugin.bundle.lines.inMessage(lastError)}`);
  return { ...last, running: { plugin, failures } };
}

/**
 * Returns a plugin's entry in the engine's list. Undefined if the plugin is not in the list, or if the engine does not
 * respond.
 */
async function entryOf({ manifest: { id } }: BuiltPlugin, withEngine: DevServices['withEngine'], signal: AbortSignal) {
  const answer = await withEngine((client) =>
    client.call({ method: 'GET', path: '/local/plugin-files' }, signal),
  ).catch(() => undefined);
  return pluginFileList.safeParse(answer).data?.items.find(({ file }) => file === `${id}.mjs`);
}

/** Adds a plugin to the engine with the permissions requested by its manifest, and restarts the engine. */
async function enable(plugin: BuiltPlugin, trusted: boolean, client: EngineClient, signal: AbortSignal): Promise<void> {
  const { name, bytes } = await packPlugin(plugin);
  const path = '/local/plugin-files';
  const content = Buffer.from(bytes).toString('base64');
  const { items } = addedPluginFiles.parse(
    await client.call({ method: 'POST', path, body: { name, content } }, signal),
  );
  const { hosts, secrets } = plugin.manifest.permissions;
  for (const { file, sha256 } of items)
    await client.call(
      { method: 'PUT', path: `${path}/${file}`, body: { enabled: true, sha256, trusted, hosts, secrets } },
      signal,
    );
  await client.call({ method: 'POST', path: '/local/restart', body: {} }, signal);
}

/** Waits until the engine has restarted with the plugin. Throws if the plugin could not be loaded. */
async function untilLoaded(
  plugin: BuiltPlugin,
  withEngine: DevServices['withEngine'],
  signal: AbortSignal,
): Promise<void> {
  const end = performance.now() + restartMs;
  while (performance.now() < end) {
    await pause(lookMs, undefined, { signal });
    const found = await entryOf(plugin, withEngine, signal);
    if (!found || found.needsRestart) continue;
    if (found.problem !== undefined) throw new Error(plugin.bundle.lines.inMessage(found.problem));
    return;
  }
  throw new Error(`the engine did not restart within ${restartMs / 1000} s.`);
}

const scraped = z.object({ data: z.looseObject({ warning: z.string().optional() }) });

/**
 * Derives a plugin's format for a page. Also reports the page's warning, in which positions refer to the plugin's
 * source files.
 */
async function derive(
  { facts: { kind, id }, bundle }: BuiltPlugin,
  url: string,
  client: EngineClient,
  report: DevServices['report'],
  signal: AbortSignal,
): Promise<unknown> {
  if (kind !== 'format')
    throw new Error(`--url shows the value of a format, but this plugin is of the kind "${kind}".`);
  const body = { url, formats: [id], maxAge: 0 };
  const { data } = scraped.parse(await client.call({ method: 'POST', path: '/v2/scrape', body }, signal));
  if (data.warning !== undefined) report(`⚠ ${bundle.lines.inMessage(data.warning)}`);
  return data[id];
}
