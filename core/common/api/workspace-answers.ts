import { z } from 'zod';
import type { Answer } from '../answer';
import { fleetNode } from '../fleet-node';
import { jsonSchema } from '../json-schema';
import { profileNames } from '../profiles';

const count = z.int().min(0);
const time = z.iso.datetime();
const record = z.record(z.string(), z.unknown());
const browserKind = z.enum(['shell', 'full']);

/** The caller's session and facts of the engine. */
export const sessionAnswer = z.object({
  signedIn: z.literal(true),
  isOwner: z
    .boolean()
    .describe('False in a window that was opened with an API key: it may not run programs or export data.'),
  version: z.string(),
  baseUrl: z.string(),
  dataDir: z.string(),
  isShared: z.boolean().describe('True when several processes may share the database.'),
  warnings: z.array(z.string()).describe('Damage found in the data folder, in sentences.'),
  browser: z.object({ found: z.boolean(), path: z.string().optional(), kind: browserKind.optional() }),
});
/** The caller's session and facts of the engine. */
export type SessionInfo = Answer<typeof sessionAnswer>;

const plugin = z.object({
  kind: z.string(),
  id: z.string(),
  summary: z.string(),
  builtIn: z.boolean(),
  config: jsonSchema.optional().describe('Schema of its settings; absent when it has none.'),
});
/** A loaded plugin. */
export type PluginItem = Answer<typeof plugin>;

/** Loaded plugins. */
export const pluginsAnswer = z.object({ items: z.array(plugin) });

/** One setting that was damaged in the settings file. */
export const damage = z.object({
  setting: z.string().describe('Name of the setting.'),
  entry: z.string().optional().describe('Entry of the setting: its number in a list, from 1, or its name.'),
  message: z.string().describe('Problem, in one sentence.'),
});

/** Settings with the schema their form is drawn from. */
export const settingsAnswer = z.object({
  settings: record,
  damaged: z.array(damage).describe('Settings that were damaged in the file and have not been set again.'),
  schema: jsonSchema,
  run: record.describe('Options of this run, without secrets.'),
});
/** Settings with the schema their form is drawn from. */
export type SettingsAnswer = Answer<typeof settingsAnswer>;

/** Stored settings of one plugin. */
export const pluginSettingsAnswer = z.object({ settings: record.optional() });

const key = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe('First characters, to tell keys apart.'),
  createdAt: time,
  lastUsedAt: time.optional(),
});
/** An API key as it is listed: never the key itself. */
export type KeyItem = Answer<typeof key>;

/** API keys, the oldest first. */
export const keysAnswer = z.object({ items: z.array(key) });

/** A new API key; it is never shown again. */
export const keyAnswer = z.object({ key: z.string(), item: key });

const modelInUse = z.object({
  profile: z.enum(profileNames).optional().describe('Absent for requests that name no profile.'),
  model: z.string().optional().describe('Id of its plugin; absent when no model can be used.'),
  isFallback: z.boolean().optional().describe('True for the model that needs no settings.'),
  problem: z.string().optional().describe('Why no model can be used.'),
});
/** The model that reads pages for a profile, or for requests that name none. */
export type ModelInUse = Answer<typeof modelInUse>;

/** The model of each profile. */
export const modelsAnswer = z.object({ items: z.array(modelInUse) });

/** Kinds of data that a data folder stores. */
export const storageKinds = ['results', 'files', 'history', 'cache', 'snapshots', 'deliveries'] as const;

const storageUse = z.object({
  kind: z.enum(storageKinds),
  bytes: count.describe('Compressed size in bytes; shared content counts for each entry.'),
  entries: count,
});
/** Disk usage of one kind of data. */
export type StorageUse = Answer<typeof storageUse>;

/** Disk usage of the data folder. */
export const storageAnswer = z.object({
  uses: z.array(storageUse),
  freeBytes: count,
  isRestorePending: z.boolean().describe('True when a checked backup waits for the next start.'),
  previous: z
    .array(z.object({ name: z.string(), bytes: count }))
    .describe('Folders of the data folder with pre-restore data.'),
});
/** Disk usage of the data folder. */
export type StorageState = Answer<typeof storageAnswer>;

