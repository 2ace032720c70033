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
