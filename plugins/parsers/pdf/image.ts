import { AppError, brokenDocument, defineParser, type ParsedFile, z } from '../../../core/contract/plugin';
import { joinPages } from './join-pages';
import { ocrMetadata, percent, unsure } from './ocr/confidence';
import { fileForTesseract, MAX_PIXELS, sizeOf } from './ocr/image-file';
import { type ImageText, readImage } from './ocr/read-image';
import { OutOfTime } from './ocr/recognizer';
import { endOcr, type OcrSession, openOcr } from './ocr/session';
import { recognizedPage, usualHeight } from './ocr/word-runs';

/** Font size assigned to most text in an image, so that layout analysis works at any resolution. */
const FONT_SIZE = 11;
/** Number of pixels in an image above which Tesseract is stopped after recognition to release its memory. */
const LARGE_PIXELS = 9_000_000;
/**
 * Minimum width and height of an image, in pixels. Smaller images, such as icons and tracking pixels, cannot hold text.
 */
const MIN_SIDE = 8;

/** `image`: the text recognized in an image, as a one-page document. */
export const image = defineParser({
  id: 'image',
  summary: 'Recognizes the text in images.',
  mediaTypes: [
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/gif',
    'image/tiff',
    'image/bmp',
    'image/x-ms-bmp',
    'image/jpg',
    'image/apng',
  ],
  extensions: ['.png', '.jpg', '.jpeg', '.webp', '.gif', '.tif', '.tiff', '.bmp'],
  optIn: true,
  whenOff: 'error',
  options: z.object({}),
  async parse(bytes, { url, timeoutMs, ocr, onRecognition }) {
    const settings = ocr();
    const { width, height } = await readableSize(bytes, url);
    if (Math.min(width, height) < MIN_SIDE) return withoutText(url);
    const session = await openOcr(settings);
    onRecognition({ done: 0, total: 1 });
    const text = await textIn(bytes, session, timeoutMs).catch((thrown: unknown) => {
      if (thrown instanceof OutOfTime)
        throw new AppError('SCRAPE_TIMEOUT', `Text recognition for ${url} timed out; increase \`timeout\`.`);
      throw brokenDocument(url, thrown);
    });
    if (width * height > LARGE_PIXELS) await endOcr();
    if (text.lines.length === 0) {
      return withoutText(url, session.warnings);
    }
    const page = pageOf(text);
    const warnings = unsure([page]).map(
      () => `The text was recognized with low confidence (${percent(page.confidence)}), so parts of it may be wrong.`,
    );
    return { html: joinPages([page]), metadata: ocrMetadata([page]), warnings: [...session.warnings, ...warnings] };
  },
});

async function textIn(bytes: Uint8Array, session: OcrSession, timeoutMs: number): Promise<ImageText> {
  const file = await fileForTesseract(bytes);
  return readImage({ file, pixels: () => session.decode(file, timeoutMs) }, session.reader(timeoutMs));
}

const withoutText = (url: string, warnings: readonly string[] = []): ParsedFile => ({
  html: '',
  metadata: {},
  warnings: [...warnings, `No text was recognized in ${url}.`],
});

/**
 * Returns the size of an image. Throws SCRAPE_DOCUMENT_BROKEN if it is damaged and SCRAPE_TOO_LARGE if it has too many
 * pixels.
 */
async function readableSize(bytes: Uint8Array, url: string) {
  const size = await sizeOf(bytes);
  if (size === undefined) throw brokenDocument(url);
  if (size.width * size.height <= MAX_PIXELS) return size;
  const [pixels, most] = [size.width * size.height, MAX_PIXELS].map((count) => Math.round(count / 1e6));
  throw new AppError(
    'SCRAPE_TOO_LARGE',
    `The image at ${url} has ${pixels} megapixels; text is recognized in images of up to ${most}. Reduce the size of the image.`,
  );
}

function pageOf(text: ImageText) {
  const scale = FONT_SIZE / usualHeight(text.lines);
  const right = Math.max(...text.lines.flatMap(({ words }) => words.map((word) => word.right)));
  const bottom = Math.max(...text.lines.map(({ baseline, height }) => baseline + height));
  const page = recognizedPage(text, { number: 1, width: right * scale, height: bottom * scale, scale });
  return { ...page, confidence: text.confidence / 100 };
}
