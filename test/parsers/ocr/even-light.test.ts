import { expect, it } from 'vitest';
import { evenlyLit } from '../../../plugins/parsers/pdf/ocr/even-light';
import type { Grey } from '../../../plugins/parsers/pdf/ocr/grey';

const [width, height] = [480, 300];

/** Creates a page whose brightness depends on the column, with dark dots as text. */
const lit = (light: (x: number) => number): Grey => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height }, (_, at) => {
    const x = at % width;
    return light(x) * (x % 12 === 0 ? 0.2 : 1);
  }),
});

it('removes a shadow that grows toward an edge', () => {
  const { pixels } = evenlyLit(lit((x) => 130 + Math.min(110, x / 3)));
  const paper = [10, 100, 250, 470].map((x) => pixels[40 * width + x]!);
  expect(Math.min(...paper)).toBeGreaterThan(215);
  expect(pixels[40 * width + 24]).toBeLessThan(70);
});

it.each([
  ['even light', () => 230],
  ['a dark theme', () => 30],
  ['an area with an edge', (x: number) => (x < 240 ? 120 : 250)],
] as const)('leaves %s as it is', (_, light) => {
  const page = lit(light);
  expect(evenlyLit(page)).toBe(page);
});
