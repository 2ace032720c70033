import { describe, expect, it } from 'vitest';
import { differInSlash, normalizeForCache } from '../../../core/pipeline/tasks/cache-key';

describe('the key of a cached page', () => {
  it.each([
    ['http://www.shop.example/', 'https://shop.example'],
    ['https://shop.example/lamps/index.html', 'https://shop.example/lamps/'],
    ['https://shop.example/lamps#top', 'https://shop.example/lamps'],
  ])('is the same for %s and %s', (one, other) => {
    expect(normalizeForCache(one)).toBe(normalizeForCache(other));
  });

  it.each([
    ['https://shop.example/lamps/', 'https://shop.example/lamps', true],
    ['https://shop.example/lamps/?page=2', 'https://shop.example/lamps?page=2', true],
    ['https://shop.example/lamps/?page=2', 'https://shop.example/lamps?page=3', false],
    ['https://shop.example/lamps/', 'https://shop.example/pans', false],
    ['https://shop.example/#/lamps/', 'https://shop.example/#/lamps', false],
  ])('differs for %s and %s', (one, other, isSlash) => {
    expect(normalizeForCache(one)).not.toBe(normalizeForCache(other));
    expect(differInSlash(one, other)).toBe(isSlash);
    expect(differInSlash(one, one)).toBe(false);
  });
});
