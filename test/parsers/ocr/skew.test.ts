import { expect, it } from 'vitest';
import { type Grey, turned } from '../../../plugins/parsers/pdf/ocr/grey';
import { skewOf } from '../../../plugins/parsers/pdf/ocr/skew';

/** Creates a page with lines of dashes that slope down to the right by the given angle in degrees. */
function page(degrees: number): Grey {
  const [width, height] = [800, 600];
  const slope = Math.tan((degrees * Math.PI) / 180);
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 60; x < width - 60; x++) {
      const level = y - x * slope;
      const isLine = ((Math.round(level) % 30) + 30) % 30 < 9;
      if (isLine && (x + Math.floor(level / 30) * 13) % 24 < 17) pixels[y * width + x] = 20;
    }
  return { width, height, pixels };
}

it.each([0, 1, -2.5, 5, -9])('measures lines that fall by %d°', (degrees) =>
  expect((skewOf(page(degrees)).radians * 180) / Math.PI).toBeCloseTo(-degrees, 0),
);

it('finds lines more distinct upright than on their side', () =>
  expect(skewOf(page(2)).distinctness).toBeGreaterThan(skewOf(turned(page(2), 1)).distinctness * 1.5));

it('leaves an empty page level', () =>
  expect(skewOf({ width: 300, height: 300, pixels: new Uint8Array(90_000).fill(255) })).toEqual({
    radians: -0,
    distinctness: 0,
  }));
