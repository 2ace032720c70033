import type { Grey } from './grey';

/** Size of the squares for measuring the background, in pixels. */
const SQUARE = 48;
/** Percentile of pixel brightness, 0–1, that is taken as the background of a square. */
const BACKGROUND = 0.85;
/** Minimum ratio of the darkest to the brightest background in an evenly lit image. */
const EVEN = 0.8;
/** Minimum brightness of a shadow, 0–255. A darker background belongs to a picture or a dark theme. */
const DARKEST = 60;
/**
 * Maximum difference between adjacent squares in a shadow, as a share of the brighter square. A larger difference
 * indicates the edge of an object or area.
 */
const MAX_STEP = 0.3;

/** Background brightness of each square in an image. */
interface Backgrounds {
  readonly columns: number;
  readonly rows: number;
  readonly values: Uint8Array;
}

/** Removes shadows, such as those near a book's spine. Returns evenly lit images unchanged. */
export function evenlyLit(image: Grey): Grey {
  const backgrounds = backgroundsOf(image);
  if (!isShadow(backgrounds)) return image;
  const { width, height, pixels } = image;
  const result = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      result[at] = Math.min(255, ((pixels[at] ?? 0) * 245) / backgroundAt(backgrounds, x, y));
    }
  return { width, height, pixels: result };
}

function backgroundsOf({ width, height, pixels }: Grey): Backgrounds {
  const [columns, rows] = [Math.ceil(width / SQUARE), Math.ceil(height / SQUARE)];
  const values = new Uint8Array(columns * rows);
  const counts = new Uint32Array(256);
  for (let square = 0; square < values.length; square++) {
    counts.fill(0);
    const [left, top] = [(square % columns) * SQUARE, Math.floor(square / columns) * SQUARE];
    const [right, bottom] = [Math.min(width, left + SQUARE), Math.min(height, top + SQUARE)];
    for (let y = top; y < bottom; y += 2)
      for (let x = left; x < right; x += 2) {
        const value = pixels[y * width + x] ?? 0;
        counts[value] = (counts[value] ?? 0) + 1;
      }
    values[square] = quantile(counts, BACKGROUND);
  }
  return { columns, rows, values };
}

function quantile(counts: Uint32Array, share: number): number {
  let left = counts.reduce((sum, count) => sum + count, 0) * share;
  for (const [value, count] of counts.entries()) {
    left -= count;
    if (left <= 0) return value;
  }
  return 255;
}

/** True if the backgrounds differ, change gradually and are not dark. */
function isShadow({ columns, values }: Backgrounds): boolean {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (least > most * EVEN || least < DARKEST) return false;
  const isStep = (a: number, b = a) => Math.min(a, b) < Math.max(a, b) * (1 - MAX_STEP);
  return !values.some(
    (value, at) => isStep(value, values[at + columns]) || ((at + 1) % columns !== 0 && isStep(value, values[at + 1])),
  );
}

/** Returns the background at a pixel, interpolated between the centres of the squares. */
function backgroundAt({ columns, rows, values }: Backgrounds, x: number, y: number): number {
  const column = Math.max(0, Math.min(columns - 1.001, x / SQUARE - 0.5));
  const row = Math.max(0, Math.min(rows - 1.001, y / SQUARE - 0.5));
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [toRight, toBottom] = [column - left, row - top];
  const at = top * columns + left;
  const value = (offset: number) => values[at + offset] ?? values[at] ?? 255;
  const upper = value(0) * (1 - toRight) + value(1) * toRight;
  const lower = value(columns) * (1 - toRight) + value(columns + 1) * toRight;
  return Math.max(1, upper * (1 - toBottom) + lower * toBottom);
}
