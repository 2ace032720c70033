import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../../core/common/recipe';
import { withColumns } from '../../../core/common/recipes/recipe-columns';
import { findElements, textOf } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable, recipeAfter, tableOfRecipe } from '../../../core/page/records/build-table';

const numbers = [1, 2, 3, 4, 5, 6];
const page = {
  document: parseDocument(
    `<html lang="en"><body><main><h1>Lamps</h1><ul>${numbers.map((at) => `<li class="card"><h3><a href="/p/${at}">Lamp ${at}</a></h3><b class="price">€ ${at}.50</b><i class="old">€ ${at}9.00</i></li>`).join('')}</ul></main></body></html>`,
  ),
  address: 'https://shop.example/lamps',
};
const elementOf = (text: string) => findElements(page.document, (one) => textOf(one) === text).at(-1)!;
const recipe = buildTable(page, {
  ...{ picks: [elementOf('€ 2.50')], without: [], level: 0, single: false, name: 'lamps' },
  fields: undefined,
}).recipe!;
const [price] = recipe.fields.filter(({ type }) => type === 'price');
const others = recipe.fields.filter(({ name }) => name !== price!.name);
const readAgain = (changed: Recipe): Recipe => tableOfRecipe(page, changed).recipe!;

describe('an edited recipe', () => {
  it('keeps the health of unchanged columns, and drops the health of removed columns', () => {
    expect(recipe.health?.currencies?.[price!.name]).toBe('EUR');
    const { health } = withColumns(recipe, [price!]);
    expect(health).toEqual({ pages: 1, rows: 6, fill: { [price!.name]: 1 }, currencies: { [price!.name]: 'EUR' } });
    expect(withColumns(recipe, others).health?.currencies?.[price!.name]).toBeUndefined();
  });

  it('has no health for a new column with the name of a built-in property', () => {
    const title = { ...others[0]!, name: 'constructor' };
    const changed = withColumns({ ...recipe, fields: [price!, title] }, [price!, { ...title, name: 'toString' }]);
    expect(Object.keys(changed.health!.fill)).toEqual([price!.name]);
    expect(readAgain(changed).health?.fill.toString).toBe(1);
  });

  it('keeps the currency of a renamed column', () => {
    const { health } = withColumns(recipe, [{ ...price!, name: 'cost' }, ...others]);
    expect([health?.currencies?.cost, health?.fill.cost]).toEqual(['EUR', 1]);
  });

  it('drops the health of a column that reads other values, even under the same name', () => {
    const { health } = withColumns(recipe, [{ ...price!, sources: [{ selector: 'h3' }] }, ...others]);
    expect([health?.currencies?.[price!.name], health?.fill[price!.name]]).toEqual([undefined, undefined]);
  });

  it('keeps every other part of the recipe', () => {
    const whole: Recipe = {
      ...recipe,
      ...{ description: 'Every lamp.', next: '.next', learned: { urls: [page.address], at: '2026-01-01T00:00:00Z' } },
      details: { link: 'link', fields: [{ name: 'weight', type: 'number', sources: [{ label: 'Weight' }] }] },
    };
    const { fields: _, health: __, ...rest } = whole;
    expect(withColumns(whole, [price!])).toMatchObject(rest);
  });
});

describe('the page that a recipe reads', () => {
  it('supplies the health data that a recipe lacks, and leaves the rest unchanged', () => {
    const { health: _, ...bare } = recipe;
    expect(readAgain(bare).health).toEqual(recipe.health);
    const known = { ...recipe.health!, pages: 9, rows: 40, currencies: { [price!.name]: 'USD' } };
    expect(readAgain({ ...recipe, health: known }).health).toEqual(known);
    const partial = { pages: 9, rows: 40, fill: { [price!.name]: 0.5 } };
    expect(readAgain({ ...recipe, health: partial }).health?.fill).toEqual({
      ...recipe.health!.fill,
      [price!.name]: 0.5,
    });
  });

  it('supplies the currency of a clicked column, and of a repaired column', () => {
    const before = withColumns(recipe, others);
    const clicked = recipeAfter(page, before, { clicked: elementOf('€ 3.50') });
    const added = clicked.fields.at(-1)!;
    expect(clicked.health?.fill).toEqual(before.health?.fill);
    expect(readAgain(clicked).health?.currencies?.[added.name]).toBe('EUR');
    const wrong = withColumns(recipe, [{ ...price!, sources: [{ selector: 'h3' }] }, ...others]);
    const repaired = recipeAfter(page, wrong, { clicked: elementOf('€ 3.50'), repairs: price!.name });
    expect(readAgain(repaired).health?.currencies?.[price!.name]).toBe('EUR');
  });
});
