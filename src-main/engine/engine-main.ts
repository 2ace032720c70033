/** The engine as a process; see `engine.ts`. Prints where it listens; SIGTERM and SIGINT end it. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import type { AppError } from '../../core/common/errors';
import type { Log } from '../../core/common/log';
import { openState } from '../../core/jobs/fleet/engine-state';
import { writePrivately } from '../../core/platform/data-folder/private-file';
import { RecentLog } from '../../core/platform/log/recent-log';
import { streamLog } from '../../core/platform/log/stream-log';
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

/** Finds a file by its place relative to the built entry. */
type Place = (path: string) => string;

/** What the built program gives the engine. */
export interface Program {
  readonly place: Place;
  /** Starts the thread that keeps the data in SQLite. */
  readonly startWorker: () => StorageWorker;
  /** Ends the thread that was started before it was known that the data is elsewhere. */
  readonly dropWorker: () => void;
}

/**
 * Flags of V8 for a worker, which trades memory for throughput: heap growth between collections in percent of what is alive, and the size
 * of the young generation in every thread. They cost about 150 MB and leave a third of the CPU of V8's helper threads.
 */
const workerHeaps = ['--heap-growing-percent=250', '--max-semi-space-size=16'];

/** Time for the answer that asked for a new start. */
const answerMs = 50;

/** Longest the engine may take to close. */
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
    role: values.role,
    logLevel: values['log-level'],
    logFormat: values['log-format'],
  };
}

/** Third-party plugins the user has enabled, as the settings file names them. */
async function enabledPlugins({ run, stored }: SettingsService, place: Place, log: Log) {
  const thirdParty = {
    folder: join(run.dataDir, 'plugins'),
    files: stored.enabledPlugins,
    contract: place('./plugin.js'),
  };
  return { thirdParty, plugins: builtInPlugins, addedPlugins: await loadThirdParty(thirdParty, log) };
}

/** Without its data folder the engine could only lose what it is given. */
function endAtOnce({ message }: AppError): void {
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
    onLost: endAtOnce,
    unkeptBytes: zeroRetentionBytes(run.zeroRetentionMegabytes),
  });
  const { version } = JSON.parse(readFileSync(place('../../package.json'), 'utf8')) as { version: string };
  const ui = place('../renderer');
  const paths = {
    documentWorker: place('./document-worker.js'),
    rowWorker: place('./row-worker.js'),
    pluginInspector: place('./plugin-inspector.js'),
    ui: existsSync(ui) ? ui : undefined,
    demoSite: place('../../resources/demo-site'),
    filterLists: place('../../resources/filters'),
  };
  try {
    const state = await openState(run, storage, log);
    const found = await enabledPlugins(state.settings, place, log);
    return await startEngine({ run, version, ...found, paths, storage, state, log, localToken, onRestart });
  } catch (thrown) {
    await storage.close();
    throw thrown;
  }
}

/** An engine that restarts at its address when a person asks for it. Ends the process where that fails. */
async function startAgainAndAgain(run: RunOptions, program: Program, localToken: string) {
  let isRestarting = false;
  const onRestart = (): void => {
    if (isRestarting) return;
    isRestarting = true;
    // The answer that asked for it goes out first.
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

/** Why a start failed. Wrong options are plain errors, and an engine that has not started has no log that says more. */
const sentenceOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

function failed(thrown: unknown): void {
  process.stderr.write(`Gleaner could not start again: ${sentenceOf(thrown)}\n`);
  process.exit(1);
}

/** The options of a run, with the database that this machine remembers where they name none. */
async function withDatabase(run: RunOptions): Promise<RunOptions> {
  if (run.databaseUrl !== undefined) return run;
  const vault = openVault({ dataDir: run.dataDir, passphrase: run.vaultPassphrase });
  return { ...run, databaseUrl: await rememberedDatabase(vault) };
}

async function main(program: Program): Promise<void> {
  const run = await withDatabase(readRunOptions(givenOptions(process.argv.slice(2))));
  if (run.role !== 'all' && run.databaseUrl === undefined)
    throw new Error(
      `The role ${run.role} shares its work with other processes through PostgreSQL; set GLEANER_DATABASE_URL, or start without a role.`,
    );
  if (run.databaseUrl !== undefined) program.dropWorker();
  if (run.role === 'worker') for (const flag of workerHeaps) setFlagsFromString(flag);
  const localToken = randomBytes(24).toString('base64url');
  const { engine, close } = await startAgainAndAgain(run, program, localToken);
  const stateFile = join(run.dataDir, 'engine.json');
  endWhenAsked(async () => {
    await close();
    rmSync(stateFile, { force: true });
  });
  await writePrivately(stateFile, JSON.stringify({ url: engine.baseUrl, pid: process.pid, localToken }));
  process.stdout.write(
    run.role === 'worker'
      ? `The worker is ready; it answers /health and /metrics at ${engine.baseUrl}\n`
      : `Gleaner is ready at ${engine.baseUrl}\nSign in: ${engine.signInLink()}\n`,
  );
  if (engine.firstKey) process.stdout.write(`API key (shown only this once): ${engine.firstKey}\n`);
  engine.begin();
}

/** Electron's utility processes hear their parent through this instead of `process.on('message')`. */
type ParentPort = { on(event: 'message', listener: (message: { readonly data: unknown }) => void): void };

/** Closes once, by signal, by message, or when the parent has gone; ends the process in any case. */
function endWhenAsked(close: () => Promise<void>): void {
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
  // The desktop supervisor asks by message where signals do not exist.
  process.on('message', (message) => message === 'close' && end());
  process.on('disconnect', end);
  const { parentPort } = process as { readonly parentPort?: ParentPort };
  parentPort?.on('message', ({ data }) => data === 'close' && end());
  // A reader that has gone must not keep the engine from closing in order.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}

/** Starts the engine and keeps it until a signal ends it; says plainly when it cannot start. */
export function runEngine(program: Program): void {
  main(program).catch((thrown: unknown) => {
    process.stderr.write(`Gleaner could not start: ${sentenceOf(thrown)}\n`);
    process.exit(1);
  });
}
