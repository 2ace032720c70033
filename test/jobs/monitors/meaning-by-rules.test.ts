import { describe, expect, it } from 'vitest';
import { judgeByRules } from '../../../core/jobs/monitors/meaning-by-rules';

describe('a change judged by rules', () => {
  it.each([
    ['a date', 'Updated 12 March 2026', 'Updated 14 March 2026'],
    ['an ISO time', 'Stand: 2026-03-12T10:20:30Z', 'Stand: 2026-03-13T11:00:00Z'],
    ['a German date', 'Zuletzt geändert am 3. Mai 2026', 'Zuletzt geändert am 12. Mai 2026'],
    ['a relative time', 'Posted 3 hours ago', 'Posted 2 days ago'],
    ['a weekday', 'Today is Monday', 'Today is Tuesday'],
    ['a counter', 'Kettle\n1,234 views · 12 comments', 'Kettle\n1,240 views · 15 comments'],
    ['a counter behind its name', 'Comments (12)', 'Comments (13)'],
    ['a short counter', '1.2K likes', '1.3K likes'],
    ['an id', 'Session 9f8e7d6c5b4a', 'Session 1a2b3c4d5e6f'],
    ['a query of a link', '[Kettle](https://a.example/k?sid=abc)', '[Kettle](https://a.example/k?sid=xyz)'],
    ['an advertisement', 'Kettle\nSponsored', 'Kettle'],
    ['the order of lines', 'Kettle\nPan', 'Pan\nKettle'],
  ])('is not meaningful for %s', (_, before, after) => {
    expect(judgeByRules({ before, after })).toMatchObject({ meaningful: false, meaningfulChanges: [] });
  });

  it.each([
    ['a price', 'Kettle € 49', 'Kettle € 39'],
    ['a number of its own', 'Seats: 12', 'Seats: 3'],
    ['words', 'In stock', 'Sold out'],
    ['a deadline', 'Deadline: 12 March 2026', 'Deadline: 14 March 2026'],
    ['opening hours', 'Open 9:00–17:00', 'Open 9:00–16:00'],
    ['words beside a date', 'Updated 12 March: open', 'Updated 14 March: closed'],
    ['a phone number', 'Call 030 123456', 'Call 030 123457'],
  ])('is meaningful for %s', (_, before, after) => {
    expect(judgeByRules({ before, after })).toMatchObject({
      meaningful: true,
      confidence: 'medium',
      meaningfulChanges: [{ type: 'changed' }],
    });
  });

  it.each([
    ['Tell me when the date changes', 'Concert on 12 March 2026', 'Concert on 14 March 2026'],
    ['the number of comments', '12 comments', '15 comments'],
  ])('is meaningful for noise that the goal names: %s', (goal, before, after) => {
    expect(judgeByRules({ goal, before, after }).meaningful).toBe(true);
  });

  it('takes how long ago something was for noise whatever the goal says', () => {
    const change = { before: 'Updated 3 hours ago', after: 'Updated 1 hour ago' };
    expect(judgeByRules({ goal: 'Tell me when the opening hours change', ...change }).meaningful).toBe(false);
  });

  it('says how sure it is by the words of the goal', () => {
    const change = { before: 'Kettle € 49', after: 'Kettle € 39' };
    expect(judgeByRules({ goal: 'kettles get cheaper', ...change }).confidence).toBe('high');
    expect(judgeByRules({ goal: 'new pans', ...change })).toMatchObject({ meaningful: true, confidence: 'low' });
  });

  it('lists what was added, removed and changed', () => {
    const { meaningfulChanges } = judgeByRules({ before: 'Kettle\nPan', after: 'Kettle\nBoard\nSpoon' });
    expect(meaningfulChanges).toMatchObject([
      { type: 'changed', before: 'Pan', after: 'Board' },
      { type: 'added', before: null, after: 'Spoon' },
    ]);
  });
});
