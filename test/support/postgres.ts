import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, globSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** A PostgreSQL server for tests. Its data and socket are in a temporary folder. */
export interface PostgresServer {
  readonly folder: string;
  /**
   * Creates a database and returns its URL. The database is empty or, with the template `migrated`, contains the
   * schema.
   */
  database(template?: string): Promise<string>;
  /** Runs SQL as the server's owner. */
  query(text: string, database?: string): Promise<readonly Record<string, unknown>[]>;
  start(options?: string): Promise<void>;
  /** Stops the server immediately and drops all connections, without losing committed data. */
  stop(): Promise<void>;
  /** Stops the server and removes its folder. */
  remove(): Promise<void>;
}

/** Folder of the PostgreSQL programs. The newest version is preferred. */
const programs = globSync('/usr/lib/postgresql/*/bin/initdb')
  .map((path) => dirname(path))
  .sort((a, b) => Number(/\d+/.exec(b)?.[0]) - Number(/\d+/.exec(a)?.[0]))[0];

/**
 * User that runs the server. PostgreSQL refuses to run as root, so root uses the account from the PostgreSQL package.
 */
const owner = ownerOf();

/** Reason why PostgreSQL is not available. Undefined if it is available. */
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

async function newFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'gleaner-pg-'));
  if (owner?.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

/** Creates the data of a new server in `folder`. */
async function initialize(folder: string): Promise<string> {
  const data = join(folder, 'data');
  const options = ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await run(join(programs ?? '', 'initdb'), ['-D', data, ...options], { ...owner, cwd: folder });
  return data;
}

let pristine: Promise<string> | undefined;

/**
 * Like `initialize`, but initializes only once per process and then copies the data, which takes a tenth of the CPU
 * time. The global setup deletes the original.
 */
async function copyInitialized(folder: string): Promise<void> {
  const shared = process.env.GLEANER_TEST_FOLDER;
  if (!shared) return void (await initialize(folder));
  pristine ??= newFolder(shared).then(initialize);
  await run('cp', ['-R', '-p', await pristine, folder], { ...owner, cwd: folder });
}

/** Starts a server without fsync, because the data is temporary. */
export async function startPostgres(options = ''): Promise<PostgresServer> {
  const folder = await newFolder(tmpdir());
  const data = join(folder, 'data');
  const call = (program: string, ...args: readonly string[]) =>
    run(join(programs ?? '', program), [...args], { ...owner, cwd: folder });
  await copyInitialized(folder);
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
      // Writes the output to a file, because with a pipe this call would not return until the server exits.
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

/** Returns the database name in a URL. */
export const nameIn = (url: string): string => new URL(url).pathname.slice(1);
