import { createHash } from 'node:crypto';
import { checkServerIdentity } from 'node:tls';
import type { PostgresPool } from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { AppError } from '../../../common/errors';
import type { NamedDatabase } from './database-error';

const maxReaders = 5;
/** Connection timeout, ms. */
const connectMs = 5000;
const maxStatements = 300;

/**
 * Type IDs of `int8` and `numeric`. The driver returns values of these types as strings. They are converted to numbers,
 * because Gleaner's values are all below 2^53.
 */
const numberTypes: ReadonlySet<number> = new Set([20, 1700]);
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    numberTypes.has(oid) ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Prefix for the names of Gleaner's sessions in `pg_stat_activity`. */
const sessionPrefix = 'gleaner ';

/** Returns the application name for a session. */
export const nameOfSession = (session: string): string => sessionPrefix + session;

/** Returns the session for an application name. */
export const sessionOfName = (name: string): string => name.slice(sessionPrefix.length);

/** Returns a printable name for a database URL. Throws BAD_REQUEST for a URL that is not a PostgreSQL URL. */
export function nameDatabase(url: string): NamedDatabase {
  const parsed = URL.parse(url);
  if (!parsed || !/^postgres(?:ql)?:$/.test(parsed.protocol))
    throw new AppError(
      'BAD_REQUEST',
      'GLEANER_DATABASE_URL is not a PostgreSQL URL; write postgres://user:password@host/name.',
    );
  const host = parsed.searchParams.get('host') || decodeURIComponent(parsed.host) || 'localhost';
  return {
    name: `${decodeURIComponent(parsed.pathname.slice(1))} at ${host}`,
    user: decodeURIComponent(parsed.username),
  };
}

/**
 * Client that verifies the server's certificate against the configured host. The driver itself would verify it against
 * `localhost` if the host is an IP address.
 */
class CheckingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { ssl, host } = (this as unknown as { readonly connectionParameters: Target }).connectionParameters;
    if (typeof ssl === 'object') ssl.checkServerIdentity ??= (_, certificate) => checkServerIdentity(host, certificate);
  }
}

/** Host and TLS settings of a connection. With `verify-ca`, `ssl` already contains a custom check of the host name. */
interface Target {
  readonly host: string;
  readonly ssl: boolean | { checkServerIdentity?: typeof checkServerIdentity };
}

/** Returns the driver's connection settings. TLS follows the `sslmode` in the URL, as defined by PostgreSQL. */
function connectionConfig(url: string, session: string): pg.ClientConfig {
  const address = new URL(url);
  address.searchParams.set('uselibpqcompat', 'true');
  return {
    connectionString: address.href,
    application_name: nameOfSession(session),
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    // Sends statements without waiting for earlier responses.
    pipeline: true,
    types,
  };
}

/** Creates an unopened connection outside the pool. */
export const newClient = (url: string, session: string): pg.Client =>
  new CheckingClient(connectionConfig(url, session));

/** Options for opening connections. */
export interface PoolParts {
  readonly url: string;
  readonly session: string;
  /** Maximum time in ms between two statements of a transaction. If it is exceeded, the server ends the connection. */
  readonly idleMs?: number;
}

/**
 * Opens a pool that connects on demand. Runs the given statements first on each new connection. Ignores failed
 * statements, because some servers do not support all of them.
 */
export function openPool(
  { url, session, idleMs }: PoolParts,
  max = maxReaders,
  first: readonly string[] = [],
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(url, session),
    idle_in_transaction_session_timeout: idleMs,
    Client: CheckingClient,
    max,
    // Keeps idle connections open, because other processes assume that a session without a connection has ended.
    idleTimeoutMillis: 0,
  });
  // Ignores the error of a lost connection. The current query fails, and the next query opens a new connection.
  return pool
    .on('error', () => undefined)
    .on('connect', (client) => {
      client.on('error', () => undefined);
      for (const statement of first) client.query(statement).catch(() => undefined);
    });
}

/**
 * Settings for write connections. They make the planner look up rows by key and in index order, even if a table has
 * grown since its last ANALYZE. Without these settings, a claim would sort all URLs of a new job, which takes seconds
 * for a million URLs. Completing a page would also scan all tasks that were in flight since the last vacuum. Plans do
 * not depend on values, so each statement is planned only once. Planning each claim again would take a third of the
 * claim's time. The lz4 setting may fail, because some servers are built without lz4.
 */
const forWrites = [
  'set enable_sort = off',
  'set enable_bitmapscan = off',
  'set enable_seqscan = off',
  'set enable_hashjoin = off',
  'set enable_mergejoin = off',
  'set jit = off',
  'set plan_cache_mode = force_generic_plan',
  'set default_toast_compression = lz4',
] as const;

/** Opens a single connection for writes, so that they run one at a time. */
export const openForWrites = (parts: PoolParts): pg.Pool => openPool(parts, 1, forWrites);

/** Opens a single connection for writes that commit without waiting for the disk. */
export const openForLooseWrites = (parts: PoolParts): pg.Pool =>
  openPool(parts, 1, [...forWrites, 'set synchronous_commit = off']);

/**
 * Creates query configurations that prepare each query once per connection. Replaces NUL characters in strings, which
 * PostgreSQL cannot store.
 */
export class QueryConfigs {
  readonly #names = new LRUCache<string, string>({ max: maxStatements });

  of(text: string, values: readonly unknown[]): pg.QueryConfig {
    if (values.length === 0) return { text };
    return { name: this.#nameOf(text), text, values: values.map(storable) };
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known || this.#names.size >= maxStatements) return known;
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    this.#names.set(text, name);
    return name;
  }
}

/** Adapts the pool to the query layer. */
export function preparing(pool: pg.Pool, configs: QueryConfigs): PostgresPool {
  const connect = async () => {
    const client = await pool.connect();
    const query = (text: string, values: readonly unknown[] = []) => client.query(configs.of(text, values));
    return { query, release: () => client.release() };
  };
  return { connect, end: () => pool.end(), options: pool.options } as unknown as PostgresPool;
}

const storable = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value);
