import { expect, it } from 'vitest';
import { changedLines, changedPercent } from '../../../core/jobs/monitors/text-changes';

it('finds the lines that only one text has, as often as the other lacks them', () => {
  expect(changedLines('a\nb\n\nb\nc', ' c\nb\n d ')).toEqual({ removed: ['a', 'b'], added: ['d'] });
});

it('measures the share of other words, whatever their order', () => {
  expect(changedPercent('a b c d', 'd c b a')).toBe(0);
  expect(changedPercent('a b c d', 'a b c e')).toBe(25);
  expect(changedPercent('', '')).toBe(0);
});
