import { expect, it } from 'vitest';
import { busiestStrip } from '../../../plugins/parsers/pdf/ocr/busiest-strip';

const [width, height] = [200, 1000];

/** Creates an image with lines of 30 rows, each followed by a gap of 10 rows, in the given range of rows. */
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
