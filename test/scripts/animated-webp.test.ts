import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Frame {
  readonly image: Buffer;
  readonly ms: number;
}
const { animatedWebp } = (await import(pathToFileURL(resolve('scripts/animated-webp.mjs')).href)) as {
  animatedWebp(frames: readonly Frame[], size: { readonly width: number; readonly height: number }): Buffer;
};

/** Creates a WebP file with one chunk of image data. */
function webp(data: string): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from('RIFF....WEBPVP8 '), size, Buffer.from(data)]);
}

describe('an animated WebP', () => {
  it('contains each image with its size and duration', () => {
    const frames = [
      { image: webp('abc'), ms: 900 },
      { image: webp('de'), ms: 70_000 },
    ];
    const made = animatedWebp(frames, { width: 300, height: 2 });
    expect(made.toString('latin1', 0, 16)).toMatch(/^RIFF[\s\S]{4}WEBPVP8X$/);
    expect(made.readUInt32LE(4)).toBe(made.length - 8);
    expect([made[20], made.readUIntLE(24, 3), made.readUIntLE(27, 3)]).toEqual([2, 299, 1]);
    const text = made.toString('latin1');
    const starts = [text.indexOf('ANMF'), text.lastIndexOf('ANMF')];
    expect(starts.map((at) => [made.readUIntLE(at + 14, 3), made.readUIntLE(at + 20, 3)])).toEqual([
      [299, 900],
      [299, 70_000],
    ]);
    expect(text).toContain('VP8 \x03\0\0\0abc\0');
  });

  it('needs WebP images', () => {
    expect(() => animatedWebp([{ image: Buffer.from('PNG'), ms: 1 }], { width: 1, height: 1 })).toThrow('not a WebP');
  });
});
