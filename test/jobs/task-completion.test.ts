import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../core/common/errors';
import { silentLog } from '../../core/common/log';
import { createHooks } from '../../core/contract/hooks';
import { toTask } from '../../core/jobs/page-runner';
import { TaskCompletion } from '../../core/jobs/task-completion';
import { TaskNotifier } from '../../core/jobs/task-notifier';
import { HostPace } from '../../core/net/politeness/host-pace';
import { FrontierQueue } from '../../core/pipeline/tasks/frontier-queue';
import type { JobRules } from '../../core/ports/jobs/job-rules';
import { folders } from '../storage/support';
import { jobOf, type Rig, resultOf, startRig } from './delivery/support';

const temporary = folders();
const url = (page: number | string) => `http://site.test/${page}`;
const { signal } = new AbortController();
const job = jobOf();
let rig: Rig;
let completion: TaskCompletion;
let queue: FrontierQueue;
/** Completed pages, as reported through `taskDone`. */
let ends: string[];

beforeEach(async () => {
  rig = await startRig({ dataDir: await temporary.make() });
  const hooks = createHooks();
  ends = [];
  hooks.taskDone.tap('test', ({ task, state }) => void ends.push(`${state} ${task.spec.url}`));
  completion = new TaskCompletion(hooks, rig.notices, new TaskNotifier(hooks, silentLog));
  queue = new FrontierQueue(job.id, { frontier: rig.storage.frontier, slots: new HostPace(), claimAhead: 4 });
});
afterEach(async () => {
  await rig.close();
  await temporary.removeAll();
});

/** Claims the next page. Returns the task, the claimed page and a successful outcome. */
async function claimed(rules: JobRules = {}) {
  const { request } = await queue.next();
  const task = toTask(job, queue.taskOf(request!));
  const page = { job, rules, queue, request: request!, signal };
  const result = { ...resultOf(job, 1), taskId: task.id, url: task.spec.url };
  return { task, page, outcome: { task, state: 'succeeded' as const, result } };
}
const add = (...pages: number[]) => queue.add(pages.map((page) => ({ url: url(page), depth: 0 })));

describe('the end of a page', () => {
  it('is stored with its links and announced once', async () => {
    await add(1);
    const { page, outcome } = await claimed({
      discover: async () => ({ discovered: [{ url: url(2), depth: 1 }], refused: [] }),
    });
    await completion.settle(page, outcome);
    await completion.settle({ ...page, rules: {} }, outcome).catch(() => undefined);
    expect(ends).toEqual([`succeeded ${url(1)}`]);
    expect(await queue.counts()).toMatchObject({ done: 1, queued: 1, inFlight: 0 });
  });

  it('notifies the rules when the limit leaves no room for its links', async () => {
    await add(1);
    let stops = 0;
    const { page, outcome } = await claimed({
      limit: 1,
      stoppedByLimit: () => {
        stops += 1;
      },
      discover: async () => ({ discovered: [{ url: url(2), depth: 1 }], refused: [] }),
    });
    await completion.settle(page, outcome);
    expect([stops, (await queue.counts()).queued]).toEqual([1, 0]);
  });

  it('with a redirect to a page of the job is hidden and not announced', async () => {
    await add(1, 2);
    const { page, outcome } = await claimed({ land: () => ({ kind: 'fine', keys: [url(2)] }) });
    await completion.settle(page, outcome);
    const { problems } = await rig.storage.frontier.problems(job.id, { skip: 0, limit: 9 });
    expect(problems).toMatchObject([{ code: 'SCRAPE_RACED_REDIRECT_ERROR', hidden: true }]);
    expect(ends).toEqual([]);
  });

  it.each(['out', 'links-only'] as const)('outside of the job is a refusal (%s)', async (kind) => {
    await add(1);
    const refusal = { error: new AppError('CRAWL_DENIED', 'elsewhere'), reason: 'scope' };
    const { page, outcome } = await claimed({
      land: () => ({ kind, refusal }),
      discover: async () => ({ discovered: [{ url: url(2), depth: 1 }], refused: [] }),
    });
    await completion.settle(page, outcome);
    expect(ends).toEqual([`refused ${url(1)}`]);
    expect(await queue.counts()).toMatchObject({ done: 0, refused: 1, queued: kind === 'out' ? 0 : 1 });
  });

  it('is announced after a failure, but not before another attempt', async () => {
    await add(1);
    const first = await claimed();
    await completion.settle(first.page, { task: first.task, state: 'again', notBefore: { at: 0, waitMs: 0 } });
    const second = await claimed();
    expect([second.task.attempt, ends]).toEqual([2, []]);
    const error = new AppError('SCRAPE_SITE_ERROR', 'gone');
    await completion.settle(second.page, { task: second.task, state: 'failed', error });
    expect(ends).toEqual([`failed ${url(1)}`]);
    expect(await queue.counts()).toMatchObject({ failed: 1, queued: 0, inFlight: 0 });
  });

  it('is neither counted nor announced after its claim was lost', async () => {
    await add(1);
    const { page, outcome } = await claimed();
    await rig.storage.frontier.close(job.id);
    await completion.settle(page, outcome);
    expect(ends).toEqual([]);
    expect(await queue.counts()).toMatchObject({ done: 0, queued: 1 });
  });
});
