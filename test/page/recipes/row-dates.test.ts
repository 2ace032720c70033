import { describe, expect, it } from 'vitest';
import { dateSentences } from '../../../core/page/recipes/row-dates';
import { readBy, recipeOf } from './read';

const recipe = recipeOf([{ name: 'starts', type: 'date', sources: [{ selector: '.starts' }] }], {
  records: { selector: 'li' },
});
const list = (lang: string, days: readonly string[], more = '') =>
  `<html lang="${lang}"><body>${more}<ul>${days.map((day) => `<li><b>Fair</b> <span class="starts">${day}</span></li>`).join('')}</ul></body></html>`;
const read = (html: string) => {
  const { result, warnings, unclear } = readBy(recipe, html);
  return { days: result.rows.map(({ starts }) => starts), warnings: [...warnings, ...dateSentences(recipe, unclear)] };
};

describe('a date column of a recipe', () => {
  it('is read in the order of the language and of its own dates', () => {
    expect(read(list('en-GB', ['03/04/2026', '05/06/2026']))).toEqual({
      days: ['2026-04-03', '2026-06-05'],
      warnings: [],
    });
    expect(read(list('en', ['03/04/2026', '13/06/2026']))).toEqual({
      days: ['2026-04-03', '2026-06-13'],
      warnings: [],
    });
    const mixed = list('en', ['03/04/2026', '13/06/2026'], '<p>Updated 04/13/2026</p>');
    expect(read(mixed)).toEqual({ days: ['2026-04-03', '2026-06-13'], warnings: [] });
  });

  it('adds a warning when its order is ambiguous', () =>
    expect(read(list('en', ['03/04/2026', '05/06/2026'])).warnings).toEqual([
      'Recipe "things": Day and month are ambiguous: starts "03/04/2026" is read as 2026-03-04, but may be 2026-04-03.',
    ]));
});
