import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../core/common/log';
import { createHooks } from '../../core/contract/hooks';
import { LateRecords } from '../../core/jobs/late-records';

const makeRecords = () => {
  const hooks = createHooks();
  return { hooks, records: new LateRecords(hooks, silentLog) };
};

describe('the records of failed jobs', () => {
  it('are written before the response when jobs fail one at a time', async () => {
    const { records } = makeRecords();
    for (let job = 0; job < 3; job++) {
      let isWritten = false;
      await records.add(async () => {
        await sleep(1);
        isWritten = true;
      });
      expect(isWritten).toBe(true);
    }
  });

  it('are written after all responses, in order, when many jobs fail in one turn of the event loop', async () => {
    const { hooks, records } = makeRecords();
    const order: string[] = [];
    const ended = async (job: number) => {
      await records.add(async () => void order.push(`record ${job}`));
      order.push(`response ${job}`);
    };
    await Promise.all(Array.from({ length: 40 }, (_, job) => ended(job)));
    expect(order.filter((entry) => entry.startsWith('response'))).toHaveLength(40);
    expect(order.filter((entry) => entry.startsWith('record'))).toHaveLength(8);
    await hooks.closing.promise();
    expect(order.filter((entry) => entry.startsWith('record'))).toEqual(
      Array.from({ length: 40 }, (_, job) => `record ${job}`),
    );
  });

  it('let timers run between two records', async () => {
    const { hooks, records } = makeRecords();
    const order: string[] = [];
    const write = async () => {
      for (const end = performance.now() + 2; performance.now() < end; );
      order.push('record');
    };
    for (let job = 0; job < 20; job++) void records.add(write);
    setTimeout(() => order.push('timer'));
    await hooks.closing.promise();
    await expect.poll(() => order.indexOf('timer')).toBeGreaterThan(-1);
    expect(order.indexOf('timer')).toBeLessThan(order.length - 1);
  });

  it('are written although another record fails', async () => {
    const { hooks, records } = makeRecords();
    let written = 0;
    for (let job = 0; job < 20; job++) {
      void records.add(async () => {
        if (job === 10) throw new Error('the disk is full');
        written++;
      });
    }
    await hooks.closing.promise();
    expect(written).toBe(19);
  });
});
