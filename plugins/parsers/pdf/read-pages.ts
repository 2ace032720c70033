import { linesOf } from './lines';
import type { PageLines } from './margins';
import { type Pdf, pageRuns, type Run } from './page-text';
import type { TagNode } from './tagged';

/** What was read of one page. */
export interface PageContent extends PageLines {
  readonly runs: readonly Run[];
  readonly tags: TagNode | undefined;
}

/** Pages of a PDF, and those that could not be read. */
export interface PagesRead {
  readonly pages: readonly PageContent[];
  readonly failures: readonly { readonly number: number; readonly reason: string }[];
  /** Pages that were tried before the time was over. */
  readonly tried: number;
}

/** Time that may be used: since when (by `performance.now`), how long, and by whose leave. */
export interface ReadingTime {
  readonly startedAt: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Kept for what comes after the pages: a share of the time their reading took, and some milliseconds. */
const REST_SHARE = 0.9;
const REST_MS = 250;

/** Reads pages from the first on, until all are read or the next one would, by the pace so far, not be done in time. */
export async function readPages(pdf: Pdf, count: number, time: ReadingTime): Promise<PagesRead> {
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
    return { number, height: page.getViewport({ scale: 1 }).height, runs, tags, lines: linesOf(runs, number) };
  } finally {
    page.cleanup();
  }
}
