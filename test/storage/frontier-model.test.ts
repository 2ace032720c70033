import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FrontierTask } from '../../core/ports/jobs/frontier';
import type { Storage } from '../../core/ports/storage';
import { openStorage } from '../../core/storage/open-storage';
import { resultPage } from '../support/result-page';
import { folders, testClock } from './support';

const temporary = folders();
const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
const clock = testClock();
let dir: string;
let storage: Storage;

/** Returns a generator of random integers below `n`. The same seed yields the same numbers. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
};

beforeEach(async () => {
  dir = await temporary.make();
  storage = await openStorage(dir, { clock });
});
afterEach(async () => {
  await storage.close();
  await temporary.removeAll();
});

/** A minimal model of how the frontier should behave. */
class Model {
  readonly state = new Map<string, 'waiting' | 'inFlight' | 'done' | 'failed' | 'refused'>();
  readonly done: string[] = [];
  /** Tasks that were in flight when the process restarted and have not ended since. Each of them runs alone. */
  readonly suspects = new Set<string>();

  count(state: string): number {
    return [...this.state.values()].filter((each) => each === state).length;
  }

  claimable(n: number): number {
    if (this.suspects.size === 0) return Math.min(n, this.count('waiting'));
    return this.count('inFlight') > 0 ? 0 : Math.min(n, 1);
  }

  add(urls: readonly string[], limit: number): number {
    let added = 0;
    for (const url of urls) {
      const room = this.count('waiting') + this.count('inFlight') + this.done.length < limit;
      if (this.state.has(url) || !room) continue;
      this.state.set(url, 'waiting');
      added += 1;
    }
    return added;
  }
}

test.each([1, 2, 3, 4])('behaves like its model, across restarts (series %i)', async (seed) => {
  const random = randomFrom(seed);
  const model = new Model();
  const urls = () => Array.from({ length: random(6) }, () => `http://site.test/${random(400)}`);
  const tasksOf = (list: readonly string[]) => list.map((url) => ({ url, depth: 1 }));
  let flying: FrontierTask[] = [];
  const takeOne = () => {
    const task = flying.splice(random(flying.length), 1)[0];
    if (task) model.suspects.delete(task.url);
    return task;
  };
  const steps: (() => Promise<void>)[] = [
    async () => {
      const list = urls();
      const limit = random(2) ? 200 : 1000;
      expect((await storage.frontier.add(jobId, tasksOf(list), limit)).added).toBe(model.add(list, limit));
    },
    async () => {
      const n = random(4);
      const tasks = await storage.frontier.claim(jobId, n);
      expect(tasks.length).toBe(model.claimable(n));
      for (const { url } of tasks) {
        expect(model.state.get(url)).toBe('waiting');
        model.state.set(url, 'inFlight');
      }
      flying.push(...tasks);
    },
    async () => {
      const task = takeOne();
      if (!task) return;
      const list = urls();
      const { id, url } = task;
      const ended = { taskId: id, jobId, url, links: [], credits: 1, finishedAt: '' };
      const result = { ...ended, page: resultPage(url), document: { markdown: url, metadata: {} } };
      const completion = { result, discovered: tasksOf(list) };
      const report = await storage.frontier.complete(jobId, task, completion);
      // The task's own URL is already known, so a link to it adds no task.
      expect(report.links.added).toBe(model.add(list, 1e9));
      model.state.set(url, 'done');
      model.done.push(url);
      expect(report.index).toBe(model.done.length - 1);
    },
    async () => {
      const task = takeOne();
      if (!task) return;
      const state = random(2) ? 'failed' : 'refused';
      await storage.frontier.fail(jobId, task, { state, code: 'SCRAPE_TIMEOUT', message: '' });
      model.state.set(task.url, state);
    },
    async () => {
      const task = takeOne();
      if (!task) return;
      await storage.frontier.reclaim(jobId, task);
      model.state.set(task.url, 'waiting');
    },
    async () => {
      if (random(10) > 0) return;
      const failed = [...model.state].filter(([, state]) => state === 'failed');
      expect(await storage.frontier.retryFailed(jobId)).toBe(failed.length);
      for (const [url] of failed) model.state.set(url, 'waiting');
    },
    async () => {
      if (random(10) > 0) return;
      await storage.close();
      storage = await openStorage(dir, { clock });
      for (const { url } of flying) {
        model.state.set(url, 'waiting');
        model.suspects.add(url);
      }
      flying = [];
    },
  ];
  for (let step = 0; step < 1500; step += 1) {
    await steps[random(steps.length)]?.();
    const counts = await storage.frontier.counts(jobId);
    expect(counts, `step ${step}`).toEqual({
      queued: model.count('waiting'),
      inFlight: model.count('inFlight'),
      done: model.done.length,
      failed: model.count('failed'),
      refused: model.count('refused'),
      credits: model.done.length,
    });
  }
  const { results } = await storage.results.page(jobId, { skip: 0 });
  expect(results.map(({ url }) => url)).toEqual(model.done);
});
