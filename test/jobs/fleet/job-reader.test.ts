import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JobReader } from '../../../core/jobs/job-reader';
import type { Storage } from '../../../core/ports/storage';
import { openStorage } from '../../../core/storage/open-storage';
import { postgresDatabases } from '../../storage/postgres-kind';
import { folders, result, spec } from '../../storage/support';
import { noPostgres } from '../../support/postgres';

const temporary = folders();
const databases = postgresDatabases();
const id = '0193486b-7b1e-7abc-8def-0123456789ab';
const url = 'http://site.test/';
let storage: Storage;
let other: pg.Client;
let reader: JobReader;

/** SQL that adds the job's second page, as another process would. */
const secondPage = `
  create temp table results on commit drop as select * from result; update results set idx = 1, place = place + 1;
  create temp table bodies on commit drop as select * from body; update bodies set idx = 1;
  insert into result select * from results; insert into body select * from bodies;
  update queue set done = 2, waiting = 0;`;
const end = `update job set state = 'completed', record = jsonb_set(record::jsonb, '{state}', '"completed"')::text;`;

/** Waits until the locks of the other process block a read. */
const untilHeld = () =>
  expect
    .poll(async () => (await other.query('select from pg_locks where not granted')).rowCount, { timeout: 20_000 })
    .toBeGreaterThan(0);

describe.skipIf(noPostgres)('the status of a job whose page ends at another process', () => {
  beforeEach(async () => {
    const databaseUrl = await databases.make();
    storage = await openStorage(await temporary.make(), { databaseUrl });
    reader = new JobReader(storage.jobs, storage.frontier, storage.results);
    other = new pg.Client(databaseUrl);
    await other.connect();
    const createdAt = new Date().toISOString();
    await storage.jobs.add({
      ...{ id, kind: 'batch', version: 'v2', state: 'active', url, spec: spec(url), options: {} },
      ...{ createdAt, zeroDataRetention: false, keyId: 'desktop' },
    });
    await storage.frontier.add(
      id,
      [1, 2].map((n) => ({ url: `${url}${n}`, depth: 0 })),
    );
    const [task] = await storage.frontier.claim(id, 1);
    await storage.frontier.complete(id, task!, { result: { ...result(id), taskId: task!.id } });
  });
  afterEach(async () => {
    await other.end();
    await storage.close();
    await temporary.removeAll();
  });

  test('ends where its documents end', async () => {
    await other.query('begin; lock table result');
    const reading = reader.status(id, { skip: 0 });
    await untilHeld();
    await other.query(`${secondPage} commit`);
    const { documents, end } = await reading;
    expect(documents).toHaveLength(end);
  });

  test('is final only with all of its documents', async () => {
    await other.query('begin; lock table job');
    const reading = reader.status(id, { skip: 0 });
    await untilHeld();
    await other.query(`${secondPage} ${end} commit`);
    const { documents, facts } = await reading;
    expect([facts.status, documents.length]).toEqual(['completed', 2]);
  });
});
