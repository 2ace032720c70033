import { expect, it } from 'vitest';
import {
  doubled,
  type Grey,
  isBlank,
  isSpecked,
  narrowed,
  reduced,
  rowsOf,
  toPgm,
  turned,
  withoutSpecks,
} from '../../../plugins/parsers/pdf/ocr/grey';

const image = (...rows: readonly (readonly number[])[]): Grey => ({
  width: rows[0]!.length,
  height: rows.length,
  pixels: Uint8Array.from(rows.flat()),
});
const rows = ({ width, height, pixels }: Grey) =>
  Array.from({ length: height }, (_, y) => [...pixels.subarray(y * width, (y + 1) * width)]);

it('writes a header and the pixels as pgm', () =>
  expect(Buffer.from(toPgm(image([1, 2], [3, 4]))).toString('latin1')).toBe('P5 2 2 255\n\x01\x02\x03\x04'));

it.each([
  [
    0,
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  ],
  [
    1,
    [
      [4, 1],
      [5, 2],
      [6, 3],
    ],
  ],
  [
    2,
    [
      [6, 5, 4],
      [3, 2, 1],
    ],
  ],
  [
    3,
    [
      [3, 6],
      [2, 5],
      [1, 4],
    ],
  ],
] as const)('turns an image clockwise %i times', (turns, expected) =>
  expect(rows(turned(image([1, 2, 3], [4, 5, 6]), turns))).toEqual(expected),
);

it('returns rows of an image', () =>
  expect(rows(rowsOf(image([1, 2], [3, 4], [5, 6]), 1, 3))).toEqual([
    [3, 4],
    [5, 6],
  ]));

it('finds an image blank in spite of noise and stray pixels, and one with a word not', () => {
  const noisy = { width: 500, height: 500, pixels: Uint8Array.from({ length: 250_000 }, (_, at) => 235 + (at % 20)) };
  noisy.pixels[777] = 0;
  expect(isBlank(noisy)).toBe(true);
  noisy.pixels.fill(0, 1000, 1060);
  expect(isBlank(noisy)).toBe(false);
});

it('removes single specks and keeps strokes', () => {
  const speck = image([9, 9, 9, 9], [9, 0, 9, 9], [9, 9, 9, 9], [9, 9, 9, 9]);
  expect(rows(withoutSpecks(speck)).flat()).toEqual(Array(16).fill(9));
  const stroke = image([9, 0, 0, 9], [9, 0, 0, 9], [9, 0, 0, 9]);
  expect(rows(withoutSpecks(stroke))[1]).toEqual([9, 0, 0, 9]);
});

it('doubles an image with shades between its pixels', () =>
  expect(rows(doubled(image([0, 100], [0, 100])))[0]).toEqual([0, 50, 100, 100]));

it('reduces a large image to means of areas, and leaves a small one', () => {
  const large = image([0, 100, 200, 200], [0, 100, 200, 200], [50, 50, 8, 8], [50, 50, 8, 8]);
  expect(rows(reduced(large, 4))).toEqual([
    [50, 200],
    [50, 8],
  ]);
  expect(reduced(large, 16)).toBe(large);
});

it('narrows letters to means of areas', () => {
  expect(rows(narrowed(image([0, 100, 200, 60], [8, 8, 16, 16]), 0.5))).toEqual([
    [50, 130],
    [8, 16],
  ]);
  expect(rows(narrowed(image([0, 120, 240]), 2 / 3))).toEqual([[40, 200]]);
});

it('finds specks, and none in letters or smooth noise', () => {
  const pixels = (value: (at: number) => number) => ({
    width: 90,
    height: 90,
    pixels: Uint8Array.from({ length: 8100 }, (_, at) => value(at)),
  });
  expect(isSpecked(pixels((at) => (at % 31 === 0 ? 0 : 255)))).toBe(true);
  expect(isSpecked(pixels((at) => (at % 9 < 2 ? 0 : 255)))).toBe(false);
  expect(isSpecked(pixels((at) => 200 + ((at * 37) % 50)))).toBe(false);
});
