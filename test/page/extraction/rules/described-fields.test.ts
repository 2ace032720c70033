import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const page = (lang: string, content: string) =>
  `<html lang="${lang}"><head><title>Regentonne Brise</title></head><body><main><h1>Regentonne Brise</h1><p>Die Tonne fasst das Wasser eines langen Sommers und steht auf drei Füßen.</p>${content}</main></body></html>`;
const described = (type: string, description: string) => objectOf({ value: { type, description } });

const table = page(
  'de',
  '<table><tr><td>Füllmenge</td><td>210 Liter</td></tr><tr><td>Preis</td><td>89 €</td></tr><tr><td>Hähne</td><td>2, davon 1 hoch</td></tr></table>',
);

describe('a field whose description has words of the page', () => {
  it.each([
    ['string', 'Füllmenge', '210 Liter'],
    ['string', 'Füllmenge der Tonne', '210 Liter'],
    ['number', 'Hähne insgesamt', 2],
  ])('reads a %s with the description %s by its label', (type, description, value) => {
    expect(readByRules(table, { schema: described(type, description) }).data).toEqual({ value });
  });

  it('does not take a known label for the first word of a description', () => {
    expect(readByRules(table, { schema: described('string', 'Preis der Lieferung') }).data).toEqual({});
  });

  it('reads the list below the heading that is its description', () => {
    const html = page(
      'it',
      '<h2>Contenuto della cassa</h2><ul><li>Un telo</li><li>Due corde</li></ul><h2>Altro</h2><p>Il telo va lavato a mano.</p>',
    );
    const schema = objectOf({
      parts: { type: 'array', items: { type: 'string' }, description: 'contenuto della cassa' },
    });
    expect(readByRules(html, { schema }).data).toEqual({ parts: ['Un telo', 'Due corde'] });
  });
});

describe('a heading with the class anchorWithStickyNavbar', () => {
  it('is not part of a menu', () => {
    const html = page(
      'en',
      '<h2 class="anchor anchorWithStickyNavbar_x1">Steps</h2><ol><li>Rinse the barrel.</li><li>Close the tap.</li></ol>',
    );
    const schema = objectOf({ steps: { type: 'array', items: { type: 'string' } } });
    expect(readByRules(html, { schema }).data).toEqual({ steps: ['Rinse the barrel.', 'Close the tap.'] });
  });
});
