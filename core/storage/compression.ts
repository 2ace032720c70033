import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';

const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const compressAside = promisify(zstdCompress);
const decompressAside = promisify(zstdDecompress);

/** Up to this size the way to a worker thread costs more than the work itself. */
const smallBytes = 128 * 1024;

/** Compresses with zstd, large input off the main thread. */
export async function compress(bytes: Uint8Array): Promise<Uint8Array> {
  return bytes.length <= smallBytes ? zstdCompressSync(bytes, options) : compressAside(bytes, options);
}

/** Undoes `compress`; rejects when the bytes are damaged. */
export async function decompress(bytes: Uint8Array): Promise<Uint8Array> {
  return bytes.length <= smallBytes / 4 ? zstdDecompressSync(bytes) : decompressAside(bytes);
}
