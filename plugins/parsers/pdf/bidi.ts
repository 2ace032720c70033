import type { Run } from './page-text';

/** Class of a run in the Unicode bidirectional algorithm (UAX #9), reduced to what separates runs of a line. */
type Kind = 'left' | 'right' | 'number' | 'neutral';

const ARABIC = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff]/;
/** Matches numbers that are set from left to right as a whole, with separators and signs (rules W4 and W5). */
const HEBREW_NUMBER = /[#$%+°€£¥₪‰-]?\d+(?:[-+,.:/\u00a0]\d+)*[%°€£¥₪‰′″]*/gu;
const ARABIC_NUMBER =
  /[\d\u0660-\u0669\u066b\u066c\u06f0-\u06f9]+(?:[,.:/\u00a0\u060c][\d\u0660-\u0669\u06f0-\u06f9]+)*/gu;
const SEPARATOR = /^\s*[-+,.:/]\s*$/;
const MIRRORED: Readonly<Record<string, string>> = Object.fromEntries(
  ['()', '[]', '{}', '«»', '‹›'].flatMap(([open = '', close = '']) => [
    [open, close],
    [close, open],
  ]),
);
const OPENING = '([{«‹';
const BRACKET = /[()[\]{}«»‹›]/g;
const EDGES = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su;

const kindOf = ({ text, rtl }: Run): Kind => {
  if (/\p{L}/u.test(text)) return rtl ? 'right' : 'left';
  return /\p{N}/u.test(text) ? 'number' : 'neutral';
};

/**
 * Puts the runs of a line, given from left to right, into reading order. Brackets in right-to-left text get the form
 * they have in plain text, since files store the mirrored form that is displayed.
 */
export function inLogicalOrder(runs: readonly Run[], rightToLeft: boolean): readonly Run[] {
  const levels = levelsOf(runs, rightToLeft);
  const isArabic = runs.some(({ text }) => ARABIC.test(text));
  let ordered = runs.map((run, at) => ({ run, level: levels[at] ?? 0 }));
  if (rightToLeft) ordered = ordered.map((one, at) => ({ ...one, run: insideOut(runs, levels, at, isArabic) }));
  for (const level of [2, 1]) ordered = reversedFrom(ordered, level);
  const shown = ordered.map(({ run, level }) => (level === 1 ? { ...run, rtl: true } : run));
  return shown.map((run, at) =>
    ordered[at]?.level === 1 ? withPlainBrackets(run, shown[at - 1], shown[at + 1]) : run,
  );
}

/** Returns the embedding level of each run: odd from right to left, even from left to right. */
function levelsOf(runs: readonly Run[], rightToLeft: boolean): readonly number[] {
  const kinds = runs.map(kindOf);
  const near = (at: number, step: 1 | -1, skipped: readonly Kind[]): Kind | undefined => {
    let next = at + step;
    while (kinds[next] !== undefined && skipped.includes(kinds[next] as Kind)) next += step;
    return kinds[next];
  };
  return kinds.map((kind, at) => {
    const around = (skipped: readonly Kind[]) => [near(at, -1, skipped), near(at, 1, skipped)];
    const isInRight = around(['neutral', 'number']).every((one) => one === 'right');
    if (kind === 'right') return 1;
    if (!rightToLeft) return isInRight ? (kind === 'number' ? 2 : kind === 'neutral' ? 1 : 0) : 0;
    if (kind !== 'neutral') return 2;
    const sides = around(['neutral']);
    const isInLeft = sides.includes('left') && sides.every((one) => one === 'left' || one === 'number');
    const isInNumber = sides.every((one) => one === 'number') && SEPARATOR.test(runs[at]?.text ?? '');
    return isInLeft || isInNumber ? 2 : 1;
  });
}

/** Reverses each sequence of runs that have at least the given level (rule L2). */
function reversedFrom<T extends { readonly level: number; readonly run: Run }>(runs: readonly T[], level: number): T[] {
  const ordered: T[] = [];
  let inner: T[] = [];
  for (const one of runs) {
    const last = inner[0];
    // A space between numbers belongs to the right-to-left text around them.
    const isApart =
      level === 2 && last !== undefined && isNumber(last.run) && isNumber(one.run) && hasGap(last.run, one.run);
    if (one.level < level || isApart) {
      ordered.push(...inner);
      inner = [];
    }
    if (one.level < level) ordered.push(one);
    else inner.unshift(one);
  }
  return [...ordered, ...inner];
}

const isNumber = (run: Run): boolean => kindOf(run) === 'number';

/**
 * Puts the text of a left-to-right run inside right-to-left text into reading order: several numbers, and punctuation
 * at its ends, are displayed from right to left.
 */
function insideOut(runs: readonly Run[], levels: readonly number[], at: number, isArabic: boolean): Run {
  const run = runs[at] as Run;
  if (levels[at] !== 2) return run;
  if (isNumber(run)) return { ...run, text: numbersInOrder(run.text, isArabic) };
  const [, lead = '', core = '', trail = ''] = EDGES.exec(run.text) ?? [];
  const isAlone = levels[at - 1] !== 2 && levels[at + 1] !== 2;
  return isAlone && core !== '' ? { ...run, text: `${turned(trail)}${core}${turned(lead)}` } : run;
}

/** Reverses numbers and the characters between them, but not the digits of a number. */
function numbersInOrder(text: string, isArabic: boolean): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: number, index } of text.matchAll(isArabic ? ARABIC_NUMBER : HEBREW_NUMBER)) {
    parts.push(turned(text.slice(end, index)), number);
    end = index + number.length;
  }
  return [...parts, turned(text.slice(end))].reverse().join('');
}

const turned = (text: string): string =>
  Array.from(text, (char) => MIRRORED[char] ?? char)
    .reverse()
    .join('');

/** Corrects brackets whose form contradicts the spaces around them. */
function withPlainBrackets(run: Run, before: Run | undefined, after: Run | undefined): Run {
  if (run.text.search(BRACKET) < 0) return run;
  const left = before === undefined || hasGap(before, run) ? ' ' : before.text;
  const right = after === undefined || hasGap(run, after) ? ' ' : after.text;
  const text = run.text.replace(BRACKET, (bracket, at: number) => {
    const isAfterSpace = /(?:^|\s)$/.test(`${left}${run.text.slice(0, at)}`.replace(BRACKET, ''));
    const isBeforeSpace = /^(?:[\s.,:;!?،؛؟]|$)/.test(`${run.text.slice(at + 1)}${right}`.replace(BRACKET, ''));
    if (isAfterSpace === isBeforeSpace) return bracket;
    return OPENING.includes(bracket) === isAfterSpace ? bracket : (MIRRORED[bracket] ?? bracket);
  });
  return text === run.text ? run : { ...run, text };
}

/** True when a space is visible between two neighbouring runs of a line. */
function hasGap(a: Run, b: Run): boolean {
  const [left, right] = a.x < b.x ? [a, b] : [b, a];
  return right.x - (left.x + left.width) > Math.max(a.size, b.size) * 0.15;
}
