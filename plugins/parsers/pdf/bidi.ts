import type { Run } from './page-text';

/** Class of a run, simplified from the Unicode bidirectional algorithm (UAX #9). */
type Kind = 'left' | 'right' | 'number' | 'neutral';

const ARABIC = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff]/;
/**
 * Match numbers with their separators and signs, which are displayed from left to right as a unit (rules W4 and W5).
 */
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
const BRACKETS = /[()[\]{}«»‹›]+/g;
const WORD = /[\p{L}\p{N}]+/gu;

const kindOf = ({ text, rtl }: Run): Kind => {
  if (/\p{L}/u.test(text)) return rtl ? 'right' : 'left';
  return /\p{N}/u.test(text) ? 'number' : 'neutral';
};

/**
 * True if a line, given from left to right, probably belongs to a right-to-left paragraph. If its first and last words
 * differ in direction, the direction of most letters on the page decides.
 */
export function isRightToLeft(runs: readonly Run[], isPage: boolean): boolean {
  const strong = runs.map(kindOf).filter((kind) => kind === 'left' || kind === 'right');
  const [first, last] = [strong[0], strong.at(-1)];
  return first === last ? first === 'right' : isPage;
}

/** True if most letters are right-to-left. */
export function mostlyRightToLeft(runs: readonly Run[]): boolean {
  const letters = (rtl: boolean): number =>
    runs.reduce((sum, run) => sum + (run.rtl === rtl && /\p{L}/u.test(run.text) ? run.text.length : 0), 0);
  return letters(true) > letters(false);
}

/**
 * Puts the runs of a line, given from left to right, into reading order. Joins runs whose direction differs from that
 * of the line. Restores the brackets in right-to-left text, because files store them in mirrored form.
 */
export function inLogicalOrder(runs: readonly Run[], rightToLeft: boolean): readonly Run[] {
  const base = rightToLeft ? 1 : 0;
  const levels = levelsOf(runs, rightToLeft);
  const isArabic = runs.some(({ text }) => ARABIC.test(text));
  const parts: Leveled[][] = [];
  for (const [at, run] of runs.entries()) {
    const level = levels[at] ?? base;
    const last = parts.at(-1);
    const before = last?.at(-1);
    const joins = before !== undefined && level > base && before.level > base;
    // A space between numbers belongs to the right-to-left text around them.
    const isApart = joins && rightToLeft && isNumber(before.run) && isNumber(run) && hasGap(before.run, run);
    if (last === undefined || !joins || isApart) parts.push([{ run, level }]);
    else last.push({ run, level });
  }
  const whole = parts.map((part) => (part.some(({ level }) => level > base) ? joined(part, isArabic) : part[0]));
  const ordered = whole.filter((one) => one !== undefined);
  return plainBrackets(rightToLeft ? ordered.reverse() : ordered);
}

interface Leveled {
  readonly run: Run;
  readonly level: number;
}

/** Joins adjacent runs that are embedded in a line of the opposite direction. */
function joined(part: readonly Leveled[], isArabic: boolean): Leveled {
  const isInner = part.every(({ level }) => level === 2);
  const ordered = isInner ? part.map(({ run }) => run) : plainBrackets(reversedFrom(reversedFrom(part, 2), 1));
  const [first, ...rest] = ordered as [Run, ...Run[]];
  const joinedText = rest.reduce(
    (text, run, at) => `${text}${hasGap(ordered[at] ?? run, run) ? ' ' : ''}${run.text}`,
    first.text,
  );
  const text = isInner ? insideOut(joinedText, part, isArabic) : joinedText;
  const left = ordered.reduce((least, { x }) => Math.min(least, x), first.x);
  const width = ordered.reduce((most, run) => Math.max(most, run.x + run.width), left) - left;
  const whole = { ...first, x: left, width, text, parts: ordered.flatMap((run) => run.parts ?? [run]) };
  return { run: rest.length === 0 ? { ...first, text } : whole, level: isInner ? 2 : 1 };
}

/** Corrects the brackets of right-to-left runs. `ordered` is in reading order. */
function plainBrackets(ordered: readonly Leveled[]): Run[] {
  const shown = ordered.map(({ run, level }) => (level === 1 && !run.rtl ? { ...run, rtl: true } : run));
  return shown.map((run, at) =>
    ordered[at]?.level === 1 ? withPlainBrackets(run, shown[at - 1], shown[at + 1]) : run,
  );
}

