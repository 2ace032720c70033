import { z } from 'zod';
import type { Answer } from './answer';

/** Matches valid names of plugin files. */
export const scriptName = /^\w[\w.-]{0,100}\.m?js$/;

/** Kinds of plugins. */
export const pluginKinds = ['format', 'action', 'proxy', 'model', 'sink', 'parser', 'search'] as const;

/** A plugin file in the settings, pinned by the hash of its content. */
export interface AddedPlugin {
  readonly file: string;
  /** SHA-256 of the script and its manifest, in hex. */
  readonly sha256: string;
  /**
   * SHA-512 of the script and its manifest, in the format of `package-lock.json`. Absent for a file that was enabled by
   * an earlier version of Gleaner.
   */
  readonly integrity?: string;
  /** False if the file runs in the sandbox. Absent for a file that was enabled before Gleaner had a sandbox. */
  readonly trusted?: boolean;
  /** Hosts that the plugin may send requests to. */
  readonly hosts?: readonly string[];
  /** Names of the saved secrets that the plugin may use. */
  readonly secrets?: readonly string[];
  /** Reason why Gleaner has disabled the plugin, worded as the end of a sentence. */
  readonly stopped?: string;
}

const permissionsSchema = z.object({
  hosts: z.array(z.string()).describe('Hosts to which the plugin may send requests, e.g. `api.example.com`.'),
  secrets: z.array(z.string()).describe('Names of the saved secrets that the plugin may use.'),
  trusted: z.boolean().describe('True if the plugin runs outside the sandbox, with all of the engine’s permissions.'),
});
/** Permissions that a plugin's manifest requests or that the user has granted. */
export type PluginPermissions = Answer<typeof permissionsSchema>;

const manifestSchema = z.object({
  id: z.string(),
  version: z.string(),
  engine: z.string().describe('Range of Gleaner versions that the plugin supports, e.g. `>=0.1`.'),
  main: z.string().describe('Name of the script file.'),
  contributions: z
    .array(z.string())
    .describe('Everything that the plugin adds, as kind and ID, e.g. `format:readingTime`.'),
  permissions: permissionsSchema.describe('Permissions that the plugin requests.'),
  author: z.string().optional(),
  license: z.string().optional(),
  homepage: z.string().optional(),
  source: z.string().optional().describe('Package from which the plugin was installed, e.g. `npm:reading-time@1.2.0`.'),
});
/** Manifest of a plugin. */
export type PluginManifest = Answer<typeof manifestSchema>;

const pluginFileState = z.enum(['enabled', 'off', 'changed', 'missing', 'broken']);
/**
 * State of a plugin file. A `broken` file cannot be loaded. A `changed` file differs from the content that was enabled.
 */
export type PluginFileState = z.output<typeof pluginFileState>;

const pluginFileFacts = z.object({
  kind: z.string(),
  id: z.string(),
  summary: z.string(),
  imports: z.array(z.string()).describe('Modules that the plugin imports, other than the plugin API.'),
  settings: z.array(z.string()).describe('Names of the plugin settings.'),
  taps: z.boolean().describe('True if the plugin uses hooks, which lets it act on every page.'),
  contributions: z
    .array(z.string())
    .describe('Everything that the plugin adds, as kind and ID, e.g. `format:readingTime`.'),
  needsTrust: z.string().optional().describe('Why the plugin cannot run in the sandbox, in one sentence.'),
});
/** Description of the plugin in a file: its kind, imports, contributions and requirements. */
export type PluginFileFacts = Answer<typeof pluginFileFacts>;

const pluginFileItem = z.object({
  file: z.string(),
  sha256: z.string().optional().describe('SHA-256 of the file; absent if the file is missing.'),
  integrity: z
    .string()
    .optional()
    .describe('SHA-512 that the file is pinned to when it is enabled, in the form `sha512-…`.'),
  state: pluginFileState,
  isEnabled: z.boolean().describe('True if the file is enabled in the settings, regardless of its state.'),
  isUnconfirmed: z
    .boolean()
    .describe('True if a restored backup enabled the file and the user has not confirmed it yet.'),
  needsRestart: z.boolean().describe('True if this state takes effect only after a restart of the engine.'),
  manifest: manifestSchema.optional().describe('Manifest of the plugin; absent for a single script.'),
  granted: permissionsSchema
    .optional()
    .describe('Permissions that the user granted; absent if the plugin is disabled.'),
  added: permissionsSchema
    .omit({ trusted: true })
    .optional()
    .describe('Requested hosts and secrets that the enabled version does not have; only in the state `changed`.'),
  usage: z
    .object({
      ...{ calls: z.int(), cpuMs: z.int(), faults: z.int() },
      failures: z.int().describe('Number of calls that returned no value, including faults.'),
      lastError: z.string().optional(),
    })
    .optional()
    .describe('Calls, CPU time and faults in the sandbox since the engine started.'),
  facts: pluginFileFacts.optional().describe('Declarations of the plugin; absent if it cannot be loaded.'),
  problem: z.string().optional().describe('Why the plugin cannot be loaded, in one sentence.'),
  earlier: z
    .object({ version: z.string().optional().describe('Version number; absent for a single script.') })
    .optional()
    .describe('Version before the last update. The plugin can be rolled back to this version.'),
});
/** A plugin file in the plugin folder, or an enabled file that is missing from it. */
export type PluginFileItem = Answer<typeof pluginFileItem>;

/** Response with the plugin files that the user has just added. */
export const addedPluginFiles = z.object({ items: z.array(pluginFileItem) });

/** Schema of a user's plugin files. */
export const pluginFileList = addedPluginFiles.extend({
  needsRestart: z.boolean().describe('True if the engine must restart to apply changes to plugins.'),
  without: z
    .enum(['option', 'crash'])
    .optional()
    .describe(
      'Why the engine started without plugins: because of `--without-plugins`, or because it crashed while loading them.',
    ),
});
/** Log lines of a plugin. */
export const pluginLog = z.object({ lines: z.array(z.string()) });
/** A user's plugin files. */
export type PluginFileList = Answer<typeof pluginFileList>;

/** Permissions listed in `permissions.hosts`, grouped by kind. */
export interface HostPermissions {
  /** Names of hosts. */
  readonly hosts: readonly string[];
  /** Names of the settings in `{setting:NAME}` entries. Each setting contains the URL of an approved host. */
  readonly settings: readonly string[];
  /**
   * True if the plugin may run scripts in the page that an action controls. The manifest requests this permission as
   * `{page}`.
   */
  readonly runsScripts: boolean;
}

/** Groups the entries of `permissions.hosts` by kind. */
export const hostPermissions = (entries: readonly string[]): HostPermissions => ({
  hosts: entries.filter((entry) => !entry.startsWith('{')),
  settings: entries.flatMap((entry) => /^\{setting:(\w+)\}$/.exec(entry)?.[1] ?? []),
  runsScripts: entries.includes('{page}'),
});

/** Hosts and secrets that a plugin requests, or that the user has granted. */
type Granted = Pick<PluginPermissions, 'hosts' | 'secrets'> | undefined;

/** Returns the requested hosts and secrets that `granted` does not contain. Empty if `granted` is undefined. */
export function addedPermissions(requested: Granted, granted: Granted): Pick<PluginPermissions, 'hosts' | 'secrets'> {
  const added = (key: 'hosts' | 'secrets') =>
    (requested?.[key] ?? []).filter((one) => granted !== undefined && !granted[key].includes(one));
  return { hosts: added('hosts'), secrets: added('secrets') };
}
