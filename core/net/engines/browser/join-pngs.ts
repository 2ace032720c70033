import { promisify } from 'node:util';
import { constants, crc32, createDeflate, inflate } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const [SUB, UP, AVERAGE, PAETH] = [1, 2, 3, 4];
const inflated = promisify(inflate);

interface Png {
  /** Data of the header chunk: width, height, bit depth etc. */
  readonly header: Buffer;
  /** Compressed pixel rows. */
  readonly data: Buffer;
}

/** Stacks images of the same width vertically into one PNG. Undefined when their formats differ. */
export async function joinPngs(pieces: readonly Uint8Array[]): Promise<Buffer | undefined> {
  const pngs = pieces.map(readPng);
  const [first] = pngs;
  if (first === undefined || pngs.some(({ header }) => formatOf(header) !== formatOf(first.header))) return undefined;
  const pixelBytes = bytesPerPixel(first.header);
  if (pixelBytes === undefined) return undefined;
  const deflate = createDeflate({ level: constants.Z_BEST_SPEED });
  const packed = collect(deflate);
  const rowBytes = 1 + first.header.readUInt32BE(0) * pixelBytes;
  for (const { data } of pngs) {
    const rows = await inflated(data);
    unfilterFirstRow(rows.subarray(0, rowBytes), pixelBytes);
    await new Promise<void>((resolve) => deflate.write(rows, () => resolve()));
  }
  deflate.end();
  const header = Buffer.from(first.header);
  header.writeUInt32BE(
    pngs.reduce((sum, png) => sum + png.header.readUInt32BE(4), 0),
    4,
  );
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', await packed), chunk('IEND', Buffer.alloc(0))]);
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

function readPng(bytes: Uint8Array): Png {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: Buffer = Buffer.alloc(13);
  const data: Buffer[] = [];
  for (let at = SIGNATURE.length; at + 8 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    const content = file.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') header = content;
    if (name === 'IDAT') data.push(content);
    at += length + 12;
  }
  return { header, data: Buffer.concat(data) };
}

/** Returns a key that consists of width, bit depth, colour type, compression, filter and interlacing. */
const formatOf = (header: Buffer): string => header.toString('hex', 0, 4) + header.toString('hex', 8);

/**
 * Returns the number of bytes per pixel. Undefined for images that are interlaced or do not have 8-bit RGB(A) colours.
 */
function bytesPerPixel(header: Buffer): number | undefined {
  const [depth, colours, , , interlaced] = header.subarray(8);
  if (depth !== 8 || interlaced !== 0) return undefined;
  return colours === 6 ? 4 : colours === 2 ? 3 : undefined;
}

/**
 * Changes the filter of an image's first row so that the row does not depend on the row above it. In a separate image,
 * the row above counts as zeros. In the joined image, the row above is the last row of the previous image.
 */
function unfilterFirstRow(row: Buffer, pixelBytes: number): void {
  const filter = row[0];
  if (filter === PAETH) row[0] = SUB;
  if (filter !== UP && filter !== AVERAGE) return;
  row[0] = 0;
  if (filter === UP) return;
  for (let at = 1 + pixelBytes; at < row.length; at++)
    row[at] = ((row[at] ?? 0) + ((row[at - pixelBytes] ?? 0) >> 1)) & 0xff;
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
