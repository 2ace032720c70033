import { expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const read = (content: string, field = 'dogs_allowed') =>
  readByRules(
    `<html><head><title>The Gull</title></head><body><main><h1>The Gull</h1>${content}</main></body></html>`,
    {
      schema: objectOf({ [field]: { type: 'boolean' } }),
    },
  ).data;

it.each([
  ['Dogs are welcome on the terrace.', true],
  ['I cani sono i benvenuti, purché non disturbino.', true],
  ['Hunde sind leider nicht erlaubt.', false],
  ['O recinto não admite animais, à exceção de cães de assistência.', false],
])('reads from "%s" that dogs are allowed: %s', (sentence, expected) =>
  expect(read(`<p>${sentence}</p>`)).toEqual({ dogs_allowed: expected }),
);

it('reads the answer to a question about dogs', () =>
  expect(read('<h3>May I bring my dog?</h3><p>Yes, on a lead.</p>')).toEqual({ dogs_allowed: true }));

it.each([
  ['wifi', 'Wi-Fi gratuito in tutto l’hotel.', true],
  ['wheelchair_accessible', 'Le cabinet est accessible aux fauteuils roulants.', true],
  ['breakfast_included', 'La colazione è inclusa.', true],
  ['reservations', 'Sorry, we don’t take reservations.', false],
])('reads %s from "%s": %s', (field, sentence, expected) =>
  expect(read(`<p>${sentence}</p>`, field)).toEqual({ [field]: expected }),
);

it.each(['Assistance dogs are welcome.', 'Our dog sleeps by the stove.', 'Guests are welcome.'])(
  'reads nothing about dogs from "%s"',
  (sentence) => expect(read(`<p>${sentence}</p>`)).toEqual({}),
);
