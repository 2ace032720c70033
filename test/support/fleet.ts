import { randomBytes } from 'node:crypto';
import { startTestEngine, type TestEngine, type TestEngineOptions } from './engine';
import { type PostgresServer, startPostgres } from './postgres';

let server: PostgresServer | undefined;
/** The database of each data folder that was given, so that a restart goes on with what was there. */
const databases = new Map<string, string>();
const secretKey = randomBytes(32).toString('base64');

/** As `startTestEngine`, with an API node and a worker on a database of a PostgreSQL of this process in place of one engine. */
export async function startTestFleet(options: TestEngineOptions = {}): Promise<TestEngine> {
  server ??= await startPostgres('-c max_connections=300');
  const { dataDir } = options;
  const url = (dataDir && databases.get(dataDir)) ?? (await server.database());
  if (dataDir) databases.set(dataDir, url);
  const shared = { GLEANER_DATABASE_URL: url, GLEANER_SECRET_KEY: secretKey, GLEANER_LEASE_SECONDS: '6' };
  const env = { ...shared, ...options.env };
  const role = (name: string) => [...(options.args ?? []), '--role', name];
  const api = await startTestEngine({ ...options, env, args: role('api') });
  const { allowPrivateNetwork } = options;
  const worker = await startTestEngine({ allowPrivateNetwork, env, args: role('worker') }).catch(
    async (thrown: unknown) => {
      await api.stop();
      throw thrown;
    },
  );
  const stop = async (signal?: NodeJS.Signals): Promise<number | null> => {
    const [code] = await Promise.all([api.stop(signal), worker.stop(signal)]);
    return code;
  };
  return { ...api, stop };
}

/** Ends the server of the fleets of this process; their engines must have ended. */
export async function stopFleetServer(): Promise<void> {
  await server?.remove();
  server = undefined;
}
