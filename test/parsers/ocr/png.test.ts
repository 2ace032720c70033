import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Grey } from '../../../plugins/parsers/pdf/ocr/grey';
import { fromPng } from '../../../plugins/parsers/pdf/ocr/png';

const rows = ({ width, height, pixels }: Grey) =>
  Array.from({ length: height }, (_, y) => [...pixels.subarray(y * width, (y + 1) * width)]);

const chunk = (type: string, data: Uint8Array) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
};

/** Creates a PNG from filtered rows. The first byte of each row is its filter number. */
function png(
  width: number,
  filtered: readonly (readonly number[])[],
  { depth = 8, colours = 0, interlaced = 0, chunks = [] as readonly Buffer[] } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(filtered.length, 4);
  head.set([depth, colours, 0, 0, interlaced], 8);
  const data = deflateSync(Buffer.from(filtered.flat()));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...chunks,
    chunk('IDAT', data.subarray(0, 3)),
    chunk('IDAT', data.subarray(3)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Changes header values of a PNG. */
function withHead(file: Buffer, { type = 'IHDR', width = 1, height = 1 }): Buffer {
  file.write(type, 12, 'latin1');
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

describe('a png', () => {
  it('is decoded with every filter', async () => {
    const filtered = [
      [0, 10, 20, 30],
      [1, 10, 10, 10],
      [2, 1, 1, 1],
      [3, 5, 250, 4],
      [4, 1, 2, 255],
    ];
    expect(rows((await fromPng(png(3, filtered)))!)).toEqual([
      [10, 20, 30],
      [10, 20, 30],
      [11, 21, 31],
      [10, 9, 24],
      [11, 12, 23],
    ]);
  });

  it('filters each channel on its own', async () => {
    const filtered = [
      [1, 10, 10, 10, 20, 20, 20],
      [4, 5, 5, 5, 1, 1, 1],
      [3, 5, 5, 5, 1, 1, 1],
    ];
    expect(rows((await fromPng(png(2, filtered, { colours: 2 })))!)).toEqual([
      [10, 30],
      [15, 31],
      [12, 22],
    ]);
  });

  it('with transparency is decoded over white', async () => {
    expect(rows((await fromPng(png(3, [[0, 0, 255, 0, 0, 100, 127]], { colours: 4 })))!)).toEqual([[0, 255, 177]]);
    const rgba = png(2, [[0, 0, 0, 0, 255, 0, 0, 0, 0]], { colours: 6 });
    expect(rows((await fromPng(rgba))!)).toEqual([[0, 255]]);
    const palette = [chunk('PLTE', Buffer.from([0, 0, 0, 200, 200, 200])), chunk('tRNS', Buffer.from([0]))];
    expect(rows((await fromPng(png(2, [[0, 0, 1]], { colours: 3, chunks: palette })))!)).toEqual([[255, 200]]);
  });

  it('is decoded over many parts', async () => {
    const wide = Array.from({ length: 300 }, (_, y) => [2, ...Array.from({ length: 2000 }, () => (y === 0 ? 7 : 0))]);
    const decoded = await fromPng(png(2000, wide));
    expect(decoded?.pixels.every((value) => value === 7)).toBe(true);
  });

  it('is decoded without the data after its last row', async () => {
    const rest = Array.from({ length: 64 }, () => [0, ...new Array<number>(100_000).fill(0)]);
    const file = withHead(png(2, [[0, 5, 6], ...rest]), { width: 2, height: 1 });
    expect(rows((await fromPng(file))!)).toEqual([[5, 6]]);
  });

  it.each([
    ['of another depth', png(8, [[0, 255]], { depth: 1 })],
    ['with interlaced rows', png(1, [[0, 255]], { interlaced: 1 })],
    ['with a transparent colour', png(1, [[0, 255]], { chunks: [chunk('tRNS', Buffer.from([0, 255]))] })],
    ['with an orientation', png(1, [[0, 255]], { chunks: [chunk('eXIf', Buffer.alloc(8))] })],
    ['with more pixels than fit in memory', withHead(png(1, [[0, 255]]), { width: 60_000, height: 60_000 })],
    ['without a header', withHead(png(1, [[0, 255]]), { type: 'CgBI' })],
    ['without a palette', png(1, [[0, 0]], { colours: 3 })],
    ['that ends early', png(4, [[0, 1, 2, 3, 4]]).subarray(0, 55)],
    ['of another format', readFileSync('test/fixtures/ocr/turned.jpg')],
  ])('%s is refused', async (_, file) => expect(await fromPng(file)).toBeUndefined());
});
