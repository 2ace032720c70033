import { describe, expect, it } from 'vitest';
import { srcsetCandidates } from '../../core/common/values/srcset';
import { cleanCss, safeMediaType } from '../../core/live/mirror-resources';

/** Returns the CPU time that this thread spends on some work, in ms. */
async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  return process.threadCpuUsage(before).user / 1000;
}

describe('resources of a hostile page', () => {
  it.each(['<!---->'.repeat(140), '<!---->\n'.repeat(120), `<?xml?>${'<!--a--> '.repeat(90)}`])(
    'are distinguished from SVG in linear time: %.20s',
    async (text) => {
      expect(await cpuMs(() => safeMediaType(Buffer.from(text), 'image/svg+xml'))).toBeLessThan(500);
    },
  );

  it.each([
    ['<svg width="1">', true],
    ['\uFEFF<?xml version="1.0"?><!-- a --><!DOCTYPE svg PUBLIC "x"><!---->\n<svg>', true],
    ['<!--><svg>', true],
    ['<!-- <svg>', false],
    ['<html><svg>', false],
  ])('are SVG by their first element: %s', async (text, isSvg) => {
    expect((await safeMediaType(Buffer.from(text), '')) === 'image/svg+xml').toBe(isSvg);
  });

  it.each([',\t', 'a ', '( ', 'data:,'])('have a srcset that is split in linear time: %s', async (piece) => {
    expect(await cpuMs(() => srcsetCandidates(piece.repeat(100_000)))).toBeLessThan(500);
  });

  it('have a srcset that is split according to the HTML standard', () => {
    expect(srcsetCandidates(' a,1.png 1x,b.png (x,y) 2x, , data:image/png;base64,AA, c.png')).toEqual([
      { url: 'a,1.png', descriptor: '1x' },
      { url: 'b.png', descriptor: '(x,y) 2x' },
      { url: 'data:image/png;base64,AA', descriptor: '' },
      { url: 'c.png', descriptor: '' },
    ]);
  });

  it.each(['url(', 'url( ', '@import ', 'url("a\\', 'url(\'url("', 'url(\\('])(
    'have styles that are cleaned in linear time: %s',
    async (piece) => {
      expect(await cpuMs(() => cleanCss(piece.repeat(60_000), 'https://a.example/', () => undefined))).toBeLessThan(
        800,
      );
    },
  );

  it('have styles whose escaped parentheses are part of the URL', () => {
    const css = 'a { background: url( https://evil.example/a\\(b\\) ) }';
    expect(cleanCss(css, 'https://a.example/', () => undefined)).toBe('a { background: url("about:invalid") }');
  });
});
