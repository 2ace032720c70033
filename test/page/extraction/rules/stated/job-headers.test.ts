import { expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const tasks =
  '<h2>Your tasks</h2><ul><li>Oil</li><li>Paint</li></ul><h2>Requirements</h2><ul><li>Calm</li><li>Care</li></ul>';
const read = (header: string, properties: Readonly<Record<string, unknown>>, more = '') =>
  readByRules(
    `<html><head><title>Machinist – Nordvik Shipping – Harbour Jobs</title></head><body><main><h1>Machinist</h1>${header}${tasks}${more}</main></body></html>`,
    { schema: objectOf(properties) },
  ).data;
const text = { type: 'string' };
const day = { type: 'string', format: 'date' };

it.each([
  ['employer', '<p>Nordvik Shipping</p>', 'Nordvik Shipping'],
  ['city', '<p>Festanstellung, Vollzeit · Bremerhaven</p>', 'Bremerhaven'],
  ['city', '<p>Zwolle | 32-40 uur | € 2.900 - € 3.400 per maand</p>', 'Zwolle'],
  ['contract_type', '<ul><li>CDI</li></ul>', 'CDI'],
  ['workplace_type', '<div>Hybrid</div>', 'Hybrid'],
])('reads %s from the line %s below the headline', (field, header, expected) =>
  expect(read(header, { [field]: text })).toEqual({ [field]: expected }),
);

it('reads the position as the title of the advertisement', () =>
  expect(read('', { position: text, requirements: { type: 'array', items: text } })).toEqual({
    position: 'Machinist',
    requirements: ['Calm', 'Care'],
  }));

it('reads the first day from a sentence about it, not about interviews', () => {
  const interview = '<p>Interviews will be held in person on 18 February 2027.</p>';
  expect(read('', { start_date: day, interview_date: day }, interview)).toEqual({ interview_date: '2027-02-18' });
  const start = '<p>Wir besetzen die Stelle zum 1. März 2027.</p>';
  expect(read('', { start_date: day }, interview + start)).toEqual({ start_date: '2027-03-01' });
});

it('reads the pay as a range, not a perk', () =>
  expect(
    read(
      '',
      { salary_min: { type: 'number' } },
      '<ul><li>£1,500 a year for courses</li></ul><p>£52,000 - £61,000 a year</p>',
    ),
  ).toEqual({ salary_min: 52000 }));
