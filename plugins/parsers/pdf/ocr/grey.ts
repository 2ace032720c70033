import { inflateSync } from 'node:zlib';

/** A greyscale image: one byte per pixel, rows from top to bottom; 0 is black. */
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

const PNG_HEAD_BYTES = 8;

/** Decodes an 8-bit greyscale PNG, as written by Leptonica; returns undefined for other kinds. */
export function fromPng(png: Buffer): Grey | undefined {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [depth, colours, interlaced] = [png[24], png[25], png[28]];
  if (depth !== 8 || colours !== 0 || interlaced !== 0) return undefined;
  const parts: Buffer[] = [];
  for (let at = PNG_HEAD_BYTES; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const rows = inflateSync(Buffer.concat(parts), { maxOutputLength: (width + 1) * height });
  return { width, height, pixels: unfilter(rows, width, height) };
}

/** Reverses the PNG filters of rows with one byte per pixel. */
function unfilter(rows: Uint8Array, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (width + 1)];
    const from = y * (width + 1) + 1;
    const to = y * width;
    for (let x = 0; x < width; x++) {
      const left = x > 0 ? (pixels[to + x - 1] ?? 0) : 0;
      const up = y > 0 ? (pixels[to + x - width] ?? 0) : 0;
      const corner = x > 0 && y > 0 ? (pixels[to + x - width - 1] ?? 0) : 0;
      pixels[to + x] = (rows[from + x] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return pixels;
}

function predicted(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** True for an image with a single shade, such as an empty page; ignores a few stray pixels. */
export function isBlank({ pixels }: Grey): boolean {
  const counts = new Uint32Array(256);
  for (const value of pixels) counts[value] = (counts[value] ?? 0) + 1;
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

/** Minimum difference between a speck and its neighbouring pixels. */
const MIN_SPECK = 70;
/** Share of a page's pixels that are specks above which recognition suffers. */
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
      const around = [pixels[at - 1], pixels[at + 1], pixels[at - width], pixels[at + width]];
      seen++;
      if (around.every((near = value) => near - value > MIN_SPECK)) specks++;
      else if (around.every((near = value) => value - near > MIN_SPECK)) specks++;
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

/** Reduces an image to at most `maxPixels` by averaging areas; returns it unchanged if it is small enough. */
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
