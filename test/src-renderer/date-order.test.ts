import { expect, it } from 'vitest';
import { withDateOrder } from '../../src-renderer/composables/table/date-order';

const sources = [{ selector: '.days' }];

it('sets the order of day and month in both columns of a range', () => {
  const fields = [
    { name: 'date', type: 'date' as const, end: 'lower' as const, sources },
    { name: 'date to', type: 'date' as const, end: 'upper' as const, sources },
    { name: 'text', type: 'text' as const, sources },
    { name: 'added', type: 'date' as const, sources: [{ selector: '.added' }] },
  ];
  const orders = (name: string) => withDateOrder(fields, name, 'day-first').map(({ dateOrder }) => dateOrder);
  expect(orders('date')).toEqual(['day-first', 'day-first', undefined, undefined]);
  expect(orders('added')).toEqual([undefined, undefined, undefined, 'day-first']);
});
