import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../support/read-by-rules';
import { ownPages } from './own-pages';

const around = (body: string) =>
  `<html><head><title>Page</title></head><body><nav><a href="/">Home</a><a href="/contact">Contact</a></nav><main>${body}</main><footer><p>© 2026 Somebody</p></footer></body></html>`;

describe('pages of many kinds and languages', () => {
  it('are forty in ten languages', () => expect(ownPages).toHaveLength(40));

  it.each(ownPages)('$name', ({ body, properties = {}, expected }) => {
    expect(readByRules(around(body), { schema: objectOf(properties) }).data).toEqual(expected);
  });
});