/** Number of deleted entries. */
export const removedAnswer = z.object({ removed: count });

/** A backup that can be downloaded once. */
export const preparedBackup = z.object({
  id: z.string(),
  name: z.string().describe('Name for the file.'),
  bytes: count.describe('Bytes before compression.'),
  hasSecrets: z.boolean().describe('True when it holds the secrets, sealed.'),
});
/** A backup that can be downloaded once. */
export type PreparedBackup = Answer<typeof preparedBackup>;

/** A checked backup that waits for the next start. */
export const stagedBackup = z.object({
  version: z.string(),
  createdAt: time.describe('When the backup was made.'),
  secrets: z
    .enum(['restored', 'left out', 'none'])
    .describe('`left out`: the passphrase is missing; `none`: the backup has none.'),
});
/** A checked backup that waits for the next start. */
export type StagedBackup = Answer<typeof stagedBackup>;

const browser = z.object({
  path: z.string(),
  kind: browserKind,
  isUsed: z.boolean().describe('True for the browser that renders pages.'),
});
/** A browser of this machine. */
export type BrowserItem = Answer<typeof browser>;

/** Browsers of this machine, the current one first. */
export const browsersAnswer = z.object({ items: z.array(browser) });

/** True when the download of a browser was started; false while one is running. */
export const installAnswer = z.object({ started: z.boolean() });

/** URL of the demo site. */
export const demoSiteAnswer = z.object({ url: z.string() });

const proxyOutcome = z.enum(['ok', 'blocked', 'failed']);
const proxyHealth = z.object({
  ok: count.describe('Pages fetched through it.'),
  blocked: count.describe('Pages whose site refused the proxy (401, 403, 429).'),
  failed: count.describe('Requests that failed at the proxy itself.'),
  lastAt: time.optional().describe('When it was last used.'),
  lastOutcome: proxyOutcome.optional(),
  lastError: z.string().optional().describe('Last failure of the proxy, in a sentence.'),
});
/** Statistics of a proxy since the engine started. */
export type ProxyHealth = Answer<typeof proxyHealth>;

const proxy = z.object({
  health: proxyHealth,
  problem: z.string().optional().describe('Why no proxy can be used, in a sentence; the same for all proxies.'),
});
/** One proxy of the settings. */
export type ProxyItem = Answer<typeof proxy>;

/** Proxies of the settings, in their order. */
export const proxiesAnswer = z.object({ items: z.array(proxy) });

const trial = {
  ok: z.boolean(),
  message: z.string().describe('Result, in one sentence.'),
  durationMs: count,
};
/** Result of a test of a plugin with settings that need not be saved. */
export const testReport = z.object(trial);
/** Result of a test of a plugin. */
export type TestReport = Answer<typeof testReport>;

/** Result of a test of a model. */
export const modelTestReport = z.object({
  ...trial,
  models: z.array(z.string()).describe('Models that the service lists.'),
  tokensUsed: count.optional(),
});
/** Result of a test of a model. */
export type ModelTestReport = Answer<typeof modelTestReport>;

/** Result of a test of a proxy. */
export const proxyTestReport = z.object({
  ...trial,
  statusCode: z.int().optional(),
  outgoingAddress: z.string().optional().describe('IP address that sites see.'),
});
/** Result of a test of a proxy. */
export type ProxyTestReport = Answer<typeof proxyTestReport>;

/** Result of a test of a browser. */
export const browserTestReport = z.object({
  ...trial,
  version: z.string().optional().describe('Version of the browser, e.g. `Chrome/130.0.6723.116`.'),
});
/** Result of a test of a browser. */
export type BrowserTestReport = Answer<typeof browserTestReport>;

/** Processes that share the database. */
export const workersAnswer = z.object({
  isShared: z.boolean().describe('True when several processes may share the database; otherwise the list is empty.'),
  items: z.array(fleetNode).describe('The processes, oldest first; a lost process stays listed for an hour.'),
});
