import { z } from 'zod';
import type { Answer } from '../answer';
import { fleetNode } from '../fleet-node';
import { jsonSchema } from '../json-schema';
import { profileNames } from '../profiles';

const count = z.int().min(0);
const time = z.iso.datetime();
const record = z.record(z.string(), z.unknown());
const browserKind = z.enum(['shell', 'full']);

/** Schema of information about the caller's session and the engine. */
export const sessionAnswer = z.object({
  signedIn: z.literal(true),
  isOwner: z
    .boolean()
    .describe('False for an app window opened with an API key. Such a window cannot run programs or export data.'),
  version: z.string(),
  baseUrl: z.string(),
  dataDir: z.string(),
  isShared: z.boolean().describe('True if several processes may share the database.'),
  warnings: z.array(z.string()).describe('Damage found in the data folder, one sentence each.'),
  browser: z.object({ found: z.boolean(), path: z.string().optional(), kind: browserKind.optional() }),
});
/** Information about the caller's session and the engine. */
export type SessionInfo = Answer<typeof sessionAnswer>;

const plugin = z.object({
  kind: z.string(),
  id: z.string(),
  summary: z.string(),
  builtIn: z.boolean(),
  config: jsonSchema.optional().describe('Schema of the plugin settings; absent when the plugin has none.'),
});
/** A loaded plugin. */
export type PluginItem = Answer<typeof plugin>;

/** Loaded plugins. */
export const pluginsAnswer = z.object({ items: z.array(plugin) });

/** A damaged setting in the settings file. */
export const damage = z.object({
  setting: z.string().describe('Name of the setting.'),
  entry: z
    .string()
    .optional()
    .describe('Damaged entry in the setting: its name, or its 1-based position if the setting is a list.'),
  message: z.string().describe('Problem, in one sentence.'),
});

/** Schema of the settings response: the settings, and the JSON schema for the settings form. */
export const settingsAnswer = z.object({
  settings: record,
  damaged: z.array(damage).describe('Settings that are damaged in the settings file and have not been set again.'),
  schema: jsonSchema,
  run: record.describe('Options that Gleaner was started with. Secrets are omitted.'),
});
/** Settings, and the JSON schema for the settings form. */
export type SettingsAnswer = Answer<typeof settingsAnswer>;

/** Stored settings for one plugin. */
export const pluginSettingsAnswer = z.object({ settings: record.optional() });

const key = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe('First characters of the key, to tell keys apart.'),
  createdAt: time,
  lastUsedAt: time.optional(),
});
/** An entry in the list of API keys, without the key itself. */
export type KeyItem = Answer<typeof key>;

/** API keys, oldest first. */
export const keysAnswer = z.object({ items: z.array(key) });

/** A new API key. The complete key is shown only in this response. */
export const keyAnswer = z.object({ key: z.string(), item: key });

const modelInUse = z.object({
  profile: z.enum(profileNames).optional().describe('Model profile; absent for requests without a profile.'),
  model: z.string().optional().describe('ID of the model plugin; absent when no model can be used.'),
  isFallback: z.boolean().optional().describe('True for the fallback model, which needs no settings.'),
  problem: z.string().optional().describe('Why no model can be used.'),
});
/** The model used for a profile, or for requests that do not name a profile. */
export type ModelInUse = Answer<typeof modelInUse>;

/** The model used for each profile. */
export const modelsAnswer = z.object({ items: z.array(modelInUse) });

/** Kinds of data stored in the data folder. */
export const storageKinds = ['results', 'files', 'history', 'cache', 'snapshots', 'deliveries'] as const;

const storageUse = z.object({
  kind: z.enum(storageKinds),
  bytes: count.describe('Compressed size in bytes. Content shared by several entries is counted for each of them.'),
  entries: count,
});
/** Disk space used by one kind of data. */
export type StorageUse = Answer<typeof storageUse>;

/** Disk usage of the data folder. */
export const storageAnswer = z.object({
  uses: z.array(storageUse),
  freeBytes: count,
  isRestorePending: z.boolean().describe('True if a verified backup will be restored at the next start.'),
  previous: z
    .array(z.object({ name: z.string(), bytes: count }))
    .describe('Folders that contain the data replaced by a restored backup.'),
});
/** Disk usage of the data folder. */
export type StorageState = Answer<typeof storageAnswer>;

