/** A greyscale image: one byte per pixel, rows from top to bottom. 0 is black. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Returns an image as a PGM file, which Tesseract reads without decoding. */
export function toPgm({ width, height, pixels }: Grey): Uint8Array {
  const head = Buffer.from(`P5 ${width} ${height} 255\n`);
  return Buffer.concat([head, pixels]);
}

/** Returns the number of pixels for each brightness value. */
export function histogramOf(pixels: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  for (let at = 0; at < pixels.length; at++) {
    const value = pixels[at] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

/** True for an image with a single shade, such as an empty page. Ignores a few stray pixels. */
export function isBlank({ pixels }: Grey): boolean {
  const counts = histogramOf(pixels);
  const shade = counts.indexOf(Math.max(...counts));
  let other = 0;
  for (const [value, count] of counts.entries()) if (Math.abs(value - shade) > 40) other += count;
  return other <= pixels.length / 50_000;
}

/** Clockwise rotation of an image, in quarter turns. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** Rotates an image clockwise by quarter turns. */
export function turned(image: Grey, turns: QuarterTurns): Grey {
  if (turns === 0) return image;
  const { width, height, pixels } = image;
  const result = new Uint8Array(pixels.length);
  if (turns === 2) {
    for (let at = 0; at < pixels.length; at++) result[pixels.length - 1 - at] = pixels[at] ?? 0;
    return { width, height, pixels: result };
  }
  for (let y = 0; y < height; y++) {
    const column = turns === 1 ? height - 1 - y : y;
    for (let x = 0; x < width; x++) {
      const row = turns === 1 ? x : width - 1 - x;
      result[row * height + column] = pixels[y * width + x] ?? 0;
    }
  }
  return { width: height, height: width, pixels: result };
}

/** Returns the rows of an image from `top` up to, but not including, `bottom`. */
export const rowsOf = ({ width, pixels }: Grey, top: number, bottom: number): Grey => ({
  width,
  height: bottom - top,
  pixels: pixels.subarray(top * width, bottom * width),
});

/**
 * Minimum difference in brightness between a speck and its neighbouring pixels, which are either all brighter or all
 * darker.
 */
const MIN_SPECK = 70;
/** A page is smoothed if more than this share of its pixels are specks, because so many specks impair recognition. */
const MANY_SPECKS = 0.004;
/** Sampling interval for counting specks, in rows and columns. */
const SPECK_STEP = 3;

/** True for an image with many pixels that differ from all their neighbours, such as scanner noise. */
export function isSpecked({ width, height, pixels }: Grey): boolean {
  let [seen, specks] = [0, 0];
  for (let y = 1; y < height - 1; y += SPECK_STEP) {
    for (let x = 1; x < width - 1; x += SPECK_STEP) {
      const at = y * width + x;
      const value = pixels[at] ?? 0;
      const [left, right] = [pixels[at - 1] ?? 0, pixels[at + 1] ?? 0];
      const [above, below] = [pixels[at - width] ?? 0, pixels[at + width] ?? 0];
      seen++;
      if (Math.min(left, right, above, below) - value > MIN_SPECK) specks++;
      else if (value - Math.max(left, right, above, below) > MIN_SPECK) specks++;
    }
  }
  return specks > seen * MANY_SPECKS;
}

/** Replaces each pixel with the median of its 3 × 3 neighbourhood, which removes scanner specks. */
export function withoutSpecks(image: Grey): Grey {
  const { width, height, pixels } = image;
  const result = Uint8Array.from(pixels);
  const near = new Uint8Array(9);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      for (let row = 0; row < 3; row++) {
        const from = at + (row - 1) * width - 1;
        near[row * 3] = pixels[from] ?? 0;
        near[row * 3 + 1] = pixels[from + 1] ?? 0;
        near[row * 3 + 2] = pixels[from + 2] ?? 0;
      }
      result[at] = medianOfNine(near);
    }
  }
  return { width, height, pixels: result };
}

/** Returns the median of nine bytes. A partial insertion sort is faster here than a general sort. */
function medianOfNine(values: Uint8Array): number {
  for (let at = 1; at < 9; at++) {
    const value = values[at] ?? 0;
    let to = at;
    for (; to > 0 && (values[to - 1] ?? 0) > value; to--) values[to] = values[to - 1] ?? 0;
    values[to] = value;
  }
  return values[4] ?? 0;
}

/** Reduces an image to at most `maxPixels` by averaging areas. Returns smaller images unchanged. */
export function reduced(image: Grey, maxPixels: number): Grey {
  const { width, height, pixels } = image;
  const factor = Math.sqrt((width * height) / maxPixels);
  if (factor <= 1) return image;
  const [wide, high] = [Math.max(1, Math.floor(width / factor)), Math.max(1, Math.floor(height / factor))];
  const result = new Uint8Array(wide * high);
  for (let y = 0; y < high; y++) {
    const [top, bottom] = [Math.floor(y * factor), Math.min(height, Math.ceil((y + 1) * factor))];
    for (let x = 0; x < wide; x++) {
      const [left, right] = [Math.floor(x * factor), Math.min(width, Math.ceil((x + 1) * factor))];
      let sum = 0;
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++) sum += pixels[row * width + column] ?? 0;
      result[y * wide + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return { width: wide, height: high, pixels: result };
}

/** Doubles the size of an image, with linear interpolation. */
export function doubled(image: Grey): Grey {
  const { width, height, pixels } = image;
  const [wide, high] = [width * 2, height * 2];
  const result = new Uint8Array(wide * high);
  for (let y = 0; y < high; y++) {
    const row = (y >> 1) * width;
    const nextRow = y % 2 === 1 && y < high - 1 ? row + width : row;
    for (let x = 0; x < wide; x++) {
      const column = x >> 1;
      const next = x % 2 === 1 && x < wide - 1 ? column + 1 : column;
      const sum =
        (pixels[row + column] ?? 0) +
        (pixels[row + next] ?? 0) +
        (pixels[nextRow + column] ?? 0) +
        (pixels[nextRow + next] ?? 0);
      result[y * wide + x] = sum >> 2;
    }
  }
  return { width: wide, height: high, pixels: result };
}

/**
 * Reduces the width of an image by averaging adjacent pixels. `share` is the ratio of the new width to the old width,
 * at least 0.5.
 */
export function narrowed({ width, height, pixels }: Grey, share: number): Grey {
  const wide = Math.max(1, Math.round(width * share));
  const step = width / wide;
  const first = Int32Array.from({ length: wide }, (_, x) => Math.floor(x * step));
  // Weights of the first and third pixel in each average. The weights of all three add up to 256.
  const before = Int32Array.from(first, (column, x) => Math.round((256 * Math.min(1, 1 - (x * step - column))) / step));
  const after = Int32Array.from(first, (column, x) =>
    Math.round(256 * Math.max(0, 1 - (column + 2 - x * step) / step)),
  );
  const result = new Uint8Array(wide * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < wide; x++) {
      const at = y * width + (first[x] ?? 0);
      const [left, right] = [before[x] ?? 0, after[x] ?? 0];
      const sum =
        (pixels[at] ?? 0) * left + (pixels[at + 1] ?? 0) * (256 - left - right) + (pixels[at + 2] ?? 0) * right;
      result[y * wide + x] = (sum + 128) >> 8;
    }
  }
  return { width: wide, height, pixels: result };
}
