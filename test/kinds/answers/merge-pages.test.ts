import { describe, expect, it } from 'vitest';
import { mergePages, type ReadPage } from '../../../core/kinds/answers/merge-pages';
import { toTree } from '../../../core/kinds/answers/value-tree';

const page = (url: string, data: unknown, missing: readonly string[] = []): ReadPage => ({
  taskId: url,
  askedUrl: url,
  url,
  statusCode: 200,
  tokensUsed: 0,
  links: [],
  credits: 5,
  tree: toTree(
    {
      data,
      sources: pointersOf(data).map((path) => ({ path, url, kind: 'text', excerpt: path, score: 1 })),
      missing: missing.map((path) => ({ path, reason: 'not there' })),
    },
    url,
  ),
});

function pointersOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return value === null ? [] : [path];
  return Object.entries(value).flatMap(([name, inner]) => pointersOf(inner, `${path}/${name}`));
}

const merge = (...pages: readonly ReadPage[]) => mergePages(pages, false);

describe('pages about the same thing', () => {
  it('fill each other’s gaps, with the sources of the values', () => {
    const { data, sources, missing, conflicts } = merge(
      page('a', { name: 'Acme', phone: null, fax: null }, ['/phone', '/fax']),
      page('b', { name: 'ACME', phone: '123' }),
    );
    expect(data).toEqual({ name: 'Acme', phone: '123', fax: null });
    expect(sources.map(({ path, url }) => `${path} ${url}`)).toEqual(['/name a', '/name b', '/phone b']);
    expect(missing.map(({ path }) => path)).toEqual(['/fax']);
    expect(conflicts).toEqual([]);
  });

  it('report conflicts: the first page wins, and other values are kept', () => {
    const { data, conflicts } = merge(page('a', { name: 'Acme', staff: 10 }), page('b', { name: 'Acme', staff: 12 }));
    expect(data).toEqual({ name: 'Acme', staff: 10 });
    expect(conflicts).toEqual([{ path: '/staff', values: [{ value: 12, url: 'b' }] }]);
  });

  it('are distinguished by their number when names are similar', () => {
    const { data } = merge(page('a', { sku: 'A1', colour: null }), page('b', { sku: 'A2', colour: 'red' }));
    expect(data).toEqual({ sku: 'A1', colour: null });
  });
});

describe('lists', () => {
  it('join records with the same number, fill their gaps, and keep the rest', () => {
    const { data, sources, conflicts } = merge(
      page('a', {
        items: [
          { sku: '1', price: 5 },
          { sku: '2', price: null },
        ],
      }),
      page('b', {
        items: [
          { sku: '3', price: 9 },
          { sku: '2', price: 7 },
          { sku: '1', price: 6 },
        ],
      }),
    );
    expect(data).toEqual({
      items: [
        { sku: '1', price: 5 },
        { sku: '2', price: 7 },
        { sku: '3', price: 9 },
      ],
    });
    expect(conflicts).toEqual([{ path: '/items/0/price', values: [{ value: 6, url: 'b' }] }]);
    expect(sources.find(({ path }) => path === '/items/2/sku')?.url).toBe('b');
  });

  it('keep records of one page separate, and records with the same name and conflicting values', () => {
    const { data } = merge(
      page('a', {
        items: [
          { name: 'Screw', size: 1 },
          { name: 'Screw', size: 2 },
        ],
      }),
      page('b', {
        items: [
          { name: 'Screw', size: 3 },
          { name: 'Screw', size: 1 },
        ],
      }),
    );
    expect((data as { items: { size: number }[] }).items.map(({ size }) => size)).toEqual([1, 2, 3]);
  });

  it('of plain values contain each value once', () => {
    expect(merge(page('a', { tags: ['x', 'y'] }), page('b', { tags: ['Y', 'z'] })).data).toEqual({
      tags: ['x', 'y', 'z'],
    });
  });
});

it('merges pages about different things to a list when the schema was guessed', () => {
  const pages = [
    page('a', { title: 'One', price: 1 }),
    page('b', { title: 'Two', price: 2 }),
    page('c', { title: 'Two', price: 2 }),
  ];
  expect(mergePages(pages, true).data).toEqual({
    items: [
      { title: 'One', price: 1 },
      { title: 'Two', price: 2 },
    ],
  });
});
