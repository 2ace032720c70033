import { linesOf } from './lines';
import type { PageLines } from './margins';
import { type Pdf, type PdfPage, pageRuns, type Run } from './page-text';
import type { TagNode } from './tagged';

/** Content extracted from a page. */
export interface PageContent extends PageLines {
  readonly width: number;
  readonly runs: readonly Run[];
  readonly tags: TagNode | undefined;
  /** True for a page with graphics but without text. */
  readonly isScan: boolean;
  /** Confidence of recognized text, from 0 to 1. */
  readonly confidence?: number;
}

/** Pages that were read, and pages that could not be read. */
export interface PagesRead {
  readonly pages: readonly PageContent[];
  readonly failures: readonly { readonly number: number; readonly reason: string }[];
  /** Number of pages attempted within the time limit. */
  readonly tried: number;
}

/** Time limit: start time (`performance.now`), duration in ms, and abort signal. */
export interface ReadingTime {
  readonly startedAt: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Time reserved for the steps after reading: `REST_SHARE` of the reading time, plus `REST_MS`. */
const REST_SHARE = 0.9;
const REST_MS = 250;

/**
 * Reads pages in order until all are read, or until the next page would exceed the time limit at the current pace.
 * Calls `onScan` after a page without text.
 */
export async function readPages(
  pdf: Pdf,
  count: number,
  time: ReadingTime,
  onScan: () => unknown = () => undefined,
): Promise<PagesRead> {
  const pages: PageContent[] = [];
  const failures: { number: number; reason: string }[] = [];
  const begunAt = performance.now();
  let tried = 0;
  while (tried < count && hasTime(tried, begunAt, time)) {
    time.signal.throwIfAborted();
    tried++;
    try {
      pages.push(await readPage(pdf, tried));
    } catch (error) {
      failures.push({ number: tried, reason: error instanceof Error ? error.message : String(error) });
    }
    if (pages.at(-1)?.isScan) onScan();
  }
  return { pages, failures, tried };
}

function hasTime(pages: number, begunAt: number, { startedAt, timeoutMs }: ReadingTime): boolean {
  const now = performance.now();
  const reading = now - begunAt;
  const next = pages === 0 ? 0 : (reading / pages) * (1 + REST_SHARE);
  const rest = pages === 0 ? 0 : REST_MS + reading * REST_SHARE;
  return now - startedAt + next + rest < timeoutMs;
}

async function readPage(pdf: Pdf, number: number): Promise<PageContent> {
  const page = await pdf.getPage(number);
  try {
    const runs = await pageRuns(page);
    const tags = ((await page.getStructTree()) as TagNode | null) ?? undefined;
    const { width, height } = page.getViewport({ scale: 1 });
    const lines = linesOf(runs, number);
    return { number, width, height, runs, tags, lines, isScan: lines.length === 0 && (await draws(page)) };
  } finally {
    page.cleanup();
  }
}

/**
 * True for a page with graphics. An empty page has a single operator, which sets its coordinates. A page with an image
 * has more operators, even though images are not loaded here.
 */
async function draws(page: PdfPage): Promise<boolean> {
  const { fnArray } = await page.getOperatorList();
  return fnArray.length > 1;
}
