import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Grey } from './grey';

/** Renders pages of a PDF as images. */
export interface PageDrawing {
  /** Renders the page with the given number, counted from 1. `scale` is the size of a pixel in points. */
  draw(number: number): Promise<{ readonly image: Grey; readonly scale: number }>;
  close(): void;
}

/** Resolution of page images, in dots per inch. A higher resolution does not improve recognition. */
const DPI = 200;
/** Maximum number of pixels in a page image. An A4 page has 3.9 million pixels. */
const MAX_PIXELS = 4_000_000;

/** Opens a PDF for rendering. */
export async function openDrawing(pdf: Uint8Array): Promise<PageDrawing> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  // The library looks for `pdfium.wasm` in its own directory, but the build copies this file to another directory. The
  // file is therefore read here and passed to the library.
  const manifest = findPackageJSON('@hyzyla/pdfium', import.meta.url) ?? '';
  const { buffer } = new Uint8Array(await readFile(join(dirname(manifest), 'dist', 'pdfium.wasm')));
  const library = await PDFiumLibrary.init({ wasmBinary: buffer });
  const file = await library.loadDocument(pdf).catch((thrown: unknown) => {
    library.destroy();
    throw thrown;
  });
  return {
    async draw(number) {
      const page = file.getPage(number - 1);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const fitting = Math.sqrt(MAX_PIXELS / Math.max(1, originalWidth * originalHeight));
      const scale = Math.min(DPI / 72, fitting);
      const { width, height, data } = await page.render({ scale, colorSpace: 'Gray', render: 'bitmap' });
      return { image: { width, height, pixels: data }, scale: 1 / scale };
    },
    close() {
      file.destroy();
      library.destroy();
    },
  };
}
