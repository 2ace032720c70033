import { getDocumentProxy } from 'unpdf';
import { AppError, defineParser, type Metadata, z } from '../../../core/plugin';
import { fontsOf, layoutHtml } from './layout';
import { type Line, linesOf, withoutRepeats } from './lines';
import { type Pdf, pageRuns } from './page-text';
import { taggedHtml } from './tagged';

const MS_PER_PAGE = 150;
const MS_EXTRA = 5_000;

/** `pdf`: the text of a PDF with its headings, paragraphs, lists, tables and links. */
export default defineParser({
  id: 'pdf',
  summary: 'Reads PDF files that have a text layer.',
  mediaTypes: ['application/pdf', 'application/x-pdf'],
  extensions: ['.pdf'],
  magic: '%PDF-',
  optIn: true,
  options: z.object({
    maxPages: z.number().int().min(1).max(10_000).optional().describe('Reads only that many pages from the start.'),
    mode: z
      .enum(['fast', 'auto', 'ocr'])
      .default('auto')
      .describe('How to read: text is always taken from the text layer; scanned pages are not recognised.'),
  }),
  async parse(bytes, { url, options, timeoutMs, signal }) {
    const pdf = await openPdf(bytes, url);
    try {
      const count = Math.min(pdf.numPages, options.maxPages ?? pdf.numPages);
      if (timeoutMs < count * MS_PER_PAGE) throw tooLittleTime(count, timeoutMs);
      const { html, warnings } = await readPages(pdf, count, signal);
      if (count < pdf.numPages)
        warnings.push(`Only ${count} of the PDF's ${pdf.numPages} pages were read, as asked by maxPages.`);
      if (html === '')
        warnings.push('The PDF has no text layer: its pages are pictures, which are not recognised here.');
      else if (options.mode === 'ocr')
        warnings.push('Text recognition is not available; the text layer of the PDF was read.');
      return { html, metadata: await readMetadata(pdf, count), warnings };
    } finally {
      await pdf.loadingTask.destroy();
    }
  },
});

async function openPdf(bytes: Uint8Array, url: string): Promise<Pdf> {
  try {
    // The reader takes the buffer over, so it gets a copy.
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
    throw new AppError(
      'SCRAPE_DOCUMENT_BROKEN',
      `The PDF at ${url} is damaged and could not be read; open it in a viewer and save it anew.`,
      { cause: error },
    );
  }
}

function tooLittleTime(pages: number, timeoutMs: number): AppError {
  const needed = pages * MS_PER_PAGE + MS_EXTRA;
  return new AppError(
    'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
    `The PDF has ${pages} pages, which is too much for the ${Math.max(0, Math.floor(timeoutMs))} ms left; set timeout to at least ${needed} ms, or maxPages to fewer pages.`,
  );
}

async function readPages(pdf: Pdf, count: number, signal: AbortSignal): Promise<{ html: string; warnings: string[] }> {
  const parts: (string | readonly Line[])[] = [];
  const warnings: string[] = [];
  for (let number = 1; number <= count; number++) {
    signal.throwIfAborted();
    try {
      const page = await pdf.getPage(number);
      const runs = await pageRuns(page);
      parts.push((await taggedHtml(page, runs)) ?? linesOf(runs, number));
      page.cleanup();
    } catch (error) {
      warnings.push(
        `Page ${number} of the PDF could not be read (${error instanceof Error ? error.message : String(error)}).`,
      );
    }
  }
  return { html: joinPages(parts), warnings };
}

/** Pages in order: tagged ones as they are, the others laid out together so that paragraphs run on from page to page. */
function joinPages(parts: readonly (string | readonly Line[])[]): string {
  const untagged = withoutRepeats(parts.filter((part) => typeof part !== 'string'));
  const fonts = fontsOf(untagged.flat());
  const html: string[] = [];
  let waiting: Line[] = [];
  let next = 0;
  const flush = (): void => {
    if (waiting.length > 0) html.push(layoutHtml(waiting, fonts));
    waiting = [];
  };
  for (const part of parts) {
    if (typeof part === 'string') {
      flush();
      html.push(part);
    } else for (const line of untagged[next++] ?? []) waiting.push(line);
  }
  flush();
  return html.join('\n').trim();
}

async function readMetadata(pdf: Pdf, numPages: number): Promise<Metadata> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const facts = info as Readonly<Record<string, unknown>>;
  const text = (name: string): string | undefined => {
    const value = facts[name];
    return typeof value === 'string' && value.trim() !== '' ? value.replaceAll('\0', '').trim() : undefined;
  };
  const [title, author, language] = [text('Title'), text('Author'), text('Language')];
  return { ...(title && { title }), ...(author && { author }), ...(language && { language }), numPages };
}
