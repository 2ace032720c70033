import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Result } from '../../../common/model';
import type { ResultFilter, ResultPage, ResultRange, ResultRow, ResultStore } from '../../../ports/jobs/result-store';
import type { SqlDatabase } from '../../database/database';
import { prepared } from '../../database/prepared';
import type { Db, Row, Tables } from '../../database/schema';
import type { Contents } from '../../sql/contents';
import { bodyOf, type ReadBody, resultOf, unpackBody } from '../../sql/result-body';
import { failEmptied } from '../recover';
import { keyOf, placesOf } from '../tasks/sql-keys';
import { readQueue } from '../tasks/sql-queue';
import { TaskIds } from '../tasks/task-ids';

const findBodies = prepared((db, at: { readonly queue: number; readonly first: number; readonly last: number }) =>
  db
    .selectFrom('body')
    .select(['idx', 'data', 'content'])
    .where('queue', '=', at.queue)
    .where('idx', '>=', at.first)
    .where('idx', '<=', at.last)
    .orderBy('idx'),
);
const findSizes = prepared((db, at: { readonly queue: number; readonly from: number; readonly limit: number }) =>
  db
    .selectFrom('result')
    .select(['idx', 'bytes'])
    .where('queue', '=', at.queue)
    .where('idx', '>=', at.from)
    .orderBy('idx')
    .limit(at.limit),
);

/** Results of each job in SQL. Each result has a row for lists and searches, and a compressed body. */
export class SqlResultStore implements ResultStore {
  readonly #database: SqlDatabase;
  readonly #warn: (message: string) => void;
  readonly #contents: Contents;

  constructor(database: SqlDatabase, warn: (message: string) => void, contents: Contents) {
    this.#database = database;
    this.#warn = warn;
    this.#contents = contents;
  }

  async count(jobId: string): Promise<number> {
    const queue = await this.#database.read((db) => readQueue(db, jobId));
    return queue?.done ?? 0;
  }

  page(jobId: string, range: ResultRange): Promise<ResultPage<Result>> {
    return this.#page(jobId, range, resultOf);
  }

  pageJson(jobId: string, range: ResultRange): Promise<ResultPage<Uint8Array>> {
    return this.#page(jobId, range, ({ document }) => document);
  }

  async at(jobId: string, index: number): Promise<Result | undefined> {
    const { results } = await this.page(jobId, { skip: index, limit: 1 });
    return results[0];
  }

  byUrl(jobId: string, url: string): Promise<Result | undefined> {
    return this.#database.read(async (db) => {
      const queue = await readQueue(db, jobId);
      const [place] = queue ? (await placesOf(db, queue.id, [keyOf(url)])).values() : [];
      if (!queue || place === undefined) return undefined;
      const rows = db
        .selectFrom('result')
        .select('idx')
        .where('queue', '=', queue.id)
        .where('place', '=', place)
        .limit(1);
      const [body] = await this.#bodies(db, jobId, queue.id, await rows.execute());
      return body && resultOf(body);
    });
  }

  rows(
    jobId: string,
    { url, status, skip, limit }: ResultFilter,
  ): Promise<{ readonly rows: readonly ResultRow[]; readonly total: number }> {
    return this.#database.read(async (db) => {
      const queue = await readQueue(db, jobId);
      if (!queue) return { rows: [], total: 0 };
      const filtered = url !== undefined || status !== undefined;
      const matching = matches(db, queue.id, { url, status });
      // Without a filter, the offset equals the index. Starting the query at that index makes later pages as fast as
      // the first.
      const wanted = filtered ? matching.offset(skip) : matching.where('idx', '>=', skip);
      const rows = await wanted.selectAll().orderBy('idx').limit(limit).execute();
      const total = filtered
        ? await matching.select((it) => it.fn.countAll<number>().as('n')).executeTakeFirst()
        : undefined;
      const ids = new TaskIds(jobId);
      return { rows: rows.map((row) => toRow(row, ids)), total: total?.n ?? queue.done };
    });
  }

  countErrors(jobId: string, from: number): Promise<{ readonly errors: number; readonly end: number }> {
    return this.#database.read(async (db) => {
      const queue = await readQueue(db, jobId);
      if (!queue || queue.done <= from) return { errors: 0, end: from };
      const counted = await db
        .selectFrom('result')
        .select((it) => it.fn.countAll<number>().as('n'))
        .where('queue', '=', queue.id)
        .where('idx', '>=', from)
        .where('idx', '<', queue.done)
        .where('status', '>=', 400)
        .executeTakeFirstOrThrow();
      return { errors: counted.n, end: queue.done };
    });
  }

  async removeJob(jobId: string): Promise<void> {
    const queue = await this.#database.read((db) => readQueue(db, jobId));
    if (!queue) return;
    while (await this.#database.write((db) => this.#removeBodies(db, queue.id))) await nextTurn();
    for (const table of ['result', 'problem', 'alias', 'lesson', 'task'] as const) {
      while (await this.#database.write((db) => removeSome(db, table, queue.id))) await nextTurn();
    }
    await this.#database.write((db) => db.deleteFrom('queue').where('id', '=', queue.id).execute());
  }

  #page<T>(jobId: string, range: ResultRange, make: (body: ReadBody) => T): Promise<ResultPage<T>> {
    return this.#database.read(async (db) => {
      const queue = await readQueue(db, jobId);
      if (!queue) return { results: [], total: 0 };
      // Excludes results that another process added after the counter was read.
      const left = Math.max(0, queue.done - range.skip);
      const chosen = await choose(db, queue.id, { ...range, limit: Math.min(range.limit ?? left, left) });
      const bodies = await this.#bodies(db, jobId, queue.id, chosen);
      const last = chosen.at(-1);
      const next = last === undefined || last.idx + 1 >= queue.done ? {} : { next: last.idx + 1 };
      return { results: bodies.map(make), total: queue.done, ...next };
    });
  }

  /** Reads consecutive result bodies. Skips damaged bodies, and counts and reports them as lost. */
  async #bodies(
    db: Db,
    jobId: string,
    queue: number,
    wanted: readonly Pick<Row<'result'>, 'idx'>[],
  ): Promise<readonly ReadBody[]> {
    const [first, last] = [wanted[0], wanted.at(-1)];
    if (!first || !last) return [];
    const bodies: ReadBody[] = [];
    for (const row of await findBodies(db, { queue, first: first.idx, last: last.idx })) {
      const body = row.content === null ? unpackBody(row.data) : await this.#large(db, row.content);
      if (body) bodies.push(body);
      else await this.#lose(db, jobId, queue, row);
    }
    return bodies;
  }

  async #large(db: Db, content: number): Promise<ReadBody | undefined> {
    const bytes = await this.#contents.read(db, content);
    return bytes && bodyOf(bytes);
  }

  /** Deletes a batch of a job's result bodies. Returns false when no bodies were left. */
  async #removeBodies(db: Db, queue: number): Promise<boolean> {
    const removed = db
      .deleteFrom('body')
      .where('queue', '=', queue)
      .where('idx', '<=', lastOfSome('body', 'idx', queue));
    const rows = await removed.returning('content').execute();
    const contents = rows.map(({ content }) => content);
    await this.#contents.drop(db, contents);
    return rows.length > 0;
  }

  async #lose(db: Db, jobId: string, queue: number, { idx, content }: Omit<Row<'body'>, 'queue'>): Promise<void> {
    const body = db.deleteFrom('body').where('queue', '=', queue).where('idx', '=', idx);
    const { numDeletedRows } = await body.executeTakeFirstOrThrow();
    // If no row was deleted, the job was deleted, or another process has already counted the loss.
    if (numDeletedRows === 0n) return;
    this.#warn(`Result ${idx + 1} of job ${jobId} is damaged and was skipped.`);
    await this.#contents.drop(db, [content]);
    const counter = db.updateTable('queue').where('id', '=', queue);
    await counter.set((it) => ({ lost: it('lost', '+', 1) })).execute();
    await failEmptied(db, queue);
  }
}

