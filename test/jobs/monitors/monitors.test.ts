import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChangeJudge } from '../../../core/jobs/monitors/change-judge';
import { ChangeReview } from '../../../core/jobs/monitors/change-review';
import { type JudgedChange, judgeByRules } from '../../../core/jobs/monitors/meaning-by-rules';
import { Monitors } from '../../../core/jobs/monitors/monitors';
import { PageTexts } from '../../../core/jobs/monitors/page-texts';
import { folders, testClock } from '../../storage/support';
import { type SavedRig, startSavedRig } from '../saved-rig';

const kettle = { name: 'Copper kettle', price: 49.9 };
const pan = { name: 'Iron pan', price: 35 };
const watched = { key: 'name', ignore: [], notify: { desktop: true } };

const temporary = folders();
let rig: SavedRig;
let monitors: Monitors;
beforeEach(async () => {
  rig = await startSavedRig(await temporary.make(), testClock());
  const { saved, runs, storage, rows, notices } = rig;
  const judge = { judge: async (change: JudgedChange) => judgeByRules(change) } as ChangeJudge;
  const reviews = new ChangeReview(new PageTexts(storage.results), judge);
  monitors = new Monitors(saved, runs, storage.jobs, rows, reviews, notices);
  await rig.save('shop');
  await monitors.watch('shop', watched);
});
afterEach(async () => {
  await rig.close();
  await temporary.removeAll();
});

/** Starts a run and ends it with the given rows. */
const run = async (...end: [Parameters<SavedRig['end']>[1], Parameters<SavedRig['end']>[2]?]) => {
  await rig.runs.run('shop', 'schedule', { keyId: 'schedule', signal: new AbortController().signal });
  return rig.end('shop', ...end);
};

it('uses the first run as the baseline and reports nothing', async () => {
  const first = await run([kettle, pan]);
  expect(first).toMatchObject({ number: 1, rows: 2, state: 'completed', verdict: { kind: 'base' } });
  expect(rig.told).toEqual([]);
});

it('notes the range of the watched values in the baseline', async () => {
  const { verdict } = await run([kettle, pan]);
  expect(verdict?.read).toEqual({ columns: [{ column: 'price', low: '35', high: '49.9' }] });
});

it('warns once that a condition is on a column without values, and adds the warning to the job', async () => {
  await monitors.watch('shop', { ...watched, conditions: [{ type: 'below', column: 'cost', value: 40 }] });
  const first = await run([kettle]);
  const warning =
    'No row has a value in the column "cost", so the condition on it cannot be met. Choose another column in the settings of the monitor.';
  expect(first.verdict).toMatchObject({ kind: 'base', warning });
  expect((await rig.storage.jobs.get(first.id))?.options).toMatchObject({ warning });
  expect((await run([kettle])).verdict).toMatchObject({ kind: 'same', warning });
  expect(rig.told).toEqual([{ title: 'shop', body: warning, isWarning: true }]);
  expect((await run([{ ...kettle, cost: 45 }])).verdict?.warning).toBeUndefined();
});

it('reports nothing while the rows are the same in another order', async () => {
  await run([kettle, pan]);
  expect((await run([pan, kettle])).verdict).toMatchObject({ kind: 'same', against: 1, added: 0, changed: 0 });
  expect(rig.told).toEqual([]);
});

it('counts added, removed and changed rows, and reports the first change in one sentence', async () => {
  await run([kettle, pan]);
  const { verdict } = await run([{ ...pan, price: 39 }, { name: 'Oak board' }]);
  expect(verdict).toMatchObject({ kind: 'changed', against: 1, added: 1, removed: 1, changed: 1 });
  const body = 'price of Iron pan changed from 35 to 39, and 2 more changes.';
  expect(rig.told).toEqual([{ title: 'shop', body }]);
  expect(verdict?.total).toBe(3);
  expect(verdict?.changes).toEqual([
    { key: 'Iron pan', column: 'price', before: '35', after: '39' },
    { key: 'Oak board', after: '{"name":"Oak board"}' },
    { key: 'Copper kettle', before: '{"name":"Copper kettle","price":49.9}' },
  ]);
  const { added, removed, changed } = await monitors.difference('shop', 2);
  expect([added, removed]).toEqual([[{ name: 'Oak board' }], [kettle]]);
  expect(changed).toEqual([{ key: 'Iron pan', cells: [{ column: 'price', before: 35, after: 39 }] }]);
});

it('ignores the columns it is set to ignore', async () => {
  await monitors.watch('shop', { ...watched, ignore: ['price'] });
  await run([kettle]);
  expect((await run([{ ...kettle, price: 1 }])).verdict?.kind).toBe('same');
});

it('compares with the last run with rows, not with a failed one', async () => {
  await run([kettle]);
  const failed = await run([], { state: 'failed', error: 'The site did not answer.' });
  expect(failed).toMatchObject({ error: 'The site did not answer.', verdict: { kind: 'failed' } });
  expect((await run([kettle])).verdict).toMatchObject({ kind: 'same', against: 1 });
});

it('reports the same failure once until a run succeeds', async () => {
  await run([kettle]);
  const fail = () => run([], { state: 'failed', error: 'The site did not answer.' });
  await fail();
  await fail();
  expect(rig.told).toHaveLength(1);
  expect(rig.told[0]?.body).toContain('The site did not answer.');
  await run([kettle]);
  await fail();
  expect(rig.told).toHaveLength(2);
});

it('treats a run without rows as a failure, unless there never were any', async () => {
  expect((await run([])).verdict?.kind).toBe('base');
  expect((await run([])).verdict?.kind).toBe('same');
  await run([kettle]);
  expect((await run([])).verdict).toMatchObject({
    kind: 'failed',
    note: expect.stringMatching(/^This run found no rows/),
  });
});

it('gives a cancelled run no verdict', async () => {
  await run([kettle]);
  expect((await run([], { state: 'cancelled' })).verdict).toBeUndefined();
  expect((await run([pan])).verdict).toMatchObject({ kind: 'changed', against: 1 });
});

it('reports that a run to compare with is no longer stored', async () => {
  await run([kettle]);
  await run([pan]);
  const [, first] = (await rig.runs.timeline('shop')).runs;
  await rig.storage.jobs.remove(first!.id);
  await expect(monitors.difference('shop', 2)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(monitors.difference('shop', 9)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('lists monitored jobs with the last run and the last change', async () => {
  await run([kettle]);
  await run([pan]);
  await run([pan]);
  const [listed] = await monitors.list();
  expect(listed).toMatchObject({ name: 'shop', latest: { number: 3 }, lastChange: { number: 2 } });
  await monitors.unwatch('shop');
  expect(await monitors.list()).toEqual([]);
  expect((await run([kettle])).verdict).toBeUndefined();
});

it('refuses unusable receivers, and jobs that keep too few runs', async () => {
  const to = (webhook: string) => monitors.watch('shop', { ...watched, notify: { desktop: true, webhook } });
  await expect(to('http://127.0.0.1/hook')).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS_BLOCKED' });
  await expect(to('https://hooks.test/?token=a1b2c3d4e5f6a7b8')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await rig.saved.put('once', { kind: 'table', request: { url: 'http://shop.test/' } }, { keepRuns: 1 });
  await expect(monitors.watch('once', watched)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
