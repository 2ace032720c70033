import { selectOne } from 'css-select';
import { type AnyNode, type Document, type Element, isText } from 'domhandler';
import type { NextControl } from '../../../contract/page-controls';
import { elementsIn, findElements, textOf } from '../../extraction/rules/page/text-of';
import { numberOf, numbersIn } from '../../recipes/page-numbers';
import { lineOf } from './controls';

const maxNumbers = 40;
/** Maximum number of levels from the next-page control up to its row of page numbers. */
const maxLevels = 4;
/** Matches a range and a total in any language, e.g. `1–20 of 60`. */
const RANGE = /(?<![\d.,])(\d[\d.,]*)\s?[-–—]\s?(\d[\d.,]*)\s\p{L}{1,6}\s(\d[\d.,]*(?:\s\d{3})*)/u;
const maxSentence = 120;
const maxSentences = 5000;

const estimates = new WeakMap<Document, Map<string, number | undefined>>();

/**
 * Estimates the number of rows on all pages of a list. Uses the total in a text such as `1–20 of 60`, else multiplies
 * the rows on this page by the last page number. Undefined if the page contains neither number. Estimates are cached,
 * so the document must not change.
 */
export function estimatedRows(document: Document, next: NextControl | undefined, rows: number): number | undefined {
  if (!next || next.kind === 'scroll' || rows === 0) return undefined;
  const known = estimates.get(document) ?? new Map<string, number | undefined>();
  estimates.set(document, known);
  const key = `${rows} ${next.selector}`;
  if (!known.has(key)) known.set(key, estimate(document, next, rows));
  return known.get(key);
}

function estimate(document: Document, next: NextControl, rows: number): number | undefined {
  const control = selectOne<AnyNode, Element>(next.selector, document);
  return statedTotal(document, rows) ?? (control ? byPages(control, rows) : undefined);
}

function statedTotal(document: Document, rows: number): number | undefined {
  const whole = (text = ''): number => Number(text.replace(/\D/g, ''));
  for (const element of findElements(document, isSentence, maxSentences)) {
    const text = textOf(element);
    const [, from, to, total] = (text.length <= maxSentence && RANGE.exec(text)) || [];
    if (total !== undefined && whole(to) - whole(from) + 1 === rows && whole(total) >= rows) return whole(total);
  }
  return undefined;
}

const isSentence = (one: Element): boolean =>
  elementsIn(one).length <= 4 && one.children.some((child) => isText(child) && child.data.trim() !== '');

function byPages(control: Element, rows: number): number | undefined {
  const numbers = lineOf(control, maxLevels)
    .map((outer) => numbersIn(outer, maxNumbers).flatMap((one) => numberOf(one) ?? []))
    .find((found) => found.length >= 2);
  return numbers && arePages(numbers) ? rows * Math.max(...numbers) : undefined;
}

/**
 * True for ascending numbers that start with 1 or include two consecutive numbers. Prices and counts are usually
 * unordered.
 */
const arePages = (numbers: readonly number[]): boolean =>
  numbers.length < maxNumbers &&
  numbers.every((number, at) => number > (numbers[at - 1] ?? 0)) &&
  (numbers[0] === 1 || numbers.some((number, at) => number === (numbers[at - 1] ?? Number.NaN) + 1));