/** Returns the embedding level of each run: odd for right-to-left text, even for left-to-right text. */
function levelsOf(runs: readonly Run[], rightToLeft: boolean): readonly number[] {
  const kinds = runs.map(kindOf);
  const around = neighboursOf(kinds, ['neutral']);
  const aroundNumbers = neighboursOf(kinds, ['neutral', 'number']);
  return kinds.map((kind, at) => {
    const isInRight = aroundNumbers[at]?.every((one) => one === 'right') ?? false;
    if (kind === 'right') return 1;
    if (!rightToLeft) return isInRight ? (kind === 'number' ? 2 : kind === 'neutral' ? 1 : 0) : 0;
    if (kind !== 'neutral') return 2;
    const sides = around[at] ?? [];
    const isInLeft = sides.includes('left') && sides.every((one) => one === 'left' || one === 'number');
    const isInNumber = sides.every((one) => one === 'number') && SEPARATOR.test(runs[at]?.text ?? '');
    return isInLeft || isInNumber ? 2 : 1;
  });
}

/** Returns the kinds of the nearest runs before and after each run, ignoring the kinds in `skipped`. */
function neighboursOf(kinds: readonly Kind[], skipped: readonly Kind[]): readonly (readonly (Kind | undefined)[])[] {
  const before = previousOf(kinds, skipped);
  const after = previousOf(kinds.toReversed(), skipped).toReversed();
  return kinds.map((_, at) => [before[at], after[at]]);
}

function previousOf(kinds: readonly Kind[], skipped: readonly Kind[]): readonly (Kind | undefined)[] {
  let last: Kind | undefined;
  return kinds.map((kind) => {
    const previous = last;
    if (!skipped.includes(kind)) last = kind;
    return previous;
  });
}

/** Reverses each sequence of runs that have at least the given level (rule L2). */
function reversedFrom(runs: readonly Leveled[], level: number): readonly Leveled[] {
  const parts: Leveled[][] = [[]];
  for (const one of runs) {
    if (one.level >= level) parts.at(-1)?.push(one);
    else parts.push([one], []);
  }
  return parts.flatMap((part) => part.reverse());
}

const isNumber = (run: Run): boolean => kindOf(run) === 'number';

/**
 * Puts left-to-right text in a right-to-left line into reading order. Reverses sequences of numbers, and punctuation at
 * the ends of the text, because they are displayed from right to left.
 */
function insideOut(text: string, part: readonly Leveled[], isArabic: boolean): string {
  if (part.every(({ run }) => kindOf(run) !== 'left'))
    return part.some(({ run }) => run.rtl) ? text : numbersInOrder(text, isArabic);
  const words = [...text.matchAll(WORD)];
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return text;
  const end = last.index + last[0].length;
  return `${turned(text.slice(end))}${text.slice(first.index, end)}${turned(text.slice(0, first.index))}`;
}

/** Reverses the order of numbers and of the characters between them, but not the digits of a number. */
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

/** Mirrors brackets that face the wrong way, judging by the adjacent spaces. */
function withPlainBrackets(run: Run, before: Run | undefined, after: Run | undefined): Run {
  if (run.text.search(BRACKETS) < 0) return run;
  const left = before === undefined || hasGap(before, run) ? '' : before.text.replace(BRACKETS, '').slice(-1);
  const right = after === undefined || hasGap(run, after) ? '' : after.text.replace(BRACKETS, '').slice(0, 1);
  const text = run.text.replace(BRACKETS, (brackets, at: number) => {
    const isAfterSpace = (run.text[at - 1] ?? left).trim() === '';
    const isBeforeSpace = /^[\s.,:;!?،؛؟]?$/.test(run.text[at + brackets.length] ?? right);
    if (isAfterSpace === isBeforeSpace) return brackets;
    return Array.from(brackets, (one) => (OPENING.includes(one) === isAfterSpace ? one : (MIRRORED[one] ?? one))).join(
      '',
    );
  });
  return text === run.text ? run : { ...run, text };
}

/** True when a space is visible between two neighbouring runs of a line. */
function hasGap(a: Run, b: Run): boolean {
  const [left, right] = a.x < b.x ? [a, b] : [b, a];
  return right.x - (left.x + left.width) > Math.max(a.size, b.size) * 0.15;
}
