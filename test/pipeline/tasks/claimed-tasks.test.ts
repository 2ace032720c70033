import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ClaimedTasks } from '../../../core/pipeline/tasks/claimed-tasks';
import { pollIntervalMs } from '../../../core/ports/host-slots';
import type { FrontierTask } from '../../../core/ports/jobs/frontier';

const task = (url: string) => ({ id: url, url, key: url, fence: 1 }) as FrontierTask;
const tasksOf = (host: string, count: number) => Array.from({ length: count }, (_, n) => task(`http://${host}/${n}`));
const urlsOf = (claimed: readonly { readonly task: FrontierTask }[]) => claimed.map((each) => each.task.url);

it('needs more tasks only without any, or when all hosts are busy for long and others may have tasks', async () => {
  const claimed = new ClaimedTasks();
  expect([claimed.needsMore, claimed.waitMs]).toEqual([true, Number.POSITIVE_INFINITY]);
  claimed.add(tasksOf('busy.test', 4));
  claimed.wait(5);
  expect(claimed.needsMore).toBe(false);
  claimed.wait(10_000);
  expect(claimed.needsMore).toBe(true);
  // A claim that returns no tasks does not delay the next claim, because new tasks may be added at any time.
  claimed.add([]);
  expect([claimed.needsMore, claimed.waitMs > 9000]).toEqual([true, true]);
  claimed.add(tasksOf('busy.test', 16));
  expect(claimed.needsMore).toBe(true);
  // With this many tasks for one host, the worker leaves further tasks to other workers for a while.
  claimed.add(tasksOf('busy.test', 50));
  expect([claimed.needsMore, claimed.waitMs <= pollIntervalMs]).toEqual([false, true]);
  await pause(pollIntervalMs + 5);
  expect([claimed.needsMore, claimed.waitMs > 9000]).toEqual([true, true]);
  claimed.add([...tasksOf('busy.test', 3), ...tasksOf('other.test:81', 1)]);
  expect(claimed.needsMore).toBe(true);
  // Short waits that repeat for the entire poll interval count as a long wait.
  claimed.wait(0);
  claimed.wait(5);
  expect(claimed.needsMore).toBe(false);
  await pause(pollIntervalMs + 5);
  claimed.wait(5);
  expect(claimed.needsMore).toBe(true);
  claimed.add(tasksOf('third.test', 256));
  expect(claimed.needsMore).toBe(false);
  claimed.clear();
  expect([claimed.size, claimed.needsMore]).toEqual([0, true]);
});

it('needs tasks of other hosts when full with busy hosts, with growing intervals', async () => {
  const claimed = new ClaimedTasks();
  claimed.add(tasksOf('busy.test', 255));
  claimed.wait(10_000);
  expect(claimed.needsOthers).toBe(false);
  claimed.add(tasksOf('late.test', 1));
  expect([claimed.needsMore, claimed.needsOthers]).toEqual([false, true]);
  expect([...claimed.hosts]).toEqual(['busy.test', 'late.test']);
  claimed.addOthers(tasksOf('free.test', 1));
  expect([claimed.size, claimed.needsOthers]).toEqual([257, true]);
  claimed.addOthers([]);
  expect([claimed.needsOthers, claimed.waitMs > 900, claimed.waitMs <= 1000]).toEqual([false, true, true]);
  await pause(claimed.waitMs + 5);
  expect(claimed.needsOthers).toBe(true);
  claimed.addOthers([]);
  expect([claimed.waitMs > 1900, claimed.waitMs <= 2000]).toEqual([true, true]);
  // The wait is shortened if a host becomes available before it ends.
  claimed.wait(5);
  expect(claimed.waitMs).toBeLessThanOrEqual(5);
});

it('needs no others while its job may start no page, whatever the hosts allow', () => {
  const claimed = new ClaimedTasks();
  claimed.add(tasksOf('busy.test', 1));
  claimed.wait(10_000, true);
  expect([claimed.needsMore, claimed.needsOthers, claimed.waitMs > 9000]).toEqual([false, false, true]);
  claimed.add(tasksOf('busy.test', 255));
  expect([claimed.needsMore, claimed.needsOthers, claimed.waitMs > 9000]).toEqual([false, false, true]);
  claimed.wait(10_000);
  expect(claimed.needsOthers).toBe(true);
});

it('returns the first task of each host, tasks put back first, and drops each once', () => {
  const claimed = new ClaimedTasks();
  claimed.add([...tasksOf('one.test', 3), ...tasksOf('two.test:81', 1)]);
  claimed.putBack(task('http://one.test/back'));
  const first = claimed.firstOfHosts(2);
  expect(urlsOf(first)).toEqual(['http://one.test/back', 'http://one.test/0', 'http://two.test:81/0']);
  expect(first.map(({ host }) => host)).toEqual(['one.test', 'one.test', 'two.test:81']);
  expect(first.map((each) => claimed.drop(each))).toEqual([true, true, true]);
  expect([claimed.drop(first[0]!), claimed.size]).toEqual([false, 2]);
});
