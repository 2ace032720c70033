/// <reference path="./bmp-js.d.ts" />
import { type Grey, toPgm } from './grey';

/** Maximum number of pixels in an image. Decoding larger images takes too much memory. */
export const MAX_PIXELS = 25_000_000;

/** Returns an image's size in pixels, from the file header. Undefined if the header cannot be read. */
export async function sizeOf(
  file: Uint8Array,
): Promise<{ readonly width: number; readonly height: number } | undefined> {
  const { imageSize } = await import('image-size');
  try {
    return imageSize(file);
  } catch {
    return undefined;
  }
}

/** Returns a file that Tesseract reads quickly. Converts BMP, which Tesseract decodes slowly, to PGM. */
export async function fileForTesseract(file: Uint8Array): Promise<Uint8Array> {
  if (file[0] !== 0x42 || file[1] !== 0x4d) return file;
  // Each pixel has four bytes: alpha, blue, green, red.
  const { default: bmp } = await import('bmp-js');
  const { width, height, data } = bmp.decode(Buffer.from(file));
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at++) {
    const [blue, green, red] = [data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0, data[at * 4 + 3] ?? 0];
    pixels[at] = (red * 77 + green * 151 + blue * 28) >> 8;
  }
  const grey: Grey = { width, height, pixels };
  return toPgm(grey);
}
