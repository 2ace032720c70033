import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const text = { type: 'string' };
const read = (title: string, content: string, fields: readonly string[]) =>
  readByRules(`<html><head><title>${title}</title></head><body>${content}</body></html>`, {
    schema: objectOf(Object.fromEntries([...fields, 'phone'].map((name) => [name, text]))),
  }).data;

describe('the name of an organization', () => {
  it('is read from the copyright line for a field such as club_name', () =>
    expect(
      read('Joining – Lune Rowers', '<h1>Joining</h1><p>Come and row.</p><footer>© 2026 Lune Rowers</footer>', [
        'club_name',
      ]),
    ).toEqual({ club_name: 'Lune Rowers' }));

  it('is the headline if that contains the name of the site', () =>
    expect(read('Fjord Umeå – hours | Fjord', '<h1>Fjord Umeå</h1><p>Hej!</p>', ['store_name'])).toEqual({
      store_name: 'Fjord Umeå',
    }));

  it('is never the name of a page', () => {
    const content = '<h1>Datos generales</h1><p>El salón vuelve en primavera con más máquinas.</p>';
    expect(read('Datos generales - OLIVA - Recinto', content, ['name'])).toEqual({ name: 'OLIVA' });
  });
});

it('reads festival_name as the title of the page', () =>
  expect(read('Info – Maré Viva', '<h1>Maré Viva</h1><p>Três noites.</p>', ['festival_name'])).toEqual({
    festival_name: 'Maré Viva',
  }));
