import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import type { Grey } from './grey';
import { MAX_PIXELS } from './image-file';

const SIGNATURE = '89504e470d0a1a0a';
const HEAD_BYTES = 8;
/** Bytes per pixel by colour type, at 8 bits per channel. */
const BYTES_PER_PIXEL: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Size of the chunks in which a file is decompressed, in bytes. */
const PART_BYTES = 262_144;

/** The header of a PNG file, and the chunks needed for decoding. */
interface Png {
  readonly width: number;
  readonly height: number;
  readonly colours: number;
  readonly data: readonly Buffer[];
  readonly palette: Uint8Array | undefined;
}

/**
 * Decodes a PNG as greyscale, with transparent pixels over white. Processes one row at a time, because decoding all
 * colours of a large page at once would take more memory than recognizing the page. Returns undefined for files that
 * are damaged, interlaced, or of an unsupported kind.
 */
export async function fromPng(file: Uint8Array): Promise<Grey | undefined> {
  const png = chunksOf(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  if (png === undefined) return undefined;
  const { width, height, colours, data } = png;
  const bytes = BYTES_PER_PIXEL[colours] ?? 1;
  const pixels = new Uint8Array(width * height);
  const toGrey = greyWriter(png);
  let [above, row] = [new Uint8Array(width * bytes), new Uint8Array(width * bytes)];
  let [y, filter, filled] = [0, -1, 0];
  try {
    for await (const part of Readable.from(data).pipe(createInflate({ chunkSize: PART_BYTES }))) {
      const values = part as Uint8Array;
      for (let at = 0; at < values.length && y < height; ) {
        if (filter < 0) {
          filter = values[at++] ?? 0;
          continue;
        }
        const end = Math.min(values.length, at + row.length - filled);
        row.set(values.subarray(at, end), filled);
        filled += end - at;
        at = end;
        if (filled < row.length) continue;
        unfilter(filter, row, above, bytes);
        toGrey(row, pixels.subarray(y * width, (y + 1) * width));
        [above, row] = [row, above];
        [y, filter, filled] = [y + 1, -1, 0];
      }
      // Stops early, because a malicious file may contain far more data than its rows need.
      if (y === height) break;
    }
  } catch {
    return undefined;
  }
  return y === height ? { width, height, pixels } : undefined;
}

/** Returns the chunks of a PNG. Undefined for unsupported kinds of PNG. */
function chunksOf(file: Buffer): Png | undefined {
  if (file.length < 33 || file.toString('hex', 0, HEAD_BYTES) !== SIGNATURE) return undefined;
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  if (file.toString('latin1', 12, 16) !== 'IHDR' || width * height > MAX_PIXELS) return undefined;
  const [depth, colours = -1, interlaced] = [file[24], file[25], file[28]];
  if (depth !== 8 || !(colours in BYTES_PER_PIXEL) || interlaced !== 0) return undefined;
  const data: Buffer[] = [];
  const parts = new Map<string, Buffer>();
  for (let at = HEAD_BYTES; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const content = file.subarray(at + 8, at + 8 + length);
    if (type === 'IDAT') data.push(content);
    else parts.set(type, content);
    at += length + 12;
  }
  const [palette, transparency] = [parts.get('PLTE'), parts.get('tRNS')];
  // Files with a single transparent colour or EXIF data, which can specify a rotation, are not supported.
  if ((transparency !== undefined && colours !== 3) || parts.has('eXIf')) return undefined;
  if (colours !== 3) return { width, height, colours, data, palette: undefined };
  return palette && { width, height, colours, data, palette: greyPalette(palette, transparency) };
}

const luminance = (red: number, green: number, blue: number): number => (red * 77 + green * 151 + blue * 28) >> 8;

const overWhite = (value: number, alpha: number): number =>
  alpha === 255 ? value : (255 - ((255 - value) * alpha) / 255) | 0;

function greyPalette(palette: Uint8Array, transparency: Uint8Array | undefined): Uint8Array {
  const greys = new Uint8Array(256);
  for (let at = 0; at * 3 + 2 < palette.length; at++) {
    const value = luminance(palette[at * 3] ?? 0, palette[at * 3 + 1] ?? 0, palette[at * 3 + 2] ?? 0);
    greys[at] = overWhite(value, transparency?.[at] ?? 255);
  }
  return greys;
}

/** Returns a function that converts a PNG row to greyscale. */
function greyWriter({ colours, palette }: Png): (row: Uint8Array, pixels: Uint8Array) => void {
  const value = (row: Uint8Array, at: number): number => luminance(row[at] ?? 0, row[at + 1] ?? 0, row[at + 2] ?? 0);
  switch (colours) {
    case 2:
      return (row, pixels) => {
        for (let x = 0; x < pixels.length; x++) pixels[x] = value(row, x * 3);
      };
    case 3:
      return (row, pixels) => {
        for (let x = 0; x < pixels.length; x++) pixels[x] = palette?.[row[x] ?? 0] ?? 0;
      };
    case 4:
      return (row, pixels) => {
        for (let x = 0; x < pixels.length; x++) pixels[x] = overWhite(row[x * 2] ?? 0, row[x * 2 + 1] ?? 0);
      };
    case 6:
      return (row, pixels) => {
        for (let x = 0; x < pixels.length; x++) pixels[x] = overWhite(value(row, x * 4), row[x * 4 + 3] ?? 0);
      };
    default:
      return (row, pixels) => pixels.set(row);
  }
}

/** Reverses the filter of a row, given the row above. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, bytes: number): void {
  const { length } = row;
  switch (filter) {
    case 1:
      for (let at = bytes; at < length; at++) row[at] = (row[at] ?? 0) + (row[at - bytes] ?? 0);
      break;
    case 2:
      for (let at = 0; at < length; at++) row[at] = (row[at] ?? 0) + (above[at] ?? 0);
      break;
    case 3:
      for (let at = 0; at < bytes; at++) row[at] = (row[at] ?? 0) + ((above[at] ?? 0) >> 1);
      for (let at = bytes; at < length; at++)
        row[at] = (row[at] ?? 0) + (((row[at - bytes] ?? 0) + (above[at] ?? 0)) >> 1);
      break;
    case 4:
      for (let at = 0; at < bytes; at++) row[at] = (row[at] ?? 0) + (above[at] ?? 0);
      for (let at = bytes; at < length; at++)
        row[at] = (row[at] ?? 0) + paeth(row[at - bytes] ?? 0, above[at] ?? 0, above[at - bytes] ?? 0);
      break;
    default:
  }
}

/** Returns the neighbour whose value is nearest to `left + up - corner`. */
function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
