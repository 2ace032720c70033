import { expect, it } from 'vitest';
import { busiestStrip } from '../../../plugins/parsers/pdf/ocr/busiest-strip';

const [width, height] = [200, 1000];

/**
 * Creates an image with text lines in the given range of pixel rows. Each line is 30 rows high, followed by a gap of 10
 * rows.
 */
const page = (from: number, to: number) => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return y >= from && y < to && y % 40 < 30 && x % 5 < 2 ? 0 : 255;
  }),
});

it('takes the rows with the densest text, cut between lines', () => {
  const { pixels, height: rows } = busiestStrip(page(600, 840));
  expect(rows).toBeGreaterThan(100);
  expect(pixels.includes(0)).toBe(true);
  const [first, last] = [pixels.subarray(0, width), pixels.subarray(-width)];
  expect([first.includes(0), last.includes(0)]).toEqual([false, false]);
});

it('takes all of a small image', () =>
  expect(busiestStrip({ width: 50, height: 40, pixels: new Uint8Array(2000) }).height).toBe(40));
