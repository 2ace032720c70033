import type { Transform } from 'node:stream';
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';

interface Coding {
  readonly stream: () => Transform;
  readonly atOnce: (bytes: Buffer, maxBytes: number) => Buffer;
}

// Options for decoding as much of a truncated body as possible, as browsers do.
const zlib = { finishFlush: constants.Z_SYNC_FLUSH };
const brotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
const zstd = { finishFlush: constants.ZSTD_e_flush };

const gzip: Coding = {
  stream: () => createGunzip(zlib),
  atOnce: (bytes, maxOutputLength) => gunzipSync(bytes, { ...zlib, maxOutputLength }),
};

const bareDeflate: Coding = {
  stream: () => createInflateRaw(zlib),
  atOnce: (bytes, maxOutputLength) => inflateRawSync(bytes, { ...zlib, maxOutputLength }),
};

const known: Readonly<Record<string, Coding>> = {
  gzip,
  'x-gzip': gzip,
  deflate: {
    stream: () => createInflate(zlib),
    atOnce: (bytes, maxOutputLength) => inflateSync(bytes, { ...zlib, maxOutputLength }),
  },
  br: {
    stream: () => createBrotliDecompress(brotli),
    atOnce: (bytes, maxOutputLength) => brotliDecompressSync(bytes, { ...brotli, maxOutputLength }),
  },
  zstd: {
    stream: () => createZstdDecompress(zstd),
    atOnce: (bytes, maxOutputLength) => zstdDecompressSync(bytes, { ...zstd, maxOutputLength }),
  },
};

/** Returns the codings in a Content-Encoding header in the order of decoding. Ignores unknown names, as browsers do. */
export function codingsOf(header: string | undefined): readonly string[] {
  if (!header) return [];
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => Object.hasOwn(known, name)).reverse();
}

/** Returns the decoder for a content coding. `start` contains the first encoded bytes, if they are known. */
export function codingFor(name: string, start?: Buffer): Coding {
  // "deflate" means zlib (RFC 1950), but some servers send raw deflate. The low nibble of zlib's first byte is 8.
  if (name === 'deflate' && start !== undefined && ((start[0] ?? 0) & 0x0f) !== 8) return bareDeflate;
  return known[name] ?? gzip;
}

/** True for errors that zlib, Brotli and zstd report for invalid data. */
export function isCodingError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(Z_|ERR__|ERR_BROTLI|ZSTD_)/.test(String(error.code));
}
