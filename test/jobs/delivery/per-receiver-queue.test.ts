import { describe, expect, it } from 'vitest';
import { PerReceiverQueue } from '../../../core/jobs/delivery/per-receiver-queue';
import type { Delivery } from '../../../core/ports/delivery/outbox';

const limits = { total: 4, perReceiver: 2, failing: 1, slow: 2, waiting: 5 };
const delivery = (id: string, receiver: string) => ({ id, sink: 'webhook', receiver }) as Delivery;

/** Creates a queue with a delivery for each name. The first letter of the name is the receiver, e.g. `a` for `a1`. */
function queueOf(...names: string[]) {
  const queue = new PerReceiverQueue(limits);
  const all = new Map(names.map((name) => [name, delivery(name, name.slice(0, 1))]));
  const added = [...all.values()].map((each) => queue.add(each));
  const takeAll = () => {
    const taken: string[] = [];
    for (let next = queue.take(); next; next = queue.take()) taken.push(next.id);
    return taken;
  };
  return { queue, added, takeAll, of: (name: string) => all.get(name)! };
}

describe('deliveries by receiver', () => {
  it('alternate between receivers, within the limits per receiver and in total', () => {
    const { queue, takeAll, of } = queueOf('a1', 'a2', 'a3', 'b1', 'c1');
    expect(takeAll()).toEqual(['a1', 'b1', 'c1', 'a2']);
    queue.done(of('b1'));
    expect(takeAll()).toEqual([]);
    queue.done(of('a1'));
    expect(takeAll()).toEqual(['a3']);
  });

  it('are queued once, up to the limit', () => {
    const { queue, added, of } = queueOf('a1', 'a2', 'b1', 'c1', 'd1');
    expect([added, queue.size, queue.room]).toEqual([Array(5).fill(true), 5, 0]);
    expect(queue.add(of('a1'))).toBe(false);
    queue.take();
    expect([queue.size, queue.room]).toEqual([5, 1]);
  });

  it('to failing receivers share few places', () => {
    const { queue, takeAll } = queueOf('a1', 'a2', 'b1', 'c1');
    for (const receiver of ['a', 'b']) queue.judge(receiver, true);
    expect(takeAll()).toEqual(['a1', 'c1']);
    queue.judge('a', false);
    expect(takeAll()).toEqual(['b1', 'a2']);
  });

  it('free their place in the total while their receiver is slow', () => {
    const { queue, takeAll, of } = queueOf('a1', 'b1', 'c1', 'd1', 'e1');
    expect(takeAll()).toHaveLength(4);
    expect([queue.slow(of('a1')), takeAll()]).toEqual([true, ['e1']]);
    expect([queue.slow(of('b1')), queue.slow(of('c1'))]).toEqual([true, false]);
  });

  it('to a paused receiver are dropped and may be queued again', () => {
    const { queue, takeAll, of } = queueOf('a1', 'a2', 'b1');
    queue.drop('a');
    expect([takeAll(), queue.size, queue.add(of('a1'))]).toEqual([['b1'], 1, true]);
    expect([...queue.supplied()]).toEqual(['a']);
  });
});
