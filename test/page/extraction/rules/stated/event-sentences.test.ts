import { expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const read = (content: string, properties: Readonly<Record<string, unknown>>, title = 'Harbour Night') =>
  readByRules(
    `<html><head><title>${title}</title></head><body><main><h1>${title}</h1>${content}</main></body></html>`,
    {
      schema: objectOf(properties),
    },
  ).data;
const text = { type: 'string' };
const day = { type: 'string', format: 'date' };

it('reads the place and time of an event from a sentence', () =>
  expect(
    read('<p>The talk takes place on Thursday 19 November 2026 in the Rowan Hall and begins at 5.30pm.</p>', {
      date: day,
      venue: text,
      start_time: text,
    }),
  ).toEqual({ date: '2026-11-19', venue: 'Rowan Hall', start_time: '5.30pm' }));

it('reads a range of days whose year is in the headline', () =>
  expect(
    read('<p>24, 25 e 26 de julho · Praia do Norte</p>', { start_date: day, end_date: day }, 'Maré Viva 2027'),
  ).toEqual({ start_date: '2027-07-24', end_date: '2027-07-26' }));

it.each([
  '<h5>A que horas abrem as portas?</h5><p>Todos os dias às 17h00.</p>',
  '<p>Doors open at 17h00</p>',
  '<div><span>Doors 17h00</span><span>Age: 14+</span></div>',
])('reads when doors open from %s', (content) =>
  expect(read(content, { doors_open: text })).toEqual({ doors_open: '17h00' }),
);

it.each([
  ['support_act', '<p>Support comes from Halfmoon Gate, a duo from Derby.</p>', 'Halfmoon Gate'],
  ['ensemble', '<p>Quatuor Lindow</p>', 'Quatuor Lindow'],
  ['series', '<p>Every month.</p>', undefined],
  ['sponsor', '<p>Organised by the Guild and sponsored by Petrel Cloud.</p>', 'Petrel Cloud'],
  ['organizer', '<p>Organised by the Guild and sponsored by Petrel Cloud.</p>', 'the Guild'],
  ['venue', '<p>11 March 2027 · Kelham Hall, Sheffield</p>', 'Kelham Hall, Sheffield'],
  ['venue', '<p>The dinner takes place at the Cutlers Hall.</p>', undefined],
  ['check_in', '<p>Il check-in è possibile dalle 14:00, il check-out entro le 10:30.</p>', '14:00'],
  ['check_out', '<p>Il check-in è possibile dalle 14:00, il check-out entro le 10:30.</p>', '10:30'],
  ['duration', '<p>Koncert potrwa około 80 minut.</p>', '80 minut'],
])('reads %s from %s', (field, content, expected) =>
  expect(read(content, { [field]: text })).toEqual(expected === undefined ? {} : { [field]: expected }),
);