/** Number of deleted entries. */
export const removedAnswer = z.object({ removed: count });

/** Schema of a backup that can be downloaded once. */
export const preparedBackup = z.object({
  id: z.string(),
  name: z.string().describe('Suggested file name.'),
  bytes: count.describe('Uncompressed size in bytes.'),
  hasSecrets: z.boolean().describe('True if the backup contains the secrets, encrypted.'),
});
/** A backup that can be downloaded once. */
export type PreparedBackup = Answer<typeof preparedBackup>;

/** Schema of a validated backup that will be restored at the next start. */
export const stagedBackup = z.object({
  version: z.string(),
  createdAt: time.describe('When the backup was made.'),
  secrets: z
    .enum(['restored', 'left out', 'none'])
    .describe('`left out`: not restored, because the passphrase is missing; `none`: the backup contains no secrets.'),
});
/** A validated backup that will be restored at the next start. */
export type StagedBackup = Answer<typeof stagedBackup>;

const browser = z.object({
  path: z.string(),
  kind: browserKind,
  isUsed: z.boolean().describe('True if Gleaner renders pages with this browser.'),
});
/** A browser installed on this machine. */
export type BrowserItem = Answer<typeof browser>;

/** Browsers installed on this machine, with the current one first. */
export const browsersAnswer = z.object({ items: z.array(browser) });

/** Response to a request for a browser download. `started` is false if a download was already running. */
export const installAnswer = z.object({ started: z.boolean() });

/** URL of the demo site. */
export const demoSiteAnswer = z.object({ url: z.string() });

const proxyOutcome = z.enum(['ok', 'blocked', 'failed']);
const proxyHealth = z.object({
  ok: count.describe('Number of pages fetched through the proxy.'),
  blocked: count.describe('Number of pages whose site refused requests from the proxy (401, 403, 429).'),
  failed: count.describe('Number of requests that failed at the proxy itself.'),
  lastAt: time.optional().describe('When the proxy was last used.'),
  lastOutcome: proxyOutcome.optional(),
  lastError: z.string().optional().describe('Last failure of the proxy, in one sentence.'),
});
/** A proxy's statistics since the engine started. */
export type ProxyHealth = Answer<typeof proxyHealth>;

const proxy = z.object({
  health: proxyHealth,
  problem: z
    .string()
    .optional()
    .describe('Why no proxy can be used, in one sentence. The value is the same for all proxies.'),
});
/** A configured proxy. */
export type ProxyItem = Answer<typeof proxy>;

/** Configured proxies, in the same order as in the settings. */
export const proxiesAnswer = z.object({ items: z.array(proxy) });

const trial = {
  ok: z.boolean(),
  message: z.string().describe('Result, in one sentence.'),
  durationMs: count,
};
/** Schema of the result of testing a plugin. The test can use unsaved settings. */
export const testReport = z.object(trial);
/** Result of testing a plugin. */
export type TestReport = Answer<typeof testReport>;

/** Schema of the result of testing a model. */
export const modelTestReport = z.object({
  ...trial,
  models: z.array(z.string()).describe('Models that the service offers.'),
  tokensUsed: count.optional(),
});
/** Result of testing a model. */
export type ModelTestReport = Answer<typeof modelTestReport>;

/** Schema of the result of testing a proxy. */
export const proxyTestReport = z.object({
  ...trial,
  statusCode: z.int().optional(),
  outgoingAddress: z.string().optional().describe('IP address that sites see as the source of requests.'),
});
/** Result of testing a proxy. */
export type ProxyTestReport = Answer<typeof proxyTestReport>;

/** Schema of the result of testing a browser. */
export const browserTestReport = z.object({
  ...trial,
  version: z.string().optional().describe('Version of the browser, e.g. `Chrome/130.0.6723.116`.'),
});
/** Result of testing a browser. */
export type BrowserTestReport = Answer<typeof browserTestReport>;

/** Processes that share the database. */
export const workersAnswer = z.object({
  isShared: z.boolean().describe('True if several processes may share the database. Otherwise, `items` is empty.'),
  items: z
    .array(fleetNode)
    .describe('Processes, oldest first. A process without a recent heartbeat stays listed for an hour.'),
});
