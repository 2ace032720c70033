import { describe, expect, it } from 'vitest';
import { createHooks } from '../../core/contract/hooks';

describe('the closing hook', () => {
  it('runs the newest tap first and waits for each', async () => {
    const { closing } = createHooks();
    const order: string[] = [];
    closing.tapPromise('guarded fetch', async () => void order.push('guarded fetch'));
    closing.tap('model calls', () => void order.push('model calls'));
    closing.tapPromise('deliveries', async () => {
      await Promise.resolve();
      order.push('deliveries');
    });
    await closing.promise();
    expect(order).toEqual(['deliveries', 'model calls', 'guarded fetch']);
  });
});
