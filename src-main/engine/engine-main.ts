/** Runs the engine as a process (see `engine.ts`). Prints the engine's URL, and exits on SIGTERM or SIGINT. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import type { AppError } from '../../core/common/errors';
import type { Log } from '../../core/common/log';
import { openState } from '../../core/jobs/fleet/engine-state';
import { writePrivateFile } from '../../core/platform/data-folder/private-file';
import { RecentLog } from '../../core/platform/log/recent-log';
import { streamLog } from '../../core/platform/log/stream-log';
import { beginPluginStart, type WithoutPlugins } from '../../core/platform/plugins/plugin-start';
import { pluginWarnings } from '../../core/platform/plugins/plugin-warnings';
import { loadThirdParty } from '../../core/platform/plugins/third-party';
import { openVault } from '../../core/platform/secrets/open-vault';
import { rememberedDatabase } from '../../core/platform/secrets/remembered-database';
import { zeroRetentionBytes } from '../../core/platform/settings/memory-budget';
import { type GivenOptions, leaseMsOf, type RunOptions, readRunOptions } from '../../core/platform/settings/settings';
import type { SettingsService } from '../../core/platform/settings/settings-service';
import { type RunningEngine, startEngine } from '../../core/start-engine';
import { openStorage } from '../../core/storage/open-storage';
import { StorageThread, type StorageWorker } from '../../core/storage/storage-thread';
import { builtInPlugins } from '../../plugins';

/** Resolves a path relative to the built entry point. */
type Place = (path: string) => string;

/** Parts of the built program that the engine needs. */
export interface Program {
  readonly place: Place;
  /** Starts the thread that stores data in SQLite. */
  readonly startWorker: () => StorageWorker;
  /** Stops the storage thread. Called if the data is not stored in SQLite. */
  readonly dropWorker: () => void;
}

/**
 * V8 flags of a worker process: heap growth between collections, in percent of the live heap, and size of each thread's
 * young generation. The flags increase memory use by about 150 MB, but reduce the CPU time of V8's helper threads by
 * two thirds.
 */
const workerHeaps = ['--heap-growing-percent=250', '--max-semi-space-size=16'];

/** Delay before a restart, in ms. During this time, the response to the restart request is sent. */
const answerMs = 50;

/** Timeout for closing the engine, in ms. */
const closeMs = 4000;

function givenOptions(args: readonly string[]): GivenOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      'data-dir': { type: 'string' },
      'api-key': { type: 'string' },
      'api-key-file': { type: 'string' },
      'allow-private-network': { type: 'boolean' },
      'allow-host': { type: 'string', multiple: true },
      'without-plugins': { type: 'boolean' },
      temporary: { type: 'boolean' },
      'without-warm-up': { type: 'boolean' },
      role: { type: 'string' },
      'log-level': { type: 'string' },
      'log-format': { type: 'string' },
    },
  });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65535)) {
    throw new Error(`--port must be a number from 0 to 65535, not "${values.port}"`);
  }
  return {
    port,
    host: values.host,
    dataDir: values['data-dir'],
    apiKey: values['api-key'],
    apiKeyFile: values['api-key-file'],
    allowPrivateNetwork: values['allow-private-network'],
    withoutPlugins: values['without-plugins'],
    isTemporary: values.temporary,
    withoutWarmUp: values['without-warm-up'],
    serviceHosts: values['allow-host']?.map((name) => name.toLowerCase()),
    role: values.role,
    logLevel: values['log-level'],
    logFormat: values['log-format'],
  };
}

interface PluginParts {
  readonly place: Place;
  readonly version: string;
  readonly without?: WithoutPlugins;
}

/** Loads the third-party plugins enabled in the settings file. */
export async function enabledPlugins(
  { run, stored }: SettingsService,
  { place, version, without }: PluginParts,
  log: Log,
) {
  const thirdParty = {
    folder: join(run.dataDir, 'plugins'),
    files: without ? [] : stored.enabledPlugins,
    contract: place('./plugin.js'),
    sandbox: place('./plugin-sandbox.js'),
    version,
  };
  const addedPlugins = await loadThirdParty(thirdParty, log);
  for (const warning of without ? pluginWarnings(stored, { loaded: addedPlugins, without }) : []) log.warn(warning);
  return { thirdParty, plugins: builtInPlugins, addedPlugins, withoutPlugins: without };
}

