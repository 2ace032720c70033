import { describe, expect, it } from 'vitest';
import { gridLayout } from '../../src-renderer/display/cell-text';

const column = (id: string, type: 'text' | 'number' | 'link') => ({ id, name: id, type });
const columns = [column('title', 'text'), column('maker', 'text'), column('price', 'number'), column('image', 'link')];

describe('the columns of a grid', () => {
  it('are so narrow on a phone that the first two fit into 366 px', () => {
    const { width } = gridLayout(columns.slice(0, 2), 'data', { isPhone: true });
    expect(width).toBeLessThanOrEqual(366);
    expect(gridLayout(columns.slice(0, 2), 'data').width).toBeGreaterThan(366);
  });
  it.each([
    [340, 'data'],
    [358, 'data'],
    [366, 'data'],
    [358, 'pages'],
  ] as const)('show part of the first column that does not fit into %i px (%s)', (space, of) => {
    const pages = [column('title', 'text'), column('statusCode', 'number'), column('contentType', 'text')];
    const shown = of === 'pages' ? pages : columns;
    const { tracks } = gridLayout(shown, of, { isPhone: true, isStacked: of === 'pages', space });
    // Fixed columns are `34px`, and all others `minmax(84px, 1fr)`.
    const widths = [...tracks.matchAll(/(?<![\d,] ?)(\d+)px/g)].map(([, width]) => Number(width));
    const ends = widths.map((_, at) => widths.slice(0, at + 1).reduce((sum, width) => sum + width, 0));
    const start = Math.max(...ends.filter((end) => end <= space));
    expect(ends.at(-1)).toBeGreaterThan(space);
    expect(space - start).toBeGreaterThanOrEqual(48);
    expect(gridLayout(shown, of, { space }).tracks).toBe(gridLayout(shown, of).tracks);
  });
  it('have no space for checkboxes if rows cannot be selected', () => {
    const [plain, marked] = [false, true].map((hasMarks) => gridLayout(columns, 'data', { hasMarks }));
    expect(plain?.width).toBeLessThan(marked?.width ?? 0);
    expect(marked?.tracks.endsWith(plain?.tracks ?? '')).toBe(true);
  });
  it('are narrow if they contain images', () => {
    const { tracks } = gridLayout(columns, 'data', { images: new Set(['image']) });
    expect(tracks).toMatch(/minmax\(96px, 96px\)$/);
  });
});