/** Number of rows deleted per transaction. Other work can run between transactions. */
const removedAtOnce = 100;

/**
 * Returns the key of the last row in a queue's first batch, or null if the queue is empty. Deleting all rows up to this
 * key uses the index, regardless of the planner's estimates.
 */
const lastOfSome = (table: string, column: string, queue: number) => {
  const name = sql.ref(column);
  const some = sql`select ${name} from ${sql.table(table)} where queue = ${queue} order by ${name} limit ${removedAtOnce}`;
  return sql<number>`(select ${name} from (${some}) as part order by ${name} desc limit 1)`;
};

/** Deletes a batch of a job's rows. Returns false when no rows were left. */
async function removeSome(
  db: Db,
  table: 'result' | 'problem' | 'alias' | 'lesson' | 'task',
  queue: number,
): Promise<boolean> {
  const column = { result: 'idx', problem: 'number', alias: 'key', lesson: 'number', task: 'place' }[table] as 'queue';
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('queue', '=', queue)
    .where(column, '<=', lastOfSome(table, column, queue))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Number of result sizes read at once to determine where a page of results ends. */
const sizesAtOnce = 1000;

/** Selects as many results as the count and byte limits of a page permit, but always at least one. */
async function choose(
  db: Db,
  queue: number,
  { skip, limit, maxBytes }: ResultRange,
): Promise<readonly Pick<Row<'result'>, 'idx'>[]> {
  const most = limit ?? Number.POSITIVE_INFINITY;
  const chosen: Pick<Row<'result'>, 'idx'>[] = [];
  let bytes = 0;
  for (let from = skip; chosen.length < most; ) {
    const rows = await findSizes(db, { queue, from, limit: Math.min(most - chosen.length, sizesAtOnce) });
    for (const row of rows) {
      bytes += row.bytes;
      if (bytes > (maxBytes ?? Number.POSITIVE_INFINITY) && chosen.length > 0) return chosen;
      chosen.push(row);
    }
    if (rows.length < sizesAtOnce) return chosen;
    from = (chosen.at(-1)?.idx ?? from) + 1;
  }
  return chosen;
}

function matches(
  db: Db,
  queue: number,
  { url, status }: Pick<ResultFilter, 'url' | 'status'>,
): SelectQueryBuilder<Tables, 'result', Record<never, never>> {
  let rows = db.selectFrom('result').where('queue', '=', queue);
  if (url !== undefined) rows = rows.where('url', '=', url);
  if (status === undefined) return rows;
  if (status >= 10) return rows.where('status', '=', status);
  return rows.where('status', '>=', status * 100).where('status', '<', (status + 1) * 100);
}

const toRow = (row: Row<'result'>, ids: TaskIds): ResultRow => ({
  index: row.idx,
  taskId: ids.id(row.place),
  url: row.url,
  title: row.title,
  statusCode: row.status,
  mediaType: row.media_type,
  credits: row.credits,
  bytes: row.bytes,
  finishedAt: row.finished_at,
});
