import { describe, expect, it } from 'vitest';
import { halvesOf, pageParts } from '../../../../core/page/models/language/page-parts';
import { tokensOf } from '../../../../core/page/models/language/token-count';

const cards = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `### Card ${index}\n\nSome text about card ${index}.\n\nPrice: ${index} EUR\n`,
  );

describe('a long page in parts', () => {
  it('is not split when it fits', () => {
    expect(pageParts('# A\n\nText', 100, 5)).toEqual({ parts: ['# A\n\nText'], omitted: 0 });
  });

  it('is split between cards, never within one', () => {
    const { parts, omitted } = pageParts(cards(60).join('\n'), 120, 100);
    expect(omitted).toBe(0);
    expect(parts.length).toBeGreaterThan(3);
    for (let index = 0; index < 60; index++) {
      const holding = parts.filter((part) => new RegExp(`Card ${index}\\n`).test(part));
      expect([index, holding.length, holding[0]?.includes(`Price: ${index} EUR`)]).toEqual([index, 1, true]);
    }
    for (const part of parts) expect(tokensOf(part)).toBeLessThan(200);
  });

  it('keeps list items and code blocks intact', () => {
    const items = Array.from({ length: 40 }, (_, index) => `- item ${index}\n  with more about ${index}`).join('\n');
    const { parts } = pageParts(`${items}\n\n\`\`\`\nfirst line\n\nlast line\n\`\`\`\n`, 60, 100);
    for (const part of parts)
      for (const [, at] of part.matchAll(/- item (\d+)/g)) expect(part).toContain(`more about ${at}\n`.trim());
    expect(parts.filter((part) => part.includes('first line'))).toEqual([expect.stringContaining('last line')]);
  });

  it('is split between words in a long paragraph, and counts omitted characters', () => {
    const text = 'word '.repeat(20_000);
    const { parts, omitted } = pageParts(text, 500, 4);
    expect(parts.length).toBe(4);
    expect(parts.every((part) => tokensOf(part) <= 500 && /^(?:word ?)+$/.test(part.trim()))).toBe(true);
    expect(omitted).toBeGreaterThan(80_000);
  });
});

describe('the halves of a text', () => {
  it('contain every card once', () => {
    const halves = halvesOf(cards(60).join('\n'));
    expect(halves).toHaveLength(2);
    expect(halves.join('\n').match(/### Card/g)).toHaveLength(60);
  });

  it('do not exist for a short text', () => {
    expect(halvesOf('A copper kettle.')).toEqual([]);
  });
});
