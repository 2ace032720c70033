import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startTestEngine, type TestEngine, type TestEngineOptions } from './engine';
import { type PostgresServer, startPostgres } from './postgres';

let starting: Promise<PostgresServer> | undefined;
let folder: string | undefined;
let running = 0;
/** Database URLs, keyed by data folder, so that a restarted fleet finds its data again. */
const databases = new Map<string, string>();
const secretKey = randomBytes(32).toString('base64');

/**
 * Works like `startTestEngine`, but starts an API node and workers. All fleets in this process share a PostgreSQL
 * server.
 */
export async function startTestFleet(options: TestEngineOptions = {}, workerCount = 1): Promise<TestEngine> {
  starting ??= startPostgres('-c max_connections=300');
  const server = await starting;
  if (folder !== server.folder) process.once('exit', endAtOnce);
  folder = server.folder;
  const { dataDir } = options;
  running += 1;
  const url = (dataDir && databases.get(dataDir)) ?? (await server.database());
  if (dataDir) databases.set(dataDir, url);
  const shared = { GLEANER_DATABASE_URL: url, GLEANER_SECRET_KEY: secretKey, GLEANER_LEASE_SECONDS: '6' };
  const env = { ...shared, ...options.env };
  const role = (name: string) => [...(options.args ?? []), '--role', name];
  const api = await startTestEngine({ ...options, env, args: role('api') });
  const { allowPrivateNetwork } = options;
  const starts = Array.from({ length: workerCount }, () =>
    startTestEngine({ allowPrivateNetwork, env, args: role('worker') }),
  );
  const started = await Promise.allSettled(starts);
  const nodes = [api, ...started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))];
  let isRunning = true;
  const stop = async (signal?: NodeJS.Signals): Promise<number | null> => {
    const [code = null] = await Promise.all(nodes.map((node) => node.stop(signal)));
    // Tests that kill their engine also stop it at the end, so it may have been stopped already.
    if (!isRunning) return code;
    isRunning = false;
    running -= 1;
    if (running === 0 && !dataDir) await removeServer();
    return code;
  };
  for (const one of started)
    if (one.status === 'rejected') {
      await stop();
      throw one.reason;
    }
  return { ...api, stop };
}

/** Returns the database URL of the fleet started with a data folder. Undefined for other folders. */
export const databaseOf = (dataDir: string): string | undefined => databases.get(dataDir);

async function removeServer(): Promise<void> {
  const server = await starting;
  starting = undefined;
  folder = undefined;
  databases.clear();
  process.off('exit', endAtOnce);
  await server?.remove();
}

/** Stops the server when the process ends, because fleets with a given data folder leave it running. */
function endAtOnce(): void {
  if (!folder) return;
  const [pid] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n', 1);
  process.kill(Number(pid), 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true });
}
