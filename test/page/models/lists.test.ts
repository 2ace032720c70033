import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../support/read-by-rules';
import { listPages } from './list-pages';

describe('lists of records are found with all rows and columns', () => {
  it.each(listPages)('$name', ({ body, properties, rows }) => {
    const schema = objectOf({ items: { type: 'array', items: objectOf(properties) } });
    const { data } = readByRules(`<html><head><title>Our list</title></head><body>${body}</body></html>`, { schema });
    expect(data).toEqual({ items: rows });
  });

  it('as the whole answer, when the schema is a list itself', () => {
    const [page] = listPages;
    const schema = { type: 'array', items: objectOf(page!.properties) };
    expect(readByRules(`<body>${page!.body}</body>`, { schema }).data).toEqual(page!.rows);
  });
});
