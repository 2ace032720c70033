import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

/** A file on its way into an archive. */
export interface ZipFile {
  /** Path inside the archive, with `/`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly at: Date;
}

const deflate = promisify(deflateRaw);
const max32 = 0xffff_ffff;
const max16 = 0xffff;
/** Names are UTF-8. */
const nameFlag = 0x0800;
const deflated = 8;

interface Entry {
  readonly name: Buffer;
  readonly stamp: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** Time and date as archives keep them: two seconds fine, from 1980 on, in UTC. */
function stampOf(at: Date): number {
  const year = Math.max(1980, at.getUTCFullYear());
  const date = ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return date * 0x1_0000 + time;
}

/** The fields that the header of a file and its line in the directory share. */
function facts({ stamp, crc, packed, size, name }: Entry): Buffer {
  const part = Buffer.alloc(24);
  part.writeUInt16LE(nameFlag, 0);
  part.writeUInt16LE(deflated, 2);
  part.writeUInt32LE(stamp, 4);
  part.writeUInt32LE(crc, 8);
  part.writeUInt32LE(packed, 12);
  part.writeUInt32LE(size, 16);
  part.writeUInt16LE(name.length, 20);
  return part;
}

function header(entry: Entry): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  return Buffer.concat([head, facts(entry), entry.name]);
}

/** The line of a file in the directory at the end; beyond 4 GB its place is told in an extra field. */
function directoryLine(entry: Entry): Buffer {
  const far = entry.offset > max32;
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(far ? 45 : 20, 4);
  head.writeUInt16LE(far ? 45 : 20, 6);
  const shared = facts(entry);
  const extra = Buffer.alloc(far ? 12 : 0);
  shared.writeUInt16LE(extra.length, 22);
  if (far) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(entry.offset), 4);
  }
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(far ? max32 : entry.offset, 10);
  return Buffer.concat([head, shared, tail, entry.name, extra]);
}

/** The end of the archive; with more files or bytes than the old form can count, the long form goes before it. */
function ending(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, max16), 8);
  end.writeUInt16LE(Math.min(count, max16), 10);
  end.writeUInt32LE(Math.min(size, max32), 12);
  end.writeUInt32LE(Math.min(offset, max32), 16);
  if (count < max16 && size < max32 && offset < max32) return end;
  const long = Buffer.alloc(56);
  long.writeUInt32LE(0x06064b50, 0);
  long.writeBigUInt64LE(44n, 4);
  long.writeUInt16LE(45, 12);
  long.writeUInt16LE(45, 14);
  for (const place of [24, 32]) long.writeBigUInt64LE(BigInt(count), place);
  long.writeBigUInt64LE(BigInt(size), 40);
  long.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([long, locator, end]);
}

/** A zip archive, file by file as they come; one file and one short directory line per file are in memory at a time. */
export async function* zipStream(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, bytes, at } of files) {
    const body = await deflate(bytes);
    const sizes = { packed: body.length, size: bytes.length, crc: crc32(bytes) };
    const entry: Entry = { name: Buffer.from(name), stamp: stampOf(at), ...sizes, offset };
    const head = header(entry);
    directory.push(directoryLine(entry));
    offset += head.length + body.length;
    yield head;
    yield body;
  }
  const lines = Buffer.concat(directory);
  yield lines;
  yield ending(directory.length, lines.length, offset);
}
