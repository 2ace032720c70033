import { expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const number = { type: 'number' };
const flag = { type: 'boolean' };
const read = (items: readonly string[], schema: Readonly<Record<string, unknown>>) =>
  readByRules(
    `<html><head><title>Piso en venta</title></head><body><main><h1>Piso en venta</h1><p>Un piso luminoso cerca del mercado, con mucha luz.</p><ul>${items.map((one) => `<li>${one}</li>`).join('')}</ul></main></body></html>`,
    { schema: objectOf(schema) },
  ).data;

it('reads features and counts that are list items', () => {
  const schema = { bedrooms: number, bathrooms: number, has_elevator: flag, balcony: flag, furnished: flag };
  expect(read(['3 habitaciones', '2 baños', 'Con ascensor', 'Sin balcón'], schema)).toEqual({
    bedrooms: 3,
    bathrooms: 2,
    has_elevator: true,
    balcony: false,
  });
});

it('does not read features from sentences or longer items', () => {
  expect(read(['Ascensor averiado', '3 habitaciones por planta'], { bedrooms: number, has_elevator: flag })).toEqual(
    {},
  );
});
