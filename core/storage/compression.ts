import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** With a checksum, so that damaged bytes are noticed. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };

/** Compresses with zstd. */
export const compress = (bytes: Uint8Array | string): Uint8Array => zstdCompressSync(bytes, options);

/** Undoes `compress`; throws when the bytes are damaged. */
export const decompress = (bytes: Uint8Array): Buffer => zstdDecompressSync(bytes);
