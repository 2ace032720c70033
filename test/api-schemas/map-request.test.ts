import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mapRequest } from '../../core/common/api/map-request';

const v1 = mapRequest('v1');
const v2 = mapRequest('v2');
const url = 'https://example.com';

describe('map requests', () => {
  it('fill in the defaults', () => {
    expect(v2.parse({ url })).toMatchObject({
      url,
      sitemap: 'include',
      includeSubdomains: true,
      ignoreQueryParameters: true,
      limit: 5000,
      filterByPath: true,
      timeoutMs: undefined,
      search: undefined,
    });
  });

  it('accept the old names of the sitemap modes', () => {
    expect(v1.parse({ url, sitemapOnly: true }).sitemap).toBe('only');
    expect(v1.parse({ url, ignoreSitemap: true }).sitemap).toBe('skip');
    expect(v1.safeParse({ url, sitemap: 'skip' }).success).toBe(false);
    expect(v2.safeParse({ url, sitemapOnly: true }).success).toBe(false);
  });

  it('accept requests of published clients', () => {
    const body = { url, search: ' docs ', includeSubdomains: false, limit: 100_000, timeout: 5, useIndex: false };
    const spec = v2.parse({ ...body, integration: 'x', origin: 'js', location: { country: 'de' } });
    expect(spec).toMatchObject({ search: 'docs', limit: 100_000, timeoutMs: 5, location: { country: 'DE' } });
  });

  it.each([{ limit: 0 }, { limit: 100_001 }, { timeout: 0 }, { nonsense: 1 }, { includePaths: ['('] }])(
    'refuse %j',
    (extra) => {
      expect(v2.safeParse({ url, ...extra }).success).toBe(false);
    },
  );

  it('describe every field', () => {
    for (const schema of [v1, v2]) {
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      for (const [name, field] of Object.entries(json.properties ?? {}))
        expect(field, name).toHaveProperty('description');
    }
  });
});
