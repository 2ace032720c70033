import { expect, it } from 'vitest';
import type { Grey } from '../../../plugins/parsers/pdf/ocr/grey';
import { measureText, narrowedForTime } from '../../../plugins/parsers/pdf/ocr/narrowing';

/** Creates a page of letters. Each letter has two strokes that are `stroke` pixels wide and ten times as high. */
function page(columns: number, rows: number, stroke: number): Grey {
  const [width, height] = [columns * stroke * 6, rows * stroke * 20];
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return Math.floor(y / stroke) % 20 < 10 && [1, 3].includes(Math.floor(x / stroke) % 6) ? 20 : 250;
  });
  return { width, height, pixels };
}

it('measures the same number of letters at any resolution', () => {
  const [small, large] = [measureText(page(40, 10, 2)), measureText(page(40, 10, 5))];
  expect(large.letters).toBeCloseTo(small.letters, 5);
  expect([small.stroke, large.stroke]).toEqual([2, 5]);
  expect(measureText(page(40, 20, 2)).letters).toBeCloseTo(small.letters * 2, 5);
});

it('narrows the letters of a page only if they are many and wide enough', () => {
  const share = (image: Grey) => narrowedForTime(image).width / image.width;
  expect(share(page(30, 10, 4))).toBe(1);
  expect(share(page(80, 40, 2))).toBe(1);
  expect(share(page(80, 40, 4))).toBeLessThan(0.8);
});

it('measures an empty page', () =>
  expect(measureText({ width: 9, height: 9, pixels: new Uint8Array(81).fill(255) })).toEqual({
    letters: 0,
    stroke: 0,
  }));
