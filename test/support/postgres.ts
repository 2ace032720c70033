import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, globSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** A PostgreSQL server for tests, in a temporary folder with its socket. */
export interface PostgresServer {
  readonly folder: string;
  /** Creates an empty database and returns its URL; with the template `migrated`, the database has the schema. */
  database(template?: string): Promise<string>;
  /** Runs SQL as the owner of the server. */
  query(text: string, database?: string): Promise<readonly Record<string, unknown>[]>;
  start(options?: string): Promise<void>;
  /** Stops the server immediately and drops all connections. Committed data is preserved. */
  stop(): Promise<void>;
  /** Stops the server and removes its folder. */
  remove(): Promise<void>;
}

/** Folder of PostgreSQL's programs, preferring the newest version. */
const programs = globSync('/usr/lib/postgresql/*/bin/initdb')
  .map((path) => dirname(path))
  .sort((a, b) => Number(/\d+/.exec(b)?.[0]) - Number(/\d+/.exec(a)?.[0]))[0];

/** User that runs the server. PostgreSQL refuses to run as root, so root uses the package's user. */
const owner = ownerOf();

/** Reason why PostgreSQL is not available; undefined if it is. */
export const noPostgres: string | undefined =
  programs === undefined
    ? 'PostgreSQL is not installed (apt-get install postgresql)'
    : owner === undefined
      ? 'there is no user postgres to run it'
      : undefined;

function ownerOf(): { readonly uid?: number; readonly gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  const id = (option: string) => spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout?.trim();
  const uid = id('-u');
  return uid ? { uid: Number(uid), gid: Number(id('-g')) } : undefined;
}

/** Starts a server without fsync, because the data is temporary. */
export async function startPostgres(options = ''): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-pg-'));
  if (owner?.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const call = (program: string, ...args: readonly string[]) =>
    run(join(programs ?? '', program), [...args], { ...owner, cwd: folder });
  await call('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync');
  const query = async (text: string, database = 'postgres') => {
    const client = new pg.Client({ host: folder, user: 'postgres', database });
    await client.connect();
    try {
      return (await client.query(text)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  const server: PostgresServer = {
    folder,
    query,
    database: async (template = 'template1') => {
      const name = `g_${randomUUID().replaceAll('-', '')}`;
      await query(`create database ${name} template ${template}`);
      return `postgres://postgres@${encodeURIComponent(folder)}/${name}`;
    },
    start: async (more = options) => {
      const settings = `-k ${folder} -c listen_addresses= -c fsync=off -c full_page_writes=off ${more}`;
      const log = join(folder, 'server.log');
      // The output goes to a file. With a pipe, the call would wait until the server ends.
      await call('pg_ctl', '-D', data, '-w', '-l', log, '-o', settings, 'start');
    },
    stop: async () => void (await call('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop')),
    remove: async () => {
      await server.stop().catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/** Database name in a URL. */
export const nameIn = (url: string): string => new URL(url).pathname.slice(1);
