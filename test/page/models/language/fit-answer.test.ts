import { describe, expect, it } from 'vitest';
import { normaliseSchema } from '../../../../core/page/extraction/rules/schema/normalise-schema';
import { fitAnswer } from '../../../../core/page/models/language/fit-answer';

const field = normaliseSchema({ type: 'object', properties: { since: { type: 'string', format: 'date' } } });

describe('a date in an answer', () => {
  it.each([
    ['2019-03-05', '2019-03-05'],
    ['2019-03-05T10:00:00Z', '2019-03-05'],
    ['5 March 2019', '2019-03-05'],
    ['5. März 2019', '2019-03-05'],
    ['2019年3月5日', '2019-03-05'],
    ['25/03/2019', '2019-03-25'],
    ['unknown', 'unknown'],
  ])('%s becomes %s', (written, day) => {
    expect(fitAnswer(field, { since: written }).value).toEqual({ since: day });
  });

  it.each(['03/04/2019', 'spring 2019', 'TBA'])('%s is dropped with the reason', (written) => {
    const { value, misfits } = fitAnswer(field, { since: written });
    expect([value, misfits.get('/since')]).toEqual([{}, 'must be a date as YYYY-MM-DD']);
  });
});

it('ignores what every object inherits', () => {
  const names = ['constructor', 'toString', 'valueOf'];
  const inherited = normaliseSchema({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, {}])),
  });
  const { value, absent } = fitAnswer(inherited, {});
  expect([Object.keys(value as object), [...absent]]).toEqual([[], ['/constructor', '/toString', '/valueOf']]);
});
