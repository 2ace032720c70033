import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../core/common/log';
import { type FetchText, RobotsCache } from '../../../core/net/politeness/robots-cache';
import type { SqlDatabase } from '../../../core/storage/database/database';
import { PostgresDatabase } from '../../../core/storage/database/postgres/postgres-database';
import { SqliteDatabase } from '../../../core/storage/database/sqlite/sqlite-database';
import { SqlRobotsAnswers } from '../../../core/storage/sql-stores/politeness/sql-robots-answers';
import { postgresDatabases } from '../../storage/postgres-kind';
import { testClock } from '../../storage/support';
import { noPostgres } from '../../support/postgres';

const never = new AbortController().signal;

/** Fetches a URL once, without following redirects. */
const fetchText: FetchText = async (url, { signal, maxBytes }) => {
  const response = await fetch(url, { signal, redirect: 'manual' });
  const body = new Uint8Array(await response.arrayBuffer()).subarray(0, maxBytes);
  const header = (name: string) => response.headers.get(name) ?? undefined;
  return { status: response.status, contentType: header('content-type'), location: header('location'), body };
};

const databases = postgresDatabases();
/** Databases under test. `open` returns the connections of two processes that share the database. */
const shared: readonly { kind: string; without?: string; open(): Promise<readonly [SqlDatabase, SqlDatabase]> }[] = [
  {
    kind: 'SQLite',
    open: async () => {
      const database = await SqliteDatabase.open();
      return [database, database];
    },
  },
  {
    kind: 'PostgreSQL',
    without: noPostgres,
    open: async () => {
      const url = await databases.make();
      return [await PostgresDatabase.open(url), await PostgresDatabase.open(url)];
    },
  },
];

