import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { damage } from '../../common/api/workspace-answers';
import type { S3Options } from '../../ports/object-store';
import { defaultLog, type LogOptions, logFormats, logLevels } from '../log/stream-log';
import { type NpmOptions, npmOptions } from './npm-config';
import { profilesSetting } from './profile-settings';

/** Schema of a configured proxy source. */
export const proxySetting = z.object({
  name: z.string().trim().max(60).default('').describe('Display name.'),
  enabled: z.boolean().default(true).describe('Use this proxy; disabled proxies are skipped.'),
  plugin: z.string().describe('Proxy plugin that provides the proxy addresses.'),
  tier: z
    .enum(['basic', 'stealth'])
    .default('basic')
    .describe('Type of the proxy, matched against the `proxy` option of requests.'),
  country: z
    .string()
    .length(2)
    .toUpperCase()
    .optional()
    .describe('Country of the proxy’s IP addresses, matched against the `location.country` option of requests.'),
  config: z.record(z.string(), z.unknown()).default({}).describe('Plugin settings.'),
});

/** Schema of a configured sink. */
export const sinkSetting = z.object({
  plugin: z.string().describe('Sink plugin that receives the events.'),
  events: z
    .array(z.string().regex(/^[a-z_]+\.[a-z]+$/, { message: 'Use event names such as `crawl.completed`.' }))
    .default(['crawl.completed', 'crawl.failed', 'batch_scrape.completed', 'batch_scrape.failed'])
    .describe('Events that the sink receives, from all jobs.'),
  config: z.record(z.string(), z.unknown()).default({}).describe('Plugin settings.'),
});

/** Schema of plugin files, each pinned to a hash of its content. See `AddedPlugin`. */
const pinnedFiles = z
  .array(
    z.object({
      ...{ file: z.string(), sha256: z.string(), integrity: z.string().optional() },
      ...{ trusted: z.boolean().optional(), stopped: z.string().optional() },
      ...{ hosts: z.array(z.string()).optional(), secrets: z.array(z.string()).optional() },
    }),
  )
  .default([]);
/**
 * Metadata for settings that can run programs, write files, or decide where requests and secrets are sent. Requests
 * with a stored API key cannot change such settings.
 */
const ofOwner = { ownerOnly: true };

