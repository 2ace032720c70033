import type { Found } from './find';
import type { Ranked } from './rank';
import { valuesOfKind, type WantedKind, wantedKind } from './wanted-values';
import { plainOf } from './words';

/** An answer quoted from the page. Empty if the page does not answer the question. */
export interface RuleAnswer {
  readonly answer: string;
  readonly warning?: string;
}

/** A unit counts as an equally good match if its score is at least this share of the best score. */
const closeScore = 0.85;
const maxPassageChars = 6_000;

/**
 * Returns the value or sentence that answers a question. The best unit must contain every word in the question or an
 * equivalent. Returns an empty answer if equally good units contain different values.
 */
export function answerByRules({ ranked, language, passages }: Found, question: string): RuleAnswer {
  const kind = wantedKind(question, language);
  const able = ranked.filter(({ lacks, ownCoverage }) => lacks === 0 && ownCoverage > 0);
  const best = able.find((one) => answerIn(one, passages.markdown, kind) !== undefined);
  const answer = best && answerIn(best, passages.markdown, kind);
  if (!best || !answer || best.score < (able[0]?.score ?? 0) * closeScore)
    return { answer: '', warning: 'No answer was found using rules.' };
  const rivals = able.filter((one) => one !== best && one.score >= best.score * closeScore);
  const others = rivals.filter((one) => {
    const other = answerIn(one, passages.markdown, kind);
    return other !== undefined && other.value !== answer.value;
  });
  if (kind && others.length > 0)
    return { answer: '', warning: 'The page states several answers that fit equally well; see `highlights`.' };
  return { answer: answer.value === answer.sentence ? answer.value : `${answer.value} (${answer.sentence})` };
}

interface Stated {
  readonly value: string;
  readonly sentence: string;
}

/**
 * Returns the value in a unit, with the sentence that contains the value. Undefined if the unit has no value of the
 * requested kind.
 */
function answerIn({ unit, text }: Ranked, markdown: string, kind: WantedKind | undefined): Stated | undefined {
  if (unit.kind === 'row') return answerInRow(markdown.slice(unit.start, unit.end), kind);
  const sentence = text.replace(/^(?:[-*+]|\d{1,9}[.)])\s+/, '');
  // A sentence that ends with a colon introduces the answer and is not the answer itself.
  if (/[:：]$/.test(sentence)) return undefined;
  if (kind === undefined || unit.kind === 'code') return { value: sentence, sentence };
  const values = [...new Set(valuesOfKind(sentence, kind).map((value) => value.trim()))];
  // If the sentence contains several values, returns the entire sentence, because it explains which value is which.
  return values.length === 0 ? undefined : { value: (values.length === 1 && values[0]) || sentence, sentence };
}

/**
 * Returns the second cell of a label–value row. In a longer row, returns the only cell with a value of the requested
 * kind. If several cells contain such a value, returns the complete row.
 */
function answerInRow(row: string, kind: WantedKind | undefined): Stated | undefined {
  const cells = row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => plainOf(cell));
  const [label = '', second = ''] = cells;
  const whole = cells.join(' | ');
  if (cells.length === 2 && second !== '') {
    const isStated =
      kind === undefined || kind === 'person' || /\d/.test(second) || valuesOfKind(second, kind).length > 0;
    return isStated ? { value: second, sentence: `${label}: ${second}` } : undefined;
  }
  const fitting = kind ? cells.filter((cell) => valuesOfKind(cell, kind).length > 0) : [];
  if (kind && fitting.length === 0) return undefined;
  return { value: (fitting.length === 1 && fitting[0]) || whole, sentence: whole };
}

/**
 * Returns the best passages on a page under their headings, in page order, as context for a model. If nothing matches,
 * returns the start of the page.
 */
export function bestPassages({ ranked, passages: { markdown } }: Found): string {
  let chars = 0;
  const chosen = ranked.filter(({ unit }) => {
    chars += unit.end - unit.start;
    return chars <= maxPassageChars;
  });
  if (chosen.length === 0) return markdown.slice(0, maxPassageChars);
  const parts: string[] = [];
  let above = '';
  for (const { unit } of chosen.toSorted((one, other) => one.unit.start - other.unit.start)) {
    const heading = unit.headings.join(' › ');
    if (heading !== above) parts.push(`# ${heading}`);
    above = heading;
    parts.push(markdown.slice(unit.start, unit.end));
  }
  return parts.join('\n');
}