describe('the robots.txt of a site', () => {
  let server: Server;
  let base: string;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let asked: string[];

  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const page = () => new URL('/private/x', base);
  const refusing = 'User-agent: *\nDisallow: /private\n';
  const text = (body: string, status = 200, type = 'text/plain') => {
    answer = (_, response) => void response.writeHead(status, { 'content-type': type }).end(body);
  };
  const isAllowed = async (options = {}) =>
    (await new RobotsCache(fetchText, options).rulesFor(page(), never)).allows(page());

  it('is respected', async () => {
    text(refusing);
    expect(await isAllowed()).toBe(false);
    expect(asked).toEqual(['/robots.txt']);
  });

  it.each(shared)('is requested once by processes that share $kind, and again on demand', async ({ without, open }) => {
    if (without) return;
    const [one, other] = await open();
    const clock = testClock();
    const answers = [one, other].map((database) => new SqlRobotsAnswers(database, { log: silentLog, clock }));
    const isAllowedTo = async (process: 0 | 1) => {
      // The memory cache is empty, as after a restart.
      const cache = new RobotsCache(fetchText, { shared: answers[process], pausesMs: [1, 1] });
      const rules = await cache.rulesFor(page(), never);
      return rules.unavailable ?? rules.allows(page());
    };
    text(refusing);
    expect(await Promise.all([isAllowedTo(0), isAllowedTo(1), isAllowedTo(0)])).toEqual([false, false, false]);
    expect(asked).toHaveLength(1);
    clock.pass(3_600_000);
    text('', 404);
    expect([await isAllowedTo(1), await isAllowedTo(0)]).toEqual([true, true]);
    expect(asked).toHaveLength(2);
    clock.pass(3_600_000);
    await answers[0]!.trim();
    text('', 503);
    expect([await isAllowedTo(0), await isAllowedTo(1)]).toEqual(Array(2).fill(expect.stringContaining('503')));
    expect(asked).toHaveLength(5);
    clock.pass(60_000);
    // The process that should request robots.txt has ended. After ten seconds, another process requests it.
    expect(await answers[0]!.find(page().origin)).toEqual({ isMine: true });
    expect(await answers[1]!.find(page().origin)).toEqual({ waitMs: 100 });
    clock.pass(10_000);
    text(refusing);
    expect(await isAllowedTo(1)).toBe(false);
    await one.close();
    await other.close();
    expect(await isAllowedTo(0)).toBe(false);
  });

  it.each([400, 401, 403, 404, 410, 429])('allows everything with status %i', async (status) => {
    text(refusing, status);
    expect(await isAllowed()).toBe(true);
  });

  it('is retried during a temporary server error', async () => {
    answer = (_, response) => {
      if (asked.length < 3) response.writeHead(503).end();
      else response.writeHead(200, { 'content-type': 'text/plain' }).end(refusing);
    };
    const rules = await new RobotsCache(fetchText, { pausesMs: [1, 1] }).rulesFor(page(), never);
    expect([rules.unavailable, rules.allows(page())]).toEqual([undefined, false]);
  });

  it.each([500, 502, 503])('refuses everything with status %i, with the reason', async (status) => {
    text('', status);
    const rules = await new RobotsCache(fetchText, { pausesMs: [1, 1] }).rulesFor(page(), never);
    expect(rules.allows(page())).toBe(false);
    expect(rules.unavailable).toContain(String(status));
    expect(asked).toHaveLength(3);
  });

  it.each([
    ['text/html', '<html>User-agent: *'],
    ['application/json', '{}'],
    ['application/xml', '<x/>'],
    ['text/plain', '  <!doctype html>\nUser-agent: *\nDisallow: /'],
    ['text/plain', '{"User-agent": "*"}\nUser-agent: *\nDisallow: /'],
  ])('allows everything as %s', async (type, body) => {
    text(`${body}\n${refusing}`, 200, type);
    expect(await isAllowed()).toBe(true);
  });

  it('allows everything when the server is unreachable', async () => {
    answer = (request) => request.socket.destroy();
    expect(await isAllowed()).toBe(true);
  });

  it('allows everything at the timeout', async () => {
    answer = () => undefined;
    expect(await isAllowed({ timeoutMs: 50 })).toBe(true);
  });

  it('is followed over five redirects, but not six', async () => {
    const hops = (count: number) => {
      answer = (request, response) => {
        const at = Number(new URL(request.url ?? '', base).searchParams.get('n') ?? 0);
        if (at >= count) response.writeHead(200, { 'content-type': 'text/plain' }).end(refusing);
        else response.writeHead(302, { location: `/robots.txt?n=${at + 1}` }).end();
      };
    };
    hops(5);
    expect(await isAllowed()).toBe(false);
    hops(6);
    expect(await isAllowed()).toBe(true);
  });

  it('is requested once by concurrent callers, and cached afterwards', async () => {
    text(refusing);
    const cache = new RobotsCache(fetchText);
    expect(cache.peek(page())).toBeUndefined();
    await Promise.all(Array.from({ length: 20 }, () => cache.rulesFor(page(), never)));
    expect(asked).toHaveLength(1);
    expect(cache.peek(page())?.allows(page())).toBe(false);
    expect(cache.peek(page(), 'Other')?.allows(page())).toBe(false);
  });

  it('serves other callers after one has left', async () => {
    let release = () => {};
    answer = (_, response) => {
      release = () => void response.writeHead(200, { 'content-type': 'text/plain' }).end(refusing);
      gone.abort(new Error('left'));
    };
    const gone = new AbortController();
    const cache = new RobotsCache(fetchText);
    const first = cache.rulesFor(page(), gone.signal);
    const second = cache.rulesFor(page(), never);
    await expect(first).rejects.toThrow('left');
    release();
    expect((await second).allows(page())).toBe(false);
  });

  it('is truncated at 500 KiB', async () => {
    text(`${'#'.padEnd(1023, 'x')}\n`.repeat(520) + refusing);
    expect(await isAllowed()).toBe(true);
  });
});
