import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { batchRequest } from '../../core/common/api/batch-request';
import { parts } from './parts';

const v1 = batchRequest('v1', parts);
const v2 = batchRequest('v2', parts);
const mixed = ['https://example.com/a', 'not an address', 'example.org'];

describe('batch requests', () => {
  it('accept scrape options at the top level', () => {
    const spec = v2.parse({ urls: ['example.com'], formats: ['html'], waitFor: 100, maxConcurrency: 2 });
    expect(spec).toMatchObject({
      urls: ['http://example.com'],
      invalidURLs: [],
      maxConcurrency: 2,
      scrape: { url: '', formats: [{ type: 'html' }], waitForMs: 100 },
    });
  });

  it('collect invalid URLs in v2', () => {
    const spec = v2.parse({ urls: mixed });
    expect(spec.urls).toEqual(['https://example.com/a', 'http://example.org']);
    expect(spec.invalidURLs).toEqual(['not an address']);
  });

  it('refuse an invalid URL in v1, unless asked to ignore it', () => {
    expect(v1.safeParse({ urls: mixed }).error?.issues[0]).toMatchObject({ path: ['urls', 1] });
    expect(v1.parse({ urls: ['example.com'] }).invalidURLs).toBeUndefined();
    expect(v1.parse({ urls: mixed, ignoreInvalidURLs: true }).invalidURLs).toEqual(['not an address']);
    expect(v2.safeParse({ urls: mixed, ignoreInvalidURLs: false }).success).toBe(false);
  });

  it('keep the order and duplicates', () => {
    expect(v2.parse({ urls: ['a.com', 'b.com', 'a.com'] }).urls).toEqual([
      'http://a.com',
      'http://b.com',
      'http://a.com',
    ]);
  });

  it.each([
    ['no URLs', { urls: [] }],
    ['urls left out', {}],
    ['an id that is no UUID', { urls: ['a.com'], appendToId: 'x' }],
    ['an unknown key', { urls: ['a.com'], nonsense: 1 }],
    ['a single url', { urls: ['a.com'], url: 'a.com' }],
    ['a wait over half the timeout', { urls: ['a.com'], waitFor: 600, timeout: 1000 }],
  ])('refuse %s', (_, body) => {
    expect(v2.safeParse(body).success).toBe(false);
  });

  it('convert v1 options to the same spec', () => {
    const spec = v1.parse({ urls: ['a.com'], formats: ['screenshot@fullPage'], parsePDF: false });
    expect(spec.scrape).toMatchObject({ formats: [{ type: 'screenshot', fullPage: true }], parsers: [], maxAgeMs: 0 });
  });

  it('accept a webhook and an id to append to', () => {
    const id = '0190a0a0-0000-7000-8000-000000000000';
    const spec = v2.parse({
      urls: ['a.com'],
      appendToId: id,
      webhook: { url: 'http://h.com', events: ['batch_scrape.page'] },
    });
    expect(spec).toMatchObject({ appendToId: id, webhook: { events: ['page'] } });
  });

  it('describe every field', () => {
    for (const schema of [v1, v2]) {
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      for (const [name, field] of Object.entries(json.properties ?? {}))
        expect(field, name).toHaveProperty('description');
    }
  });
});
