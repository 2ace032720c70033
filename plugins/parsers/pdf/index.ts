import { getDocumentProxy } from 'unpdf';
import { AppError, defineParser, type Metadata, type ParseContext, z } from '../../../core/contract/plugin';
import { image } from './image';
import { joinPages } from './join-pages';
import { named, ocrMetadata, percent, unsure } from './ocr/confidence';
import { type PagesRecognized, recognizePages } from './ocr/recognize-pages';
import { blocksOfPages, separatePages } from './page-blocks';
import type { Pdf } from './page-text';
import { type PagesRead, type ReadingTime, readPages } from './read-pages';

const modes = ['fast', 'auto', 'ocr'] as const;
type Mode = (typeof modes)[number];

/** `pdf`: the text of a PDF, with headings, paragraphs, lists, tables and links. */
export const pdf = defineParser({
  id: 'pdf',
  summary: 'Reads PDF files, and recognizes the text of scanned pages.',
  mediaTypes: ['application/pdf', 'application/x-pdf'],
  extensions: ['.pdf'],
  optIn: true,
  options: z.object({
    maxPages: z
      .number()
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe('Maximum number of pages to read, from the start.'),
    mode: z
      .enum(modes)
      .default('auto')
      .describe(
        'How to read: `fast` reads only the text layer, `auto` also recognizes text on pages without a text layer, `ocr` recognizes text on all pages.',
      ),
    pages: z.boolean().default(false).describe('Also return the Markdown of each page, as `pages`.'),
    pageMarkdown: z.boolean().default(false).describe('Former name of `pages`.'),
    blocks: z
      .boolean()
      .default(false)
      .describe('Also return the blocks of each page with their positions, as `blocks`.'),
    pageMarkers: z.boolean().default(false).describe('Insert page numbers between the pages of the Markdown.'),
  }),
  async parse(bytes, context) {
    const { url, options, timeoutMs, signal } = context;
    const { mode } = options;
    if (mode === 'ocr') context.ocr();
    const time = { startedAt: performance.now(), timeoutMs, signal };
    const file = await openPdf(bytes, url);
    try {
      const all = file.numPages;
      const asked = Math.min(all, options.maxPages ?? all);
      const layer = await readPages(file, asked, time, mode === 'auto' ? context.ocr : undefined);
      assertSomePage(layer, all, time, url);
      const read = await recognized(bytes, layer, { ...context, mode, time });
      const html = joinPages(read.pages);
      assertInTime(read, html, time);
      const warnings = [
        ...missingParts(read, asked, all, time),
        ...pagesWithoutText(read, html, mode),
        ...recognitionWarnings(read, time),
      ];
      const wantsPages = options.pages || options.pageMarkdown;
      const pages = wantsPages || options.pageMarkers ? separatePages(read.pages) : undefined;
      return {
        html,
        metadata: { ...(await readMetadata(file, read.tried)), ...ocrMetadata(recognizedOf(read)) },
        warnings,
        ...(wantsPages ? { pages } : {}),
        ...(options.pageMarkers ? { marked: pages } : {}),
        ...(options.blocks ? { blocks: blocksOfPages(read) } : {}),
      };
    } finally {
      await file.loadingTask.destroy();
    }
  },
});

/** Parsers that read files page by page and share the layout analysis. */
export default [pdf, image];

interface Recognizing extends Pick<ParseContext, 'ocr' | 'onRecognition'> {
  readonly mode: Mode;
  readonly time: ReadingTime;
}

/** Runs text recognition on the pages selected by the mode. */
async function recognized(bytes: Uint8Array, layer: PagesRead, { mode, time, ocr, onRecognition }: Recognizing) {
  const all = [...layer.pages.map(({ number }) => number), ...layer.failures.map(({ number }) => number)];
  const scans = layer.pages.filter(({ isScan }) => isScan).map(({ number }) => number);
  const numbers = mode === 'ocr' ? all.sort((a, b) => a - b) : mode === 'auto' ? scans : [];
  if (numbers.length === 0) return { ...layer, late: [], warnings: [] };
  return recognizePages(bytes, layer, numbers, { settings: ocr(), time, onRecognition });
}

const recognizedOf = ({ pages }: PagesRead) =>
  pages.flatMap(({ number, confidence }) => (confidence === undefined ? [] : [{ number, confidence }]));

async function openPdf(bytes: Uint8Array, url: string): Promise<Pdf> {
  try {
    // Passes a copy, because the reader takes ownership of the buffer.
    return await getDocumentProxy(bytes.slice(), {
      verbosity: 0,
      maxImageSize: 1,
      disableFontFace: true,
    });
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'PasswordException') {
      throw new AppError(
        'SCRAPE_PDF_ENCRYPTED',
        `The PDF at ${url} is encrypted and cannot be read without its password.`,
        { cause: error },
      );
    }
    throw broken(url, error);
  }
}

