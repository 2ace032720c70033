import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Job } from '../../core/common/job';
import { JobRunner, type OpenJobParts } from '../../core/jobs/job-runner';
import { HostPace } from '../../core/net/politeness/host-pace';
import { FrontierQueue } from '../../core/pipeline/tasks/frontier-queue';
import type { Storage } from '../../core/ports/storage';
import { memoryStorage } from '../../core/storage/open-storage';
import { rememberingLog } from '../storage/support';
import { turnedClock } from './delivery/support';

const job = { id: '0193486b-7b1e-7abc-8def-0123456789ab', options: {} } as unknown as Job;

let storage: Storage;

beforeEach(async () => {
  storage = await memoryStorage({ clock: turnedClock(), log: rememberingLog() });
});
afterEach(() => storage.close());

it('looks again when pages may have come while it found none', async () => {
  const claim = vi.spyOn(storage.frontier, 'claim');
  const queue = new FrontierQueue(job.id, { frontier: storage.frontier, slots: new HostPace(), claimAhead: 4 });
  const runner = new JobRunner(job, {}, { queue, wake: () => undefined } as unknown as OpenJobParts, true);
  await vi.waitFor(() => expect(runner.ready()).toBe(true));
  await runner.work();
  expect(runner.ready()).toBe(false);

  let answer = (_: readonly []): void => undefined;
  claim.mockReturnValueOnce(new Promise((done) => (answer = done)));
  runner.more();
  const work = runner.work();
  await vi.waitFor(() => expect(claim).toHaveBeenCalledTimes(2));
  runner.more();
  answer([]);
  await work;
  expect(runner.ready()).toBe(true);
});