/** Exits immediately, because an engine without its data directory could only lose more data. */
function exitNow({ message }: AppError): void {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

interface StartParts {
  readonly run: RunOptions;
  readonly program: Program;
  readonly localToken: string;
  readonly onRestart: () => void;
}

async function start({ run, program, localToken, onRestart }: StartParts): Promise<RunningEngine> {
  const { place, startWorker } = program;
  const log = new RecentLog(streamLog(process.stderr, run.log));
  mkdirSync(run.dataDir, { recursive: true, mode: 0o700 });
  const storage = await openStorage(run.dataDir, {
    thread: () => new StorageThread(startWorker()),
    databaseUrl: run.databaseUrl,
    leaseMs: leaseMsOf(run),
    objects: run.objects,
    log,
    onLost: exitNow,
    zeroRetentionBytes: zeroRetentionBytes(run.zeroRetentionMegabytes),
  });
  const { version } = JSON.parse(readFileSync(place('../../package.json'), 'utf8')) as { version: string };
  const ui = place('../renderer');
  const paths = {
    documentWorker: place('./document-worker.js'),
    rowWorker: place('./row-worker.js'),
    pluginSandbox: place('./plugin-sandbox.js'),
    sessionScript: place('./session-code.js'),
    ui: existsSync(ui) ? ui : undefined,
    demoSite: place('../../resources/demo-site'),
    filterLists: place('../../resources/filters'),
  };
  try {
    const state = await openState(run, storage, log);
    const { without, finish } = beginPluginStart(run, state.settings.stored);
    try {
      const found = await enabledPlugins(state.settings, { place, version, without }, log);
      return await startEngine({ run, version, ...found, paths, storage, state, log, localToken, onRestart });
    } finally {
      finish();
    }
  } catch (thrown) {
    await storage.close();
    throw thrown;
  }
}

/** Runs an engine that can be restarted on request at the same address. Exits if a restart fails. */
async function keepRunning(run: RunOptions, program: Program, localToken: string) {
  let isRestarting = false;
  const onRestart = (): void => {
    if (isRestarting) return;
    isRestarting = true;
    // Delays the restart until the response to the request has been sent.
    setTimeout(() => void restart().catch(failed), answerMs);
  };
  const engine = await start({ run, program, localToken, onRestart });
  const port = Number(new URL(engine.baseUrl).port);
  let current = Promise.resolve(engine);
  const restart = async (): Promise<void> => {
    const before = current;
    current = before.then(async (running) => {
      await running.close();
      const again = await start({ run: { ...run, port }, program, localToken, onRestart });
      again.begin();
      return again;
    });
    await current;
    isRestarting = false;
  };
  return { engine, close: async () => (await current).close() };
}

/**
 * Returns the reason for a failed start in one line. Omits the stack trace, because the usual cause is an invalid
 * option.
 */
const sentenceOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).split('\n', 1)[0] ?? '';

function failed(thrown: unknown): void {
  process.stderr.write(`Gleaner could not restart: ${sentenceOf(thrown)}\n`);
  process.exit(1);
}

/** Adds the database URL stored on this machine to the options, unless the options already specify a database. */
async function withDatabase(run: RunOptions): Promise<RunOptions> {
  if (run.databaseUrl !== undefined) return run;
  const vault = openVault({ dataDir: run.dataDir, passphrase: run.vaultPassphrase });
  return { ...run, databaseUrl: await rememberedDatabase(vault) };
}

async function main(program: Program): Promise<void> {
  const run = await withDatabase(readRunOptions(givenOptions(process.argv.slice(2))));
  if (run.role !== 'all' && run.databaseUrl === undefined)
    throw new Error(
      `The role ${run.role} shares work with other processes through PostgreSQL; set GLEANER_DATABASE_URL, or start without a role.`,
    );
  if (run.databaseUrl !== undefined) program.dropWorker();
  if (run.role === 'worker') for (const flag of workerHeaps) setFlagsFromString(flag);
  const localToken = randomBytes(24).toString('base64url');
  const { engine, close } = await keepRunning(run, program, localToken);
  const stateFile = join(run.dataDir, 'engine.json');
  stopOnRequest(async () => {
    await close();
    rmSync(stateFile, { force: true });
  });
  await writePrivateFile(stateFile, JSON.stringify({ url: engine.baseUrl, pid: process.pid, localToken }));
  process.stdout.write(
    run.role === 'worker'
      ? `The worker is ready; it serves /health and /metrics at ${engine.baseUrl}\n`
      : `Gleaner is ready at ${engine.baseUrl}\nSign in: ${engine.signInLink()}\n`,
  );
  if (engine.firstKey) process.stdout.write(`API key (shown only this once): ${engine.firstKey}\n`);
  engine.begin();
}

/**
 * Channel on which Electron's utility processes receive messages from their parent, instead of `process.on('message')`.
 */
type ParentPort = { on(event: 'message', listener: (message: { readonly data: unknown }) => void): void };

/**
 * Closes the engine when it receives a signal or a `close` message, or when the parent has exited. The process exits
 * even if closing fails.
 */
function stopOnRequest(close: () => Promise<void>): void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), closeMs).unref();
    void close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // On systems without signals, the desktop supervisor sends a `close` message.
  process.on('message', (message) => message === 'close' && end());
  process.on('disconnect', end);
  const { parentPort } = process as { readonly parentPort?: ParentPort };
  parentPort?.on('message', ({ data }) => data === 'close' && end());
  // The engine must shut down gracefully even if the reader of its output has exited.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}

/** Runs the engine until a signal stops it. If the engine cannot start, prints the reason. */
export function runEngine(program: Program): void {
  main(program).catch((thrown: unknown) => {
    process.stderr.write(`Gleaner could not start: ${sentenceOf(thrown)}\n`);
    process.exit(1);
  });
}
