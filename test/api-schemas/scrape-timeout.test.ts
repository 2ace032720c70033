import { describe, expect, it } from 'vitest';
import { scrapeRequest } from '../../core/common/api/scrape-request';
import { parts } from './parts';

const url = 'https://example.com';
const jsonFormat = { type: 'json', prompt: 'the price' };
const timeoutOf = (version: 'v1' | 'v2', body: object): number =>
  scrapeRequest(version, parts).parse({ url, ...body }).timeoutMs;

describe('the timeout of a scrape', () => {
  it.each([
    ['v2', {}],
    ['v1', {}],
    ['v2', { proxy: 'auto' }],
    ['v2', { proxy: 'stealth' }],
    ['v2', { formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'] }] }],
  ] as const)('is 30 s by default for %s %o', (version, body) => {
    expect(timeoutOf(version, body)).toBe(30_000);
  });

  it.each([
    ['v2', { formats: [jsonFormat] }],
    ['v2', { formats: [{ type: 'extraction', prompt: 'the price' }] }],
    ['v1', { formats: ['json'], jsonOptions: { prompt: 'the price' } }],
    ['v1', { formats: ['extract'], extract: { prompt: 'the price' } }],
    ['v2', { formats: ['markdown', { type: 'changeTracking', modes: ['json'], prompt: 'the price' }] }],
  ] as const)('is 60 s by default for %s %o with structured data', (version, body) => {
    expect(timeoutOf(version, body)).toBe(60_000);
  });

  it.each(['v1', 'v2'] as const)('is the given value in %s, whatever else is requested', (version) => {
    expect(timeoutOf(version, { timeout: 30_000, proxy: 'auto' })).toBe(30_000);
    expect(timeoutOf(version, { timeout: 30_000, proxy: 'stealth' })).toBe(30_000);
    expect(timeoutOf(version, { timeout: 3_600_000 })).toBe(3_600_000);
  });

  it('applies to formats that use a model, too', () => {
    expect(timeoutOf('v2', { timeout: 30_000, formats: [jsonFormat] })).toBe(30_000);
    expect(timeoutOf('v1', { timeout: 30_000, formats: ['json'], jsonOptions: { prompt: 'x' } })).toBe(30_000);
  });
});
