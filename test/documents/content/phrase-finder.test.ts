import { describe, expect, it } from 'vitest';
import { PhraseFinder } from '../../../core/documents/content/phrase-finder';
import { TEXT_HINT_NAMES, textHintMask } from '../../../core/documents/content/text-hints';

const finder = new PhraseFinder(['read more, related', 'subscri*', 'ähnliche*']);
const hintsOf = (text: string) => {
  const mask = textHintMask(text, /\d/.test(text));
  return TEXT_HINT_NAMES.filter((_, bit) => ((mask >> bit) & 1) === 1);
};

describe('phrases in a text', () => {
  it('are found as whole words, or as beginnings where any ending may follow', () => {
    expect(finder.find('now read more here')).toBe(1);
    expect(finder.find('unrelated')).toBe(0);
    expect(finder.find('relatedly')).toBe(0);
    expect(finder.find('please subscribe: related')).toBe(3);
    expect(finder.find('und ähnliches')).toBe(4);
  });

  it('are looked for only at the start when asked', () => {
    expect(finder.find('related posts', 'start')).toBe(1);
    expect(finder.find('more related posts', 'start')).toBe(0);
  });

  it('tell what short lines of pages say', () => {
    expect(hintsOf('Tags: harbour, walls')).toContain('tags');
    expect(hintsOf('Updated 12 May 2024')).toEqual(expect.arrayContaining(['byline', 'date']));
    expect(hintsOf('Now only €12')).toContain('price');
    expect(hintsOf('The harbour was rebuilt')).toEqual([]);
  });
});
