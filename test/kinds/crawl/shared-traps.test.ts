import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../../core/common/log';
import { TrapGuard } from '../../../core/kinds/crawl/traps';
import { JobLessons, type LessonReader } from '../../../core/pipeline/tasks/job-lessons';
import type { SqlDatabase } from '../../../core/storage/database/database';
import { PostgresDatabase } from '../../../core/storage/database/postgres/postgres-database';
import { Contents } from '../../../core/storage/sql/contents';
import { SqlResultStore } from '../../../core/storage/sql-stores/jobs/result-store';
import { SqlFrontier } from '../../../core/storage/sql-stores/tasks/sql-frontier';
import { postgresDatabases } from '../../storage/postgres-kind';
import { testClock } from '../../storage/support';
import { noPostgres } from '../../support/postgres';

const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
const databases = postgresDatabases();
const at = 'http://site.test';
const now = new Date('2026-11-20');

/**
 * Returns the links on a page of an endless trap, in which each generated folder contains the same three subfolders.
 */
const madeUp = (url: URL): string[] => ['news/', 'shop/', 'about/'].map((name) => new URL(name, url).href);

describe.skipIf(noPostgres)('lessons shared by processes that crawl a site', () => {
  const opened: SqlDatabase[] = [];
  let url: string;
  let passed = 0;
  const open = async () => {
    const database = await PostgresDatabase.open(url);
    opened.push(database);
    return new SqlFrontier(database, { log: silentLog, clock: testClock() });
  };
  const lessonsOf = async (reader: LessonReader) => new JobLessons(jobId, await open(), reader);

  beforeEach(async () => {
    url = await databases.make();
    // Each call advances the clock by a second, so that every check is due.
    vi.spyOn(performance, 'now').mockImplementation(() => {
      passed += 1000;
      return passed;
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });

  it('reach every other process once and in order, even a late one, and never the sender', async () => {
    const heard: Record<string, string[]> = { a: [], b: [], c: [] };
    const reader = (name: string): LessonReader => ({
      found: (found) => void heard[name]!.push(found.slice(at.length)),
      learn: (lesson) => void heard[name]!.push(lesson),
    });
    const frontier = await open();
    await frontier.add(jobId, [{ url: `${at}/`, depth: 0 }]);
    const [a, b] = [await lessonsOf(reader('a')), await lessonsOf(reader('b'))];
    a.share('from a');
    await Promise.all([a.exchange(), b.exchange()]);
    b.share('from b');
    await b.exchange();
    const many = Array.from({ length: 2500 }, (_, n) => ({ url: `${at}/${n}`, depth: 1 }));
    await frontier.add(jobId, many);
    for (const each of [a, b, a, b, await lessonsOf(reader('c'))]) await each.exchange();
    const urls = many.map((task) => task.url.slice(at.length));
    const of = (name: string, isUrl: boolean) => heard[name]!.filter((each) => each.startsWith('/') === isUrl);
    expect([of('a', true), of('b', true), of('c', true)]).toEqual([urls, urls, urls]);
    expect([of('a', false), of('b', false), of('c', false)]).toEqual([['from b'], ['from a'], ['from a', 'from b']]);
  });

  it('let two guards with half of the pages each detect generated folders like one guard', async () => {
    const options = { startUrl: `${at}/`, limit: 1000, now };
    const alone = new TrapGuard(options);
    const guards = [new TrapGuard(options), new TrapGuard(options)] as const;
    const frontier = await open();
    await frontier.add(jobId, [{ url: `${at}/`, depth: 0 }]);
    const lessons = await Promise.all(
      guards.map((guard) =>
        lessonsOf({
          learn: (text) => {
            const [page = '', ...links] = text.split(' ');
            guard.learn(
              new URL(page),
              links.map((link) => new URL(link)),
            );
          },
        }),
      ),
    );
    const depthOf = async (check: (page: URL, links: URL[], step: number) => Promise<boolean>) => {
      let page = new URL(`${at}/news/`);
      for (let step = 0; ; step += 1) {
        const links = madeUp(page).map((link) => new URL(link));
        if (!(await check(page, links, step)) || step === 20) return step;
        page = links[step % 3]!;
      }
    };
    const one = await depthOf(async (page, links, step) => {
      alone.learn(page, links);
      return alone.check(links[step % 3]!) === undefined;
    });
    const both = await depthOf(async (page, links, step) => {
      const turn = step % 2;
      await lessons[turn]!.exchange();
      const taught = guards[turn]!.learn(page, links);
      lessons[turn]!.share([page, ...taught].map(({ href }) => href).join(' '));
      await lessons[turn]!.exchange();
      return guards[turn]!.check(links[step % 3]!) === undefined;
    });
    expect(both).toBe(one);
    expect(one).toBeLessThan(6);
  });

  it('are deleted with the job', async () => {
    const database = await PostgresDatabase.open(url);
    opened.push(database);
    const frontier = await open();
    await frontier.add(jobId, [{ url: `${at}/`, depth: 0 }]);
    await frontier.exchange(jobId, ['one'], { tasks: 0, lessons: 0 });
    const count = () =>
      database.read((db) =>
        db
          .selectFrom('lesson')
          .select((it) => it.fn.countAll<number>().as('count'))
          .execute(),
      );
    expect(await count()).toEqual([{ count: 1 }]);
    const contents = new Contents(database, { log: silentLog, clock: testClock() });
    await new SqlResultStore(database, () => undefined, contents).removeJob(jobId);
    expect(await count()).toEqual([{ count: 0 }]);
  });
});
