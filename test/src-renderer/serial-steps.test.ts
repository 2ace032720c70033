import { describe, expect, it } from 'vitest';
import { serialSteps } from '../../src-renderer/composables/table/serial-steps';

describe('the steps of a table', () => {
  it('start in order, each after the previous one has finished or failed', async () => {
    const { inTurn } = serialSteps();
    const done: string[] = [];
    const first = inTurn(async () => {
      await Promise.resolve();
      done.push('first');
      throw new Error('refused');
    })();
    await Promise.all([
      expect(first).rejects.toThrow('refused'),
      inTurn(async (name: string) => void done.push(name))('second'),
    ]);
    expect(done).toEqual(['first', 'second']);
  });

  it('drop queued steps at a restart, and do not wait for the running one', async () => {
    const { inTurn, restart } = serialSteps();
    const done: string[] = [];
    let finish = () => {};
    const running = inTurn(() => new Promise((resolve) => (finish = resolve)))();
    const dropped = inTurn(async () => void done.push('dropped'))();
    // Lets the first step start.
    await Promise.resolve();
    restart();
    await inTurn(async () => void done.push('after'))();
    finish();
    await Promise.all([running, dropped]);
    expect(done).toEqual(['after']);
  });
});
