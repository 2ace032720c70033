import { describe, expect, it } from 'vitest';
import { firstPageReader } from '../../core/jobs/first-pages';
import type { ResultRow } from '../../core/ports/jobs/result-store';

function pagesOf(...rows: readonly Partial<ResultRow>[]) {
  let reads = 0;
  const read = firstPageReader({
    rows: async () => {
      reads++;
      return { rows: rows.slice(0, 1) as readonly ResultRow[], total: rows.length };
    },
  });
  return { read: () => read('job'), reads: () => reads };
}
const page = { url: 'https://a.example/', title: ' Lamps ', statusCode: 200 };

describe('the first page of a job', () => {
  it('is read once', async () => {
    const { read, reads } = pagesOf(page);
    expect(await read()).toEqual({ url: 'https://a.example/', title: 'Lamps' });
    expect(await read()).toEqual({ url: 'https://a.example/', title: 'Lamps' });
    expect(reads()).toBe(1);
  });

  it('has no name without a title or with an error status', async () => {
    expect(await pagesOf({ ...page, title: ' ' }).read()).toBeUndefined();
    expect(await pagesOf({ ...page, statusCode: 404 }).read()).toBeUndefined();
  });

  it('is read again until a page is done', async () => {
    const { read, reads } = pagesOf();
    expect(await read()).toBeUndefined();
    expect(await read()).toBeUndefined();
    expect(reads()).toBe(2);
  });
});
