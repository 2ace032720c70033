import { getDocumentProxy } from 'unpdf';
import { AppError, defineParser, type Metadata, z } from '../../../core/contract/plugin';
import { joinPages } from './join-pages';
import { blocksOfPages, separatePages } from './page-blocks';
import type { Pdf } from './page-text';
import { type PagesRead, type ReadingTime, readPages } from './read-pages';

/** `pdf`: the text of a PDF, with headings, paragraphs, lists, tables and links. */
export default defineParser({
  id: 'pdf',
  summary: 'Reads PDF files that have a text layer.',
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
      .enum(['fast', 'auto', 'ocr'])
      .default('auto')
      .describe('How to read: only the text layer is read; text in scanned pages is not recognized.'),
    pages: z.boolean().default(false).describe('Also return the markdown of each page, as `pages`.'),
    pageMarkdown: z.boolean().default(false).describe('Old name of `pages`.'),
    blocks: z
      .boolean()
      .default(false)
      .describe('Also return the blocks of each page with their positions, as `blocks`.'),
    pageMarkers: z.boolean().default(false).describe('Insert the number of each page between pages of the markdown.'),
  }),
  async parse(bytes, { url, options, timeoutMs, signal }) {
    const time = { startedAt: performance.now(), timeoutMs, signal };
    const pdf = await openPdf(bytes, url);
    try {
      const asked = Math.min(pdf.numPages, options.maxPages ?? pdf.numPages);
      const read = await readPages(pdf, asked, time);
      assertSomePage(read, pdf.numPages, time, url);
      const html = joinPages(read.pages);
      const warnings = [...missingParts(read, asked, pdf.numPages, time), ...pagesWithoutText(read, html)];
      if (options.mode === 'ocr' && html !== '')
        warnings.push('Text recognition is not available; the text layer of the PDF was read.');
      const wantsPages = options.pages || options.pageMarkdown;
      const pages = wantsPages || options.pageMarkers ? separatePages(read.pages) : undefined;
      return {
        html,
        metadata: await readMetadata(pdf, read.tried),
        warnings,
        ...(wantsPages ? { pages } : {}),
        ...(options.pageMarkers ? { marked: pages } : {}),
        ...(options.blocks ? { blocks: blocksOfPages(read) } : {}),
      };
    } finally {
      await pdf.loadingTask.destroy();
    }
  },
});

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
  if (tried === 0) {
    throw new AppError(
      'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
      `Insufficient time to process PDF: none of its ${all} pages could be read within the ${Math.max(0, Math.floor(time.timeoutMs))} ms left; raise timeout.`,
    );
  }
  if (pages.length === 0) throw broken(url, failures[0]?.reason);
}

/** Returns warnings about missing pages. */
function missingParts({ tried, failures }: PagesRead, asked: number, all: number, time: ReadingTime): string[] {
  const warnings: string[] = [];
  if (tried < asked) {
    const lacking = ((performance.now() - time.startedAt) / tried) * (asked - tried) * 1.5;
    warnings.push(
      `Only ${tried} of the PDF's ${all} pages were read in time; raise timeout by ${Math.ceil(lacking / 1000)} s to read them all.`,
    );
  } else if (asked < all) warnings.push(`Only ${asked} of the PDF's ${all} pages were read, as limited by maxPages.`);
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
function pagesWithoutText({ pages }: PagesRead, html: string): string[] {
  if (html === '') {
    const count = pages.length === 1 ? 'its page is' : `its ${pages.length} pages are`;
    return [`The PDF has no text layer: ${count} empty or images only, and text in images is not recognised here.`];
  }
  const empty = pages.filter(({ lines }) => lines.length === 0).length;
  if (empty === 0) return [];
  return [`${empty} of the ${pages.length} pages read contain no text: they are empty or images only.`];
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