const broken = (url: string, cause?: unknown): AppError =>
  new AppError(
    'SCRAPE_DOCUMENT_BROKEN',
    `The PDF at ${url} is damaged and could not be read; open it in a viewer and save it again.`,
    { cause },
  );

function assertSomePage({ pages, failures, tried }: PagesRead, all: number, time: ReadingTime, url: string): void {
  if (all <= 0) throw broken(url);
  if (tried === 0) {
    throw new AppError(
      'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
      `Insufficient time to process PDF: none of its ${all} pages could be read within the ${Math.max(0, Math.floor(time.timeoutMs))} ms left; raise \`timeout\`.`,
    );
  }
  if (pages.length === 0) throw broken(url, failures[0]?.reason);
}

/** Throws if the time was too short to recognize any text and the PDF contains no other text. */
function assertInTime({ late, pages }: PagesRecognized, html: string, { timeoutMs }: ReadingTime): void {
  if (late.length === 0 || html !== '' || pages.length > late.length) return;
  throw new AppError(
    'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
    `Insufficient time to process PDF: none of its scanned pages could be recognized within the ${Math.max(0, Math.floor(timeoutMs))} ms left; raise \`timeout\`.`,
  );
}

/** Returns warnings about text that was not recognized, or was recognized only with low confidence. */
function recognitionWarnings(read: PagesRecognized, { startedAt }: ReadingTime): readonly string[] {
  const warnings = [...read.warnings];
  const done = recognizedOf(read);
  if (read.late.length > 0) {
    const pace = (performance.now() - startedAt) / Math.max(1, done.length);
    const lacking = Math.ceil((read.late.length * pace * 1.5) / 1000);
    warnings.push(
      `Text recognition for ${named(read.late)} timed out; increase \`timeout\` by ${lacking} s to read all pages.`,
    );
  }
  const low = unsure(done);
  if (low.length > 0) {
    const least = percent(Math.min(...low.map(({ confidence }) => confidence)));
    const pages = named(low.map(({ number }) => number));
    warnings.push(
      `The text of ${pages} was recognized with low confidence (at least ${least}), so parts of it may be wrong.`,
    );
  }
  return warnings;
}

/** Returns warnings about missing pages. */
function missingParts({ tried, failures }: PagesRead, asked: number, all: number, time: ReadingTime): string[] {
  const warnings: string[] = [];
  if (tried < asked) {
    const lacking = ((performance.now() - time.startedAt) / tried) * (asked - tried) * 1.5;
    warnings.push(
      `Only ${tried} of the PDF's ${all} pages were read in time; raise \`timeout\` by ${Math.ceil(lacking / 1000)} s to read all pages.`,
    );
  } else if (asked < all) warnings.push(`Only ${asked} of the PDF's ${all} pages were read, because of maxPages.`);
  const [first] = failures;
  if (first !== undefined) {
    const numbers = failures.slice(0, 20).map(({ number }) => number);
    const more = failures.length > numbers.length ? ` and ${failures.length - numbers.length} more` : '';
    const names = `${failures.length === 1 ? 'Page' : 'Pages'} ${numbers.join(', ')}${more}`;
    warnings.push(`${names} of the PDF could not be read (${first.reason}).`);
  }
  return warnings;
}

/** Returns warnings about pages without text, such as scanned pages. */
function pagesWithoutText({ pages, late }: PagesRecognized, html: string, mode: Mode): string[] {
  const advice = mode === 'fast' ? ' To recognize text in images, use the mode `auto`.' : '';
  if (html === '') {
    const what = pages.length === 1 ? 'page is empty or contains' : `${pages.length} pages are empty or contain`;
    return [`The PDF contains no text: its ${what} only images.${advice}`];
  }
  const empty = pages.filter(({ number, lines }) => lines.length === 0 && !late.includes(number)).length;
  if (empty === 0) return [];
  return [
    `${empty} of the ${pages.length} pages read contain no text: they are empty or contain only images.${advice}`,
  ];
}

async function readMetadata(pdf: Pdf, pagesRead: number): Promise<Metadata> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const facts = info as Readonly<Record<string, unknown>>;
  const text = (name: string): string | undefined => {
    const value = facts[name];
    return typeof value === 'string' && value.trim() !== '' ? value.replaceAll('\0', '').trim() : undefined;
  };
  const [title, author, language] = [text('Title'), text('Author'), text('Language')];
  const { numPages } = pdf;
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(language && { language }),
    numPages,
    ...(pagesRead < numPages && { pagesRead }),
  };
}
