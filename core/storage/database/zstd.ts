import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ZSTDDecoder } from 'zstddec';

/** Adds a checksum, so that damaged bytes are detected. */
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };
/** Maximum output of the reused decoder, in bytes. It is small because the decoder's memory never shrinks. */
const maxBufferBytes = 1 << 20;

/** Maximum output, in bytes. Results are converted to strings, and JavaScript strings cannot be longer. */
const maxOutputBytes = 512 * 1024 ** 2;

/** Decoder that is reused. Node would create a decoder for each call, which takes longer than decompressing a page. */
const decoder = new ZSTDDecoder();
let isReady = false;
withoutFetch(() => decoder.init()).then(
  () => {
    isReady = true;
  },
  () => undefined,
);

/**
 * Hides `fetch` while the decoder loads its code, because Node would otherwise load its HTTP client into this thread.
 */
function withoutFetch<T>(start: () => T): T {
  const { fetch } = globalThis;
  Reflect.deleteProperty(globalThis, 'fetch');
  try {
    return start();
  } finally {
    globalThis.fetch = fetch;
  }
}

/** Compresses bytes with zstd. */
export const compress = (bytes: Uint8Array | string): Uint8Array => zstdCompressSync(bytes, zstd);

/**
 * Decompresses the output of `compress`. Throws when the bytes are damaged, or when the output is longer than
 * `maxBytes`.
 */
export function decompress(bytes: Uint8Array, maxBytes = maxOutputBytes): Buffer {
  const size = isReady ? contentSize(bytes) : 0;
  if (size === 0 || size > maxBufferBytes) return decompressLarge(bytes, maxBytes);
  try {
    const { buffer, byteOffset, length } = decoder.decode(bytes, size);
    if (length === size) return Buffer.from(buffer, byteOffset, length);
  } catch {
    // If the bytes are damaged, the call below throws the error.
  }
  return decompressLarge(bytes, maxBytes);
}

const decompressLarge = (bytes: Uint8Array, maxBytes: number): Buffer =>
  zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, Math.min(maxBytes, maxOutputBytes)) });

/** Returns the content size in the header of a zstd frame (RFC 8878), or 0 if the header does not contain a size. */
function contentSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 18 || view.getUint32(0, true) !== 0xfd2fb528) return 0;
  const descriptor = view.getUint8(4);
  const isSingle = (descriptor & 0b10_0000) !== 0;
  const idBytes = [0, 1, 2, 4][descriptor & 0b11] ?? 0;
  const at = 5 + (isSingle ? 0 : 1) + idBytes;
  switch (descriptor >> 6) {
    case 0:
      return isSingle ? view.getUint8(at) : 0;
    case 1:
      return view.getUint16(at, true) + 256;
    case 2:
      return view.getUint32(at, true);
    default:
      return Number(view.getBigUint64(at, true));
  }
}