/** Schema of all settings, which are stored in one file. */
export const settingsSchema = z.object({
  port: z.int().min(0).max(65535).default(3002).describe('Port of the service on 127.0.0.1.'),
  concurrency: z
    .int()
    .min(1)
    .max(256)
    .default(8)
    .describe(
      'Maximum number of pages fetched at the same time across all jobs; a job with a higher `maxConcurrency` gets up to 64.',
    ),
  browserPages: z.int().min(1).max(32).default(6).describe('Maximum number of browser pages open at the same time.'),
  browserPath: z
    .string()
    .default('')
    .describe('Browser program to use; leave empty to detect one automatically.')
    .meta(ofOwner),
  allowPrivateNetwork: z
    .boolean()
    .default(false)
    .describe('Allow scrapes of private and loopback addresses.')
    .meta(ofOwner),
  allowedHosts: z
    .array(z.string())
    .default([])
    .describe('Hosts on private addresses that scrapes may access, as `host` or `host:port`.')
    .meta(ofOwner),
  serviceHosts: z
    .array(z.string().trim().toLowerCase().min(1))
    .default([])
    .describe('Additional host names of the service, for a reverse proxy or forwarded port, as `host` or `host:port`.')
    .meta(ofOwner),
  proxies: z
    .array(proxySetting)
    .default([])
    .describe('Proxy sources, in order; each request uses the first source that matches.')
    .meta(ofOwner),
  sinks: z.array(sinkSetting).default([]).describe('Sinks that receive the events of all jobs.').meta(ofOwner),
  filterLists: z
    .array(z.url())
    .default([])
    .describe('URLs of ad filter lists to use in addition to the built-in list.'),
  cacheHours: z.int().min(0).max(8760).default(48).describe('Number of hours that fetched pages stay in the cache.'),
  cacheMegabytes: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(2048)
    .describe('Maximum size of the cache in megabytes; the oldest pages are deleted first.'),
  historyEntries: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(20_000)
    .describe('Maximum number of past scrapes in the history; their results are deleted after 24 hours.'),
  monthlyCredits: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe(
      'Limit on pages per month; a page with costly formats counts more than once. Once the limit is reached, further jobs and API calls are refused. Unlimited if not set.',
    )
    .meta({ emptyMeans: 'unlimited' }),
  model: z
    .string()
    .default('')
    .describe(
      'ID of the model plugin to use; if empty, the first configured model is used, or rules if no model is set up.',
    ),
  profiles: profilesSetting.prefault({}).describe('Model profiles that agents and extractions use.'),
  search: z
    .string()
    .default('')
    .describe(
      'ID of the search plugin to use; if empty, the first configured search plugin is used, or the pages you have scraped if no search is set up.',
    ),
  ocrLanguages: z
    .array(z.string().regex(/^[A-Za-z_]{3,30}$/, { message: 'Use Tesseract language codes, e.g. `fra`.' }))
    .max(8)
    .default(['eng'])
    .describe(
      'Languages of text in images, as Tesseract codes such as `eng`, `deu` or `fra`; recognition is faster with fewer languages.',
    ),
  ocrFolder: z
    .string()
    .trim()
    .default('')
    .describe('Folder with `.traineddata` files for more languages; English is built in.')
    .meta(ofOwner),
  ocrDownload: z
    .boolean()
    .default(false)
    .describe(
      'Download missing language data from `cdn.jsdelivr.net` when it is first needed (about 1 to 10 MB per language).',
    )
    .meta(ofOwner),
  plugins: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .default({})
    .describe('Plugin settings, by kind and ID, e.g. `model:openai`.')
    .meta(ofOwner),
  enabledPlugins: pinnedFiles
    .describe('Third-party plugin files to load, each pinned to the SHA-512 of its content.')
    .meta(ofOwner),
  unconfirmed: z
    .object({
      plugins: pinnedFiles.describe('Plugin files that were enabled in the backup.'),
      browserPath: z.string().default('').describe('Browser program that the backup used.'),
    })
    .prefault({})
    .describe('Parts of a restored backup that run programs. These parts stay off until the user confirms them.')
    .meta(ofOwner),
});

/** Values of all settings. */
export type Settings = z.output<typeof settingsSchema>;

/** A setting, or an entry in a setting, that could not be read and was ignored. */
export type Damage = z.output<typeof damage>;

/** Schema of the settings file. */
export const storedSchema = settingsSchema.extend({
  damaged: z.array(damage).default([]).describe('Damaged entries that were ignored and have not been set again.'),
});

/** Names of the settings that a request with a stored API key cannot change. */
export const ownerSettings: ReadonlySet<string> = new Set(
  Object.entries(settingsSchema.shape).flatMap(([name, schema]) => (schema.meta()?.ownerOnly === true ? [name] : [])),
);

/** Returns the key under which a plugin's settings are stored in `plugins`. */
export const pluginKey = (kind: string, id: string): string => `${kind}:${id}`;

const roles = ['all', 'api', 'worker'] as const;

/**
 * Role of a process. `all` does everything. `api` serves requests but does not process pages of background jobs.
 * `worker` only processes those pages.
 */
export type Role = (typeof roles)[number];

