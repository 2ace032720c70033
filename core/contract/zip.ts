import { inflate } from './inflate';

const END_RECORD = 0x06054b50;
const ENTRY_RECORD = 0x02014b50;
const DEFLATE = 8;

/** A file in a ZIP archive. */
interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

/** A ZIP archive in memory. Nothing is written to disk. */
export interface ZipArchive {
  /** Names of the files in the archive. */
  readonly names: readonly string[];
  /** Returns a file as text (UTF-8). Undefined when the file does not exist or is larger than `maxBytes`. */
  text(name: string, maxBytes?: number): Promise<string | undefined>;
  /** Returns a file as bytes. Undefined when the file does not exist or is larger than `maxBytes`. */
  bytes(name: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /**
   * True when the archive unpacks to at most `maxBytes`. Unpacks the archive to check this, because the sizes listed in
   * the archive may be wrong.
   */
  unpacksWithin(maxBytes: number): Promise<boolean>;
}

/** Opens a ZIP archive. Undefined if the bytes are not a ZIP archive. */
export function openZip(bytes: Uint8Array): ZipArchive | undefined {
  const entries = readEntries(bytes);
  if (entries === undefined) return undefined;
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const read = async (name: string, maxBytes: number): Promise<Uint8Array | undefined> => {
    const entry = byName.get(name);
    return entry === undefined ? undefined : readEntry(bytes, entry, maxBytes);
  };
  return {
    names: entries.map(({ name }) => name).filter((name) => !name.endsWith('/')),
    text: async (name, maxBytes = 1_000_000) => {
      const data = await read(name, maxBytes);
      return data === undefined ? undefined : new TextDecoder().decode(data);
    },
    bytes: read,
    unpacksWithin: (maxBytes) => unpacksWithin(bytes, entries, maxBytes),
  };
}

async function unpacksWithin(bytes: Uint8Array, entries: readonly ZipEntry[], maxBytes: number): Promise<boolean> {
  if (entries.reduce((sum, entry) => sum + entry.unpacked, 0) > maxBytes) return false;
  let left = maxBytes;
  for (const entry of entries) {
    left -= entry.method === DEFLATE ? await inflate(entryData(bytes, entry), left) : entry.packed;
    if (left < 0) return false;
  }
  return true;
}

function readEntries(bytes: Uint8Array): readonly ZipEntry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const furthest = Math.max(0, end - 65_535);
  while (end >= furthest && view.getUint32(end, true) !== END_RECORD) end--;
  if (end < furthest) return undefined;
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY_RECORD) return undefined;
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function entryData(bytes: Uint8Array, { offset, packed }: ZipEntry): Uint8Array {
  if (offset + 30 > bytes.length) return new Uint8Array();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  return bytes.subarray(start, start + packed);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

async function readEntry(bytes: Uint8Array, entry: ZipEntry, maxBytes: number): Promise<Uint8Array | undefined> {
  const data = entryData(bytes, entry);
  if (entry.method !== DEFLATE) return data.length > maxBytes ? undefined : data;
  const chunks: Uint8Array[] = [];
  const size = await inflate(data, maxBytes, (chunk) => void chunks.push(chunk));
  return size > maxBytes ? undefined : joined(chunks, size);
}
