import type { OcrSettings, ParseContext } from '../../../../core/contract/plugin';
import type { PageContent, PagesRead, ReadingTime } from '../read-pages';
import { named } from './confidence';
import { toPgm } from './grey';
import { openDrawing, type PageDrawing } from './page-drawing';
import { readImage } from './read-image';
import { OutOfTime } from './recognizer';
import { type OcrSession, openOcr } from './session';
import { recognizedPage } from './word-runs';

/** Pages of a PDF after text recognition. */
export interface PagesRecognized extends PagesRead {
  /** Numbers of the pages that could not be recognized in time. */
  readonly late: readonly number[];
  readonly warnings: readonly string[];
}

/** Language settings, time limit and progress callback for text recognition. */
export interface Recognizing extends Pick<ParseContext, 'onRecognition'> {
  readonly settings: OcrSettings;
  readonly time: ReadingTime;
}

/** Time reserved for the steps that follow recognition, in ms. */
const REST_MS = 400;
/** Recognition of a page starts only if the remaining time is at least this multiple of the mean time per page. */
const PACE = 1.2;

/**
 * Renders pages and recognizes their text, one page at a time, until the time limit is reached. A page keeps its text
 * layer if no text is recognized on it.
 */
export async function recognizePages(
  pdf: Uint8Array,
  read: PagesRead,
  numbers: readonly number[],
  { settings, time, onRecognition }: Recognizing,
): Promise<PagesRecognized> {
  const session = await openOcr(settings);
  // The promise is awaited separately for each page, so that pages keep their text layer if PDFium cannot open the
  // file.
  const drawing = openDrawing(pdf);
  const found = new Map<number, PageContent>();
  /** Numbers of the pages that could not be recognized, by reason. */
  const failed = new Map<string, number[]>();
  const begunAt = performance.now();
  let tried = 0;
  try {
    for (const number of numbers) {
      const left = time.startedAt + time.timeoutMs - performance.now() - REST_MS;
      if (left < ((performance.now() - begunAt) / Math.max(1, tried)) * PACE || left <= 0) break;
      time.signal.throwIfAborted();
      onRecognition({ done: tried, total: numbers.length });
      try {
        const page = await recognizePage(number, { drawing, session, left });
        if (page !== undefined) found.set(number, page);
      } catch (thrown) {
        if (thrown instanceof OutOfTime) break;
        const reason = thrown instanceof Error ? thrown.message : String(thrown);
        failed.set(reason, [...(failed.get(reason) ?? []), number]);
      }
      tried++;
    }
  } finally {
    (await drawing.catch(() => undefined))?.close();
  }
  const failures = [...failed].map(
    ([reason, pages]) => `The text of ${named(pages)} could not be recognized (${reason}).`,
  );
  const others = read.pages.filter(({ number }) => !found.has(number));
  return {
    ...read,
    pages: [...others, ...found.values()].sort((a, b) => a.number - b.number),
    failures: read.failures.filter(({ number }) => !found.has(number)),
    late: numbers.slice(tried),
    warnings: [...session.warnings, ...failures],
  };
}

interface PageWork {
  readonly drawing: Promise<PageDrawing>;
  readonly session: OcrSession;
  readonly left: number;
}

async function recognizePage(number: number, { drawing, session, left }: PageWork): Promise<PageContent | undefined> {
  const { image, scale } = await (await drawing).draw(number);
  const text = await readImage({ file: toPgm(image), pixels: async () => image }, session.reader(left));
  if (text.lines.length === 0) return undefined;
  const { width, height } = text.size ?? image;
  return recognizedPage(text, { number, width: width * scale, height: height * scale, scale });
}
