import { describe, expect, it } from 'vitest';
import type { LiveTable, TablePicks } from '../../core/common/api/live-table';
import type { Recipe, RecipeField } from '../../core/common/recipe';
import {
  clicked,
  continued,
  excluded,
  hasPicks,
  nothing,
  resized,
  samePage,
  withColumns,
} from '../../src-renderer/composables/table/table-picks';

const title: RecipeField = { name: 'title', type: 'text', sources: [{ selector: 'h3' }] };
const recipe: Recipe = {
  version: 1,
  name: 'shop',
  pages: ['*'],
  fields: [title],
  health: { pages: 2, fill: { title: 1 } },
};
const picked: TablePicks = { ...nothing, picks: [4, 7], without: [9], level: 1, fields: [title] };
const table = {
  address: 'https://shop.example/',
  picks: [4, 7],
  level: 2,
  fields: [title],
  rows: [],
} as unknown as LiveTable;
const record = { hasRows: true };

describe('a click on an element', () => {
  it('picks the first record', () => {
    expect(clicked(nothing, 4, record)).toEqual({ ...nothing, picks: [4] });
  });

  it('adds to the picks', () => {
    expect(clicked(picked, 8, record)).toEqual({ ...picked, clicked: 8 });
  });

  it('excludes an element from a list, and passes the previous picks on', () => {
    const before = { picks: [4, 7], without: [9], level: 1 };
    expect(excluded(picked, table, 8)).toEqual({ ...picked, without: [9, 8], before });
  });

  it('excludes an element from records found by a recipe', () => {
    const before = { picks: [4, 7], level: 2, without: [] };
    expect(excluded({ ...nothing, recipe }, table, 8)).toMatchObject({
      ...before,
      without: [8],
      before,
      continues: recipe,
    });
  });

  it('starts a new list only if a recipe found no rows, and keeps the columns of a single record', () => {
    expect(clicked({ ...nothing, recipe }, 8, record)).toEqual({ ...nothing, recipe, clicked: 8 });
    expect(clicked({ ...nothing, recipe }, 8, { hasRows: false })).toEqual({ ...nothing, picks: [8] });
    const single = clicked({ ...nothing, single: true, recipe }, 8, record);
    expect(single).toEqual({ ...nothing, single: true, fields: [title], continues: recipe, clicked: 8 });
  });
});

describe('the picks of a table', () => {
  it('pass the previous records on when they get wider or narrower', () => {
    const before = { picks: [4, 7], without: [9], level: 1 };
    expect(resized(picked, table, -1)).toEqual({ ...picked, level: 0, before });
  });

  it('include the records found by a recipe before they resize', () => {
    const before = { picks: [4, 7], level: 2, without: [] };
    const expected = { ...nothing, picks: [4, 7], fields: [title], before, continues: recipe, level: 3 };
    expect(resized({ ...nothing, recipe }, table, 1)).toEqual(expected);
    expect(resized({ ...nothing, recipe }, undefined, 1)).toMatchObject({ recipe, level: 1 });
  });

  it('keep the recipe and the health of its unchanged columns when the columns change', () => {
    const changed = withColumns({ ...nothing, recipe }, [{ ...title, name: 'lamp' }]);
    const health = { pages: 2, fill: { lamp: 1 } };
    expect(changed.recipe).toEqual({ ...recipe, fields: [{ ...title, name: 'lamp' }], health });
    expect(changed.single).toBe(true);
    expect(withColumns({ ...nothing, recipe }, []).recipe?.health).toEqual({ pages: 2, fill: {} });
    expect(withColumns(picked, [])).toEqual({ ...picked, fields: [] });
  });

  it('continue with the records and columns of the answer, without the click', () => {
    const next = continued({ ...picked, clicked: 8 }, { ...table, picks: [4, 7, 8] });
    expect(next).toEqual({ ...picked, picks: [4, 7, 8] });
    expect(continued(picked, { ...table, fields: [] }).fields).toBeUndefined();
    expect(continued({ ...nothing, recipe }, { ...table, recipe: { ...recipe, name: 'b' } }).recipe?.name).toBe('b');
  });

  it('are empty before the first click', () => {
    expect(hasPicks(nothing)).toBe(false);
    expect([picked, { ...nothing, recipe }, { ...nothing, single: true }].every(hasPicks)).toBe(true);
  });
});

describe('the URLs of a page', () => {
  it('differ in their fragment only', () => {
    expect(samePage('https://a.example/x#one', 'https://a.example/x')).toBe(true);
    expect(samePage('https://a.example/x?page=2', 'https://a.example/x')).toBe(false);
    expect(samePage('https://a.example/y#one', 'https://a.example/x#one')).toBe(false);
  });
});
