import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compress, decompress } from '../../core/storage/database/zstd';

const text = (length: number): string => 'Überschrift der Seite. '.repeat(length / 23 + 1).slice(0, length);

describe('zstd', () => {
  it.each([0, 1, 11, 200, 255, 256, 5000, 70_000, 3_000_000])('returns %i characters unchanged', (length) => {
    const bytes = compress(text(length));
    expect(decompress(bytes).toString()).toBe(text(length));
    expect(decompress(new Uint8Array(bytes)).toString()).toBe(text(length));
  });

  it('reads frames without a size and without a checksum', () => {
    expect(decompress(zstdCompressSync(text(5000))).toString()).toBe(text(5000));
    expect(decompress(zstdCompressSync(text(5000), { pledgedSrcSize: undefined })).toString()).toBe(text(5000));
  });

  it('throws for each damaged byte, and continues with the next', () => {
    const whole = compress(text(700));
    for (let at = 0; at < whole.length; at++) {
      const damaged = Uint8Array.from(whole, (byte, place) => (place === at ? byte ^ 0xff : byte));
      expect(() => decompress(damaged), `byte ${at}`).toThrow();
      expect(decompress(whole)).toHaveLength(Buffer.byteLength(text(700)));
    }
    expect(() => decompress(whole.subarray(0, 20))).toThrow();
    expect(() => decompress(new Uint8Array())).toThrow();
  });
});