/** Options of this run. The command line overrides the environment, and the environment overrides the defaults. */
export interface RunOptions {
  readonly host: string;
  readonly port?: number;
  readonly dataDir: string;
  /** API key accepted in addition to the stored keys. */
  readonly apiKey?: string;
  readonly webhookSecret?: string;
  readonly allowPrivateNetwork: boolean;
  /** True to start without third-party plugins. */
  readonly withoutPlugins?: boolean;
  /**
   * True for an engine that runs a single command. Such an engine does not create a first API key, because nobody would
   * see it.
   */
  readonly isTemporary?: boolean;
  /** True to skip the warm-up, which processes sample pages to speed up the first job. */
  readonly withoutWarmUp?: boolean;
  /** The user's npm configuration, used when plugins are installed by name. */
  readonly npm?: NpmOptions;
  /** Host names under which clients may reach the service, in addition to those in the settings. */
  readonly serviceHosts?: readonly string[];
  readonly browserPath?: string;
  readonly concurrency?: number;
  /** Maximum memory in megabytes for jobs with zero retention. */
  readonly zeroRetentionMegabytes?: number;
  /** Passphrase for the encrypted vault file, if any. */
  readonly vaultPassphrase?: string;
  /** `postgres://` URL of the database. Defaults to a file in the data directory. */
  readonly databaseUrl?: string;
  /** Key that seals secrets in the shared database. During a rotation, `secretKeyBefore` is the previous key. */
  readonly secretKey?: string;
  readonly secretKeyBefore?: string;
  /** Role of this process. Roles other than `all` require a shared database. */
  readonly role: Role;
  /** Time in seconds after which other processes take over the work of a crashed process. */
  readonly leaseSeconds?: number;
  /** Object store for large bodies, used together with a shared database. */
  readonly objects?: S3Options;
  /** Options for the log, which is written to stderr. */
  readonly log: LogOptions;
  /** Environment variables available to plugin settings, with their values. */
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * Options given on the command line. API keys and other secrets can also be passed in files, because other users can
 * see the command line.
 */
export type GivenOptions = Partial<Omit<RunOptions, 'log' | 'role'>> & {
  readonly role?: string;
  readonly apiKeyFile?: string;
  readonly logLevel?: string;
  readonly logFormat?: string;
};

/** Reads the options of this run. The command line overrides the environment. Only this file reads `process.env`. */
export function readRunOptions(given: GivenOptions = {}, env: NodeJS.ProcessEnv = process.env): RunOptions {
  const integer = (name: string, min: number, max: number) => integerOf(name, env[name], [min, max]);
  return {
    host: given.host ?? '127.0.0.1',
    port: given.port ?? integer('GLEANER_PORT', 0, 65_535),
    dataDir: given.dataDir ?? (env.GLEANER_DATA_DIR || defaultDataDir(env)),
    apiKey:
      given.apiKey ?? readKeyFile(given.apiKeyFile) ?? (env.GLEANER_API_KEY || readKeyFile(env.GLEANER_API_KEY_FILE)),
    webhookSecret: given.webhookSecret ?? (env.GLEANER_WEBHOOK_SECRET || undefined),
    allowPrivateNetwork: given.allowPrivateNetwork ?? /^(1|true|yes)$/i.test(env.GLEANER_ALLOW_PRIVATE_NETWORK ?? ''),
    withoutPlugins: given.withoutPlugins,
    isTemporary: given.isTemporary,
    withoutWarmUp: given.withoutWarmUp,
    npm: given.npm ?? npmOptions(env),
    serviceHosts: given.serviceHosts ?? namesIn(env.GLEANER_ALLOW_HOST),
    browserPath: given.browserPath ?? (env.GLEANER_BROWSER_PATH || undefined),
    concurrency: given.concurrency ?? integer('GLEANER_CONCURRENCY', 1, 256),
    zeroRetentionMegabytes: given.zeroRetentionMegabytes ?? integer('GLEANER_ZERO_RETENTION_MB', 1, 1_000_000),
    vaultPassphrase: given.vaultPassphrase ?? (env.GLEANER_VAULT_PASSPHRASE || undefined),
    databaseUrl:
      given.databaseUrl ?? (env.GLEANER_DATABASE_URL || readKeyFile(env.GLEANER_DATABASE_URL_FILE, 'database URL')),
    objects: given.objects ?? s3Options(env),
    secretKey: given.secretKey ?? (env.GLEANER_SECRET_KEY || readKeyFile(env.GLEANER_SECRET_KEY_FILE, 'secret key')),
    secretKeyBefore:
      given.secretKeyBefore ??
      (env.GLEANER_SECRET_KEY_BEFORE || readKeyFile(env.GLEANER_SECRET_KEY_BEFORE_FILE, 'secret key')),
    role: oneOf(roles, given.role ?? env.GLEANER_ROLE, 'The role') ?? 'all',
    // With a lease of less than 4 seconds, a busy process could lose its work to other processes.
    leaseSeconds: given.leaseSeconds ?? integer('GLEANER_LEASE_SECONDS', 4, 3600),
    log: {
      level: oneOf(logLevels, given.logLevel ?? env.GLEANER_LOG_LEVEL, 'The log level') ?? defaultLog.level,
      format: oneOf(logFormats, given.logFormat ?? env.GLEANER_LOG_FORMAT, 'The log format') ?? defaultLog.format,
    },
    variables: given.variables ?? pluginVariables(env),
  };
}

const namesIn = (list = ''): readonly string[] => list.toLowerCase().match(/[^,\s]+/g) ?? [];

/** Returns the duration of a lease, in ms. */
export const leaseMsOf = ({ leaseSeconds = 60 }: Pick<RunOptions, 'leaseSeconds'>): number => leaseSeconds * 1000;

/**
 * Parses the number in an environment variable. Undefined if the variable is empty. Throws if the number is invalid or
 * out of range.
 */
function integerOf(name: string, text: string | undefined, [min, max]: readonly [number, number]): number | undefined {
  if (!text) return undefined;
  const number = Number(text);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
}

/** Returns the object store for large bodies. Undefined if no bucket is configured. */
function s3Options(env: NodeJS.ProcessEnv): S3Options | undefined {
  const bucket = env.GLEANER_S3_BUCKET;
  if (!bucket) return undefined;
  const accessKeyId = env.GLEANER_S3_ACCESS_KEY_ID;
  const secretAccessKey =
    env.GLEANER_S3_SECRET_ACCESS_KEY || readKeyFile(env.GLEANER_S3_SECRET_ACCESS_KEY_FILE, 'secret access key');
  if (!accessKeyId || !secretAccessKey)
    throw new Error('GLEANER_S3_BUCKET needs GLEANER_S3_ACCESS_KEY_ID and GLEANER_S3_SECRET_ACCESS_KEY.');
  if (!env.GLEANER_DATABASE_URL && !env.GLEANER_DATABASE_URL_FILE)
    throw new Error('GLEANER_S3_BUCKET needs GLEANER_DATABASE_URL: the embedded database stores page content itself.');
  const endpoint = env.GLEANER_S3_ENDPOINT || undefined;
  if (endpoint && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new Error(`GLEANER_S3_ENDPOINT must be an http or https URL, not "${endpoint}".`);
  return { bucket, accessKeyId, secretAccessKey, endpoint, region: env.GLEANER_S3_REGION || 'us-east-1' };
}

function oneOf<T extends string>(words: readonly T[], text: string | undefined, what: string): T | undefined {
  if (!text) return undefined;
  const word = words.find((each) => each === text);
  if (word === undefined) throw new Error(`${what} must be one of ${words.join(', ')}, not "${text}".`);
  return word;
}

/** Matches environment variables that configure the storage. Plugins must not see these variables. */
const storageVariable = /^GLEANER_(?:DATABASE|SECRET|S3)_/;

/**
 * Returns the environment variables available to plugins: all non-empty Gleaner variables except those that configure
 * the storage.
 */
const pluginVariables = (env: NodeJS.ProcessEnv): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value && name.startsWith('GLEANER_') && !storageVariable.test(name) ? [[name, value]] : [],
    ),
  );

/** Matches the names of environment variables that contain or may contain a secret. */
const secretVariable = /^GLEANER_|KEY|TOKEN|SECRET|PASSW|CREDENTIAL|COOKIE/i;

/** Returns the environment for programs that render third-party pages. Omits anything that might be a secret. */
export function publicEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || secretVariable.test(name) ? [] : [[name, value] as const],
    ),
  );
}

/** Returns the content of a key file, trimmed. Throws if the file is unreadable or empty. */
function readKeyFile(path: string | undefined, what = 'API key'): string | undefined {
  if (!path) return undefined;
  let key: string;
  try {
    key = readFileSync(path, 'utf8').trim();
  } catch (thrown) {
    throw new Error(`the ${what} file ${path} cannot be read: ${(thrown as Error).message}`);
  }
  if (key === '')
    throw new Error(`the ${what} file ${path} is empty; write the ${what === 'API key' ? 'key' : what} into it.`);
  return key;
}

/** Returns the default data directory on this operating system. */
function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Gleaner');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Gleaner');
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'gleaner');
}
