import { describe, expect, it } from 'vitest';
import { fileSlug, pageFileName } from '../../../core/common/values/file-names';

describe('pageFileName', () => {
  it.each([
    ['Lamps by the harbour – Lamp shop', 'https://shop.test/lamps', 'lamps-by-the-harbour'],
    ['Café: Öffnungszeiten', 'https://shop.test/', 'café-öffnungszeiten'],
    ['', 'https://shop.test/blog/Spring%20sale.html?page=2', 'spring-sale'],
    ['…', 'https://shop.test/100%', '100'],
    ['', 'https://shop.test/', 'shop-test'],
    ['', '', 'page'],
  ])('of the title %j and %s is %s', (title, url, name) => {
    expect(pageFileName(title, url)).toBe(name);
  });
});

describe('fileSlug', () => {
  it('avoids the characters and names that a system reserves', () => {
    expect(fileSlug('a/b\\c:*?"<>| .d')).toBe('a-b-c-d');
    expect(fileSlug('CON')).toBe('con-file');
    expect(fileSlug(`${'é'.repeat(59)} lamp`)).toHaveLength(59);
  });
});
