import { createHash } from 'node:crypto';
import { checkServerIdentity } from 'node:tls';
import type { PostgresPool } from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { AppError } from '../../../common/errors';
import type { NamedDatabase } from './database-error';

/** Most connections that read. */
const mostReading = 5;
/** Longest wait for a connection, in milliseconds. */
const connectMs = 5000;
/** Statements that each connection keeps ready. */
const maxStatements = 300;

/** Numbers that PostgreSQL hands out as texts: 8-byte integers and exact sums; all of ours are below 2^53. */
const numberTypes: ReadonlySet<number> = new Set([20, 1700]);
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    numberTypes.has(oid) ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** How sessions of Gleaner are called in the list of the server. */
const sessionPrefix = 'gleaner ';

/** The name of a session in the list of the server. */
export const nameOfSession = (session: string): string => sessionPrefix + session;

/** The session with a name in the list of the server. */
export const sessionOfName = (name: string): string => name.slice(sessionPrefix.length);

/** Where a URL leads, for people; BAD_REQUEST with a sentence when it is none. */
export function nameDatabase(url: string): NamedDatabase {
  const parsed = URL.parse(url);
  if (!parsed || !/^postgres(?:ql)?:$/.test(parsed.protocol))
    throw new AppError(
      'BAD_REQUEST',
      'GLEANER_DATABASE_URL is no address of PostgreSQL; write postgres://user:password@host/name.',
    );
  const host = parsed.searchParams.get('host') || decodeURIComponent(parsed.host) || 'localhost';
  return {
    name: `${decodeURIComponent(parsed.pathname.slice(1))} at ${host}`,
    user: decodeURIComponent(parsed.username),
  };
}

/** The driver checks certificates of hosts that are IP addresses against `localhost`; here they are checked against the address. */
class CheckingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { ssl, host } = (this as unknown as { readonly connectionParameters: Target }).connectionParameters;
    if (typeof ssl === 'object') ssl.checkServerIdentity ??= (_, certificate) => checkServerIdentity(host, certificate);
  }
}

/** What a connection is made to; `verify-ca` brings its own check of the name. */
interface Target {
  readonly host: string;
  readonly ssl: boolean | { checkServerIdentity?: typeof checkServerIdentity };
}

/** How each connection is made. TLS is as the `sslmode` of the URL says, with its meaning in PostgreSQL. */
function connectionConfig(url: string, session: string): pg.ClientConfig {
  const address = new URL(url);
  address.searchParams.set('uselibpqcompat', 'true');
  return {
    connectionString: address.href,
    application_name: nameOfSession(session),
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    // Statements go out without waiting for the answers to those before.
    pipeline: true,
    types,
  };
}

/** A connection apart from the pool; not opened yet. */
export const newClient = (url: string, session: string): pg.Client =>
  new CheckingClient(connectionConfig(url, session));

/** How connections are opened. */
export interface PoolParts {
  readonly url: string;
  readonly session: string;
  /** The server ends a connection that holds a transaction open for so many milliseconds without a statement. */
  readonly idleMs?: number;
}

/** Opens connections to a database when they are needed; each runs some statements first, which may fail where a server does not know them. */
export function openPool(
  { url, session, idleMs }: PoolParts,
  max = mostReading,
  first: readonly string[] = [],
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(url, session),
    idle_in_transaction_session_timeout: idleMs,
    Client: CheckingClient,
    max,
    // A session is taken for ended when none of its connections is left.
    idleTimeoutMillis: 0,
  });
  // A connection that ends fails the query that uses it, and whoever asks next opens a new one.
  return pool
    .on('error', () => undefined)
    .on('connect', (client) => {
      client.on('error', () => undefined);
      for (const statement of first) client.query(statement).catch(() => undefined);
    });
}

/**
 * Settings of connections that write. They find rows by keys and in index order, whatever the planner expects of a table that has grown
 * since its last ANALYZE: a claim sorted all URLs of a new job, which takes seconds for a million of them, and the end of a page
 * scanned all tasks that had been in work since the last vacuum. Their plans do not depend on values, so each is made once; PostgreSQL would
 * plan a claim anew each time, which took a third of it. Not every server is built with lz4.
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

/** A connection for writes, one after the other. */
export const openForWrites = (parts: PoolParts): pg.Pool => openPool(parts, 1, forWrites);

/** The same where nobody waits until what is written is on the disk. */
export const openForLooseWrites = (parts: PoolParts): pg.Pool =>
  openPool(parts, 1, [...forWrites, 'set synchronous_commit = off']);

/** How a query is sent: it is prepared once for each connection, and texts lose the one character PostgreSQL has none for. */
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

/** The pool as the query layer takes it. */
export function preparing(pool: pg.Pool, configs: QueryConfigs): PostgresPool {
  const connect = async () => {
    const client = await pool.connect();
    const query = (text: string, values: readonly unknown[] = []) => client.query(configs.of(text, values));
    return { query, release: () => client.release() };
  };
  return { connect, end: () => pool.end(), options: pool.options } as unknown as PostgresPool;
}

const storable = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value);
