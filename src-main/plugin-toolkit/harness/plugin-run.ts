import type { z } from 'zod';
import type { GuardedHttp, Plugin, PluginLog } from '../../../core/contract/plugin';
import { pluginId } from '../../../core/platform/plugins/registry';
import { approvedHosts, assertApproved, sendRequest } from '../../../core/platform/sandbox/plugin-requests';
import { loadedOf } from './loaded-plugin';

/** Test environment for a plugin. */
export interface RunOptions {
  /** Settings of the plugin, validated by the plugin's `config` schema. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Handles the plugin's requests. If absent, the requests are sent over the network. */
  readonly fetch?: (url: string, init?: RequestInit) => Promise<Response>;
  /** Values of the secrets that the plugin's manifest requests. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** Maximum duration of a run, in ms. */
const timeoutMs = 60_000;

/** Services available to a plugin during a run. */
export interface PluginRun {
  readonly signal: AbortSignal;
  readonly http: GuardedHttp;
  readonly log: PluginLog;
  /** Lines logged by the plugin. */
  readonly lines: string[];
  /** Replaces positions in the bundled script with positions in the plugin's source files. */
  inSources(message: string): string;
}

/** Returns the plugin if it is of the given kind. Otherwise, throws an error. */
export function ofKind<Kind extends Plugin['kind']>(plugin: Plugin, kind: Kind): Extract<Plugin, { kind: Kind }> {
  if (plugin.kind === kind) return plugin as Extract<Plugin, { kind: Kind }>;
  throw new TypeError(`"${pluginId(plugin)}" is of the kind "${plugin.kind}", not "${kind}".`);
}

/** Gives a plugin network access and a log for a test run. The plugin can access only the hosts in its manifest. */
export function beginRun(plugin: Plugin, options: RunOptions): PluginRun {
  const { settings = {}, fetch = globalThis.fetch, secrets = {} } = options;
  const { built, sandbox } = loadedOf(plugin) ?? {};
  const { hosts: requested = [], secrets: names = [] } = built?.manifest.permissions ?? {};
  const hosts = approvedHosts(requested, settings);
  const lines: string[] = [];
  const write = (text: string) => void lines.push(text);
  const secret = async (name: string) => {
    const value = secrets[name];
    if (value === undefined) throw new Error(`The test has no value for the secret "${name}"; pass it in "secrets".`);
    return value;
  };
  const http: GuardedHttp = { fetch: (url, init) => fetch(url, init) };
  sandbox?.connect({
    fetch: (json, signal) => sendRequest({ hosts, secrets: names, http, secret }, json, signal),
    log: (_, text) => write(text),
    disable: write,
  });
  const guarded: GuardedHttp = {
    async fetch(url, init) {
      if (built) assertApproved(hosts, new URL(url));
      return fetch(url, init);
    },
  };
  return {
    signal: AbortSignal.timeout(timeoutMs),
    http: guarded,
    log: { info: write, warn: write },
    lines,
    inSources: (message) => built?.bundle.lines.inMessage(message) ?? message,
  };
}

/** Validates options or settings as Gleaner does. Throws an error that names the invalid field. */
export function validated(schema: z.ZodObject | undefined, values: Readonly<Record<string, unknown>> = {}) {
  return schema ? schema.parse(values) : values;
}
