import type { Examples } from './boost.ts';
import type { StoredPage } from './dataset.ts';
import { labelBySnippets, labelByText } from './labels.ts';
import type { Reader } from './load-reader.ts';

/** A page with a label and weight for each unit. */
export interface Example {
  readonly page: StoredPage;
  readonly rows: Float32Array;
  /** Share of each unit's words that are known to be content, or -1 if unknown. */
  readonly labels: Float64Array;
  /** Weight of each unit. */
  readonly weights: Float64Array;
}

/** The units of all pages, combined in one table. */
export interface ExampleTable {
  readonly data: Examples;
  /** Training rows. */
  readonly usable: Int32Array;
  /** Index of each row's page. */
  readonly pageOf: Int32Array;
  /** First row of each page. */
  readonly offsets: Int32Array;
}

/** Maximum number of units used per page. */
const MAX_UNITS = 400;
/**
 * A kind of page with at least this many pages has weight 1. Rarer kinds have a higher weight, because results are
 * averaged over kinds.
 */
const COMMON_PAGES = 80;
/**
 * Minimum share of the known text that a page must contain. A lower share means that the text belongs to another
 * version of the page.
 */
const MIN_FOUND = 0.5;

/** Aligns a page's units with the known text of its content. */
export function exampleOf(page: StoredPage, pages: readonly StoredPage[], reader: Reader): Example {
  const { rows, texts } = reader.see(page);
  const blocks = texts.flat();
  const { text, with: wanted = [], without: unwanted = [] } = page.truth;
  const ofBlocks = text === undefined ? labelBySnippets(blocks, wanted, unwanted) : labelByText(blocks, text);
  const isKnown = text === undefined || shareFound(text, blocks) >= MIN_FOUND;
  const labels = new Float64Array(texts.length);
  const raw = new Float64Array(texts.length);
  let at = 0;
  texts.forEach((unit, i) => {
    const sizes = unit.map((one) => one.split(/\s+/).filter(Boolean).length);
    const known = sizes.map((size, k) => ((ofBlocks[at + k] ?? -1) < 0 ? 0 : size + 0.01));
    const sum = known.reduce((a, b) => a + b, 0);
    labels[i] = sum === 0 ? -1 : known.reduce((total, size, k) => total + size * (ofBlocks[at + k] ?? 0), 0) / sum;
    const words = sizes.reduce((a, b) => a + b, 0);
    // A unit that matches the known text only partly has a lower weight.
    raw[i] = sum < 0.5 || !isKnown ? 0 : (words + 1) ** 0.8 * (0.25 + Math.abs(2 * (labels[i] ?? 0) - 1));
    at += unit.length;
  });
  return { page, rows, labels, weights: scaled(raw, labels, page, pages) };
}

/** Returns the share of a known text's words that the page contains. 0 if there is no known text. */
function shareFound(text: string, blocks: readonly string[]): number {
  const onPage = new Set(blocks.flatMap(wordsOf));
  const known = wordsOf(text);
  return known.filter((word) => onPage.has(word)).length / Math.max(1, known.length);
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Scales the weights of a page's units, so that a long page does not outweigh other pages. Pages of rarer kinds weigh
 * more.
 */
function scaled(raw: Float64Array, labels: Float64Array, page: StoredPage, pages: readonly StoredPage[]): Float64Array {
  const total = raw.reduce((sum, weight) => sum + weight, 0) || 1;
  const wanted = raw.reduce((sum, weight, i) => sum + ((labels[i] ?? 0) >= 0.5 ? weight : 0), 0);
  if (page.set === 'multilingual') return raw.map((weight) => (4 * weight) / total);
  const same = pages.filter(({ type }) => type === page.type).length;
  const rarity = page.set === 'pagetypes' ? Math.sqrt(COMMON_PAGES / same) : 1;
  return raw.map((weight) => (20 * rarity * weight) / Math.sqrt(total * Math.max(wanted, total * 0.1)));
}

/** Combines the units of all pages into one table. A page that occurs twice in a set is used only once. */
export function tableOf(examples: readonly Example[], width: number): ExampleTable {
  const count = examples.reduce((sum, { labels }) => sum + labels.length, 0);
  const data = {
    count,
    width,
    values: new Float32Array(count * width),
    labels: new Float64Array(count),
    weights: new Float64Array(count),
  };
  const pageOf = new Int32Array(count);
  const offsets = new Int32Array(examples.length);
  const usable: number[] = [];
  const seen = new Set<string>();
  let at = 0;
  examples.forEach(({ page, rows, labels, weights }, i) => {
    offsets[i] = at;
    data.values.set(rows, at * width);
    data.labels.set(
      labels.map((label) => (label >= 0.5 ? 1 : 0)),
      at,
    );
    data.weights.set(weights, at);
    pageOf.fill(i, at, at + labels.length);
    const stride = Math.ceil(labels.length / MAX_UNITS);
    const key = `${page.set} ${page.url}`;
    labels.forEach((_, unit) => {
      if (!seen.has(key) && (weights[unit] ?? 0) > 0 && unit % stride === 0) usable.push(at + unit);
    });
    seen.add(key);
    at += labels.length;
  });
  return { data, usable: Int32Array.from(usable), pageOf, offsets };
}
