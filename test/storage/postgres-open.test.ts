import { execFileSync } from 'node:child_process';
import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresDatabase } from '../../core/storage/database/postgres/postgres-database';
import { nameIn, noPostgres, type PostgresServer, startPostgres } from '../support/postgres';

let server: PostgresServer;
/** Users who can log in to the server but lack permissions. */
const guests = ['a user without rights', 'a user who may not connect'];

describe.skipIf(noPostgres)('opening a database of PostgreSQL', () => {
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.remove());

  test.each([
    ['a user without rights', 'STORAGE_ERROR', /^The user guest lacks permissions in the database .*grant create/],
    [
      'a user who may not connect',
      'STORAGE_ERROR',
      /^The user guest is not allowed to connect to the database .*grant connect on/,
    ],
    ['no such database', 'STORAGE_ERROR', /^There is no database missing at .*Create it/],
    [
      'a server that is not there',
      'DATABASE_UNAVAILABLE',
      /^The database x at .* cannot be reached .*Check that its server is running/,
    ],
    ['no address of PostgreSQL', 'BAD_REQUEST', /^GLEANER_DATABASE_URL is not a PostgreSQL URL/],
  ])('is refused at the start with a message: %s', async (what, code, sentence) => {
    const url = await server.database();
    const guest = new URL(url);
    guest.username = 'guest';
    guest.password = 'hidden-word';
    if (guests.includes(what)) await server.query(`drop role if exists guest; create role guest login`);
    if (what === 'a user who may not connect')
      await server.query(`revoke connect on database ${nameIn(url)} from public`);
    const wrong: Readonly<Record<string, string>> = {
      ...Object.fromEntries(guests.map((each) => [each, guest.href])),
      'no such database': url.replace(nameIn(url), 'missing'),
      'a server that is not there': 'postgres://me:hidden-word@127.0.0.1:9/x',
      'no address of PostgreSQL': 'mysql://me:hidden-word@127.0.0.1/x',
    };
    const thrown: unknown = await PostgresDatabase.open(wrong[what]!).catch((reason: unknown) => reason);
    expect(thrown).toMatchObject({ code, message: expect.stringMatching(sentence) as string });
    expect(String((thrown as Error).stack)).not.toContain('hidden-word');
  });

  test.each([
    ['secured', 'a wrong password', /^The database .* rejected the password of the user secured\. Check/],
    ['locked', 'a user who may not log in', /^The database .* rejects the user locked\. Check .*pg_hba\.conf/],
    [
      'reading',
      'a database that is read-only',
      /^The database .* is read-only\. Set GLEANER_DATABASE_URL to the primary server/,
    ],
  ])('is refused at the start with a message: %s has %s', async (user, _, sentence) => {
    const url = new URL(await server.database());
    url.username = user;
    url.password = 'hidden-word';
    await server.query(`create role ${user} superuser login password 'another-word'`);
    if (user === 'locked') await server.query('alter role locked nologin');
    if (user === 'reading') await server.query('alter role reading set default_transaction_read_only = on');
    if (user === 'secured') {
      const rules = join(server.folder, 'data', 'pg_hba.conf');
      await server.stop();
      writeFileSync(rules, `local all secured scram-sha-256\n${readFileSync(rules, 'utf8')}`);
      await server.start();
    }
    const thrown: unknown = await PostgresDatabase.open(url.href).catch((reason: unknown) => reason);
    expect(thrown).toMatchObject({ code: 'STORAGE_ERROR', message: expect.stringMatching(sentence) as string });
    expect(String((thrown as Error).stack)).not.toContain('hidden-word');
  });

  test('uses TLS according to sslmode', async () => {
    const url = new URL(await server.database());
    const certificate = join(server.folder, 'cert.pem');
    const port = await freePort();
    await server.stop();
    await server.start(
      `-c ssl=on -c ssl_cert_file=${certificate} -c ssl_key_file=${makeCertificate(server)} -c listen_addresses=localhost -p ${port}`,
    );
    const at = (host: string, options: string) =>
      PostgresDatabase.open(`postgres://postgres@${host}:${port}${url.pathname}?${options}`);
    const trusted = `sslmode=verify-full&sslrootcert=${certificate}`;
    try {
      for (const options of ['sslmode=require', trusted]) {
        const database = await at('localhost', options);
        const { rows } = await database.read((db) =>
          sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db),
        );
        expect(rows).toEqual([{ ssl: true }]);
        await database.close();
      }
      const refused = {
        code: 'STORAGE_ERROR',
        message: expect.stringMatching(/^The certificate of the database .* is not accepted/) as string,
      };
      await expect(at('localhost', 'sslmode=verify-full')).rejects.toMatchObject(refused);
      await expect(at('127.0.0.1', trusted)).rejects.toMatchObject(refused);
    } finally {
      await server.stop();
      await server.start();
    }
  });

  test('is refused before version 15', async () => {
    const old = await startOldServer();
    const opening = PostgresDatabase.open(`postgres://me@127.0.0.1:${old.port}/x`);
    await expect(opening).rejects.toThrow('is PostgreSQL 14; Gleaner needs 15 or later. Upgrade the server.');
    old.close();
  });
});

/** Writes a certificate for `localhost` into a server's folder. Returns the path of the key. */
function makeCertificate({ folder }: PostgresServer): string {
  const key = join(folder, 'key.pem');
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', ...files, ...names],
    { stdio: 'ignore' },
  );
  const { uid, gid } = statSync(folder);
  chownSync(key, uid, gid);
  return key;
}

async function freePort(): Promise<number> {
  const listening = createServer();
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as { port: number };
  await new Promise((resolve) => listening.close(resolve));
  return port;
}

/** Starts a server that responds to every query with the version of PostgreSQL 14. */
async function startOldServer() {
  const message = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const ready = message('Z', Buffer.from('I'));
  const number = Buffer.from('140009');
  const field = Buffer.concat([
    Buffer.from('server_version_num\0'),
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]),
  ]);
  const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, number.length]), number]);
  const answer = Buffer.concat([
    message('T', Buffer.concat([Buffer.from([0, 1]), field])),
    message('D', row),
    message('C', Buffer.from('SHOW\0')),
    ready,
  ]);
  const sockets = new Set<Socket>();
  const old = createServer((socket) => {
    sockets.add(socket);
    let greeted = false;
    socket
      .on('error', () => undefined)
      .on('data', () => {
        socket.write(greeted ? answer : Buffer.concat([message('R', Buffer.from([0, 0, 0, 0])), ready]));
        greeted = true;
      });
  });
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    old.close();
  };
  return { port: (old.address() as { port: number }).port, close };
}
