import type { FileBlock, FilePage, FilePageBlocks } from '../../../core/contract/plugin';
import { readingOrder } from './columns';
import { taggedPart } from './join-pages';
import { fontsOf, layoutParts } from './layout';
import type { Line } from './lines';
import { withoutMargins } from './margins';
import type { PageContent, PagesRead } from './read-pages';

/** Returns each page separately, without running headers and footers. Unreadable pages are omitted. */
export function separatePages(pages: readonly PageContent[]): readonly FilePage[] {
  const texts = withoutMargins(pages);
  const parts = pages.map((page, at) => taggedPart(page, texts[at] ?? []));
  const fonts = fontsOf(parts.flatMap(({ lines }) => lines));
  return pages.map(({ number }, at) => {
    const { html = '', lines = [] } = parts[at] ?? {};
    const rest = layoutParts(lines, fonts).map((part) => part.html);
    return { number, html: [html, ...rest].filter(Boolean).join('\n') };
  });
}

/** Returns the blocks of each page with their positions, in reading order. Running headers come first, footers last. */
export function blocksOfPages({ pages, failures }: PagesRead): readonly FilePageBlocks[] {
  const texts = withoutMargins(pages);
  const fonts = fontsOf(texts.flat());
  const read = pages.map((page, at) => pageBlocks(page, texts[at] ?? [], fonts));
  const failed = failures.map(({ number }) => ({
    number,
    width: null,
    height: null,
    status: 'failed' as const,
    items: [],
  }));
  return [...read, ...failed].sort((a, b) => a.number - b.number);
}

function pageBlocks(page: PageContent, text: readonly Line[], fonts: ReturnType<typeof fontsOf>): FilePageBlocks {
  const { number, width, height, lines } = page;
  const shown = new Set(text);
  const margins = lines.filter((line) => !shown.has(line));
  const blockOf = (type: string, html: string, of: readonly Line[]): FileBlock => ({
    type,
    html,
    bbox: boxOf(of, height),
    ...(page.confidence === undefined ? {} : { confidence: page.confidence }),
  });
  const marginBlocks = (isHead: boolean) =>
    margins
      .filter(({ y }) => y > height / 2 === isHead)
      .map((line) => blockOf(isHead ? 'header' : 'footer', layoutParts([line], fonts)[0]?.html ?? '', [line]));
  const body = layoutParts(readingOrder(text), fonts).map((part) => blockOf(typeOf(part.html), part.html, part.lines));
  return { number, width, height, status: 'ok', items: [...marginBlocks(true), ...body, ...marginBlocks(false)] };
}

const types: readonly (readonly [RegExp, string])[] = [
  [/^<h[1-6]/, 'heading'],
  [/^<table/, 'table'],
  [/^<[uo]l/, 'list'],
  [/^<pre/, 'code'],
];

const typeOf = (html: string): string => types.find(([start]) => start.test(html))?.[1] ?? 'paragraph';

/** Distance by which letters extend below the baseline, as a share of the font size. */
const DESCENT = 0.25;

/** Returns the left, top, right and bottom edges of the lines, in points from the top left of the page. */
function boxOf(lines: readonly Line[], height: number): readonly [number, number, number, number] {
  const round = (value: number) => Math.round(value * 10) / 10;
  return [
    round(Math.min(...lines.map(({ left }) => left))),
    round(Math.max(0, height - Math.max(...lines.map(({ y, size }) => y + size)))),
    round(Math.max(...lines.map(({ right }) => right))),
    round(Math.min(height, height - Math.min(...lines.map(({ y, size }) => y - size * DESCENT)))),
  ];
}
