import { plainDigits } from './digits';

/** Matches a number. A space separates thousands only before exactly three digits. */
const NUMBER = /[-−–]?\d+(?:[.,'’٬]+\d+|[\u00a0\u202f\u2009 ]\d{3}(?!\d))*/;
/** Matches a power of ten directly after a number, as in `1e6`. */
const EXPONENT = /^[eE]([+-]?\d{1,2})(?![\p{L}\d])/u;
/** Matches a fraction, with or without a whole number before it: `2 1/2`, `½`. */
const FRACTION = /^[-−–]?(?:(\d{1,6}) (\d)\/([2348])|(?:(\d{1,6}) ?)?(\d{1,2})⁄(\d{1,2}))(?![\d/])/;
/** Matches superscripts and subscripts, such as footnote marks and exponents of units. */
const RAISED = /[⁰¹²³⁴-⁹₀-₉]+/g;

/** Normalizes digits, full-width characters, fractions and decimal separators. Removes superscripts and subscripts. */
const plainText = (text: string): string =>
  plainDigits(text.replace(RAISED, '').replace(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' ')).replaceAll('٫', '.');

/**
 * Parses the first number in a string. Accepts both a decimal point and a decimal comma. Undefined if the string
 * contains no number.
 */
export const parseNumber = (text: string): number | undefined => readNumber(plainText(text))?.value;

interface FoundNumber {
  readonly value: number;
  /** Text after the number. */
  readonly rest: string;
}

function readNumber(text: string): FoundNumber | undefined {
  const found = NUMBER.exec(text);
  if (!found) return undefined;
  const from = text.slice(found.index);
  const isNegative = /^[-−–]/.test(from) && !/\d\s*$/.test(text.slice(0, found.index));
  const fraction = FRACTION.exec(from);
  const exponent = EXPONENT.exec(from.slice(found[0].length))?.[1] ?? '0';
  const size = fraction ? mixedNumber(fraction) : Number(`${toPlain(found[0].replace(/^[-−–]/, ''))}e${exponent}`);
  if (!Number.isFinite(size)) return undefined;
  return { value: isNegative ? -size : size, rest: from.slice((fraction ?? found)[0].length) };
}

const mixedNumber = ([, whole, top, bottom, units, over, under]: RegExpExecArray): number =>
  Number(whole ?? units ?? 0) + Number(top ?? over) / Number(bottom ?? under);

/** Character that separates the integer part of a number from its decimals. */
export type DecimalMark = '.' | ',';

/**
 * Removes thousands separators from a number and replaces the decimal separator with a dot. `decimal` is the decimal
 * separator, if known. Otherwise, a single separator before three digits counts as a thousands separator.
 */
export function toPlain(written: string, decimal?: DecimalMark): string {
  const digits = written.replace(/[\s'’٬]/g, '').replace(/(?<![.,])[.,]+$/, '');
  const dot = digits.lastIndexOf('.');
  const comma = digits.lastIndexOf(',');
  if (dot >= 0 && comma >= 0) {
    const thousands = dot > comma ? /,/g : /\./g;
    return digits.replace(thousands, '').replace(',', '.');
  }
  const mark = Math.max(dot, comma);
  if (mark < 0) return digits;
  const sign = digits[mark] ?? '.';
  const parts = digits.split(sign);
  if (sign === decimal && parts.length === 2) return digits.replace(',', '.');
  // A single separator before exactly three digits is a thousands separator. After a lone zero, it is a decimal
  // separator.
  const groups = parts.slice(1).every(({ length }) => length === 3) && parts[0] !== '0' && (parts[0] ?? '').length <= 3;
  if (groups || parts.length > 2) return parts.join('');
  return digits.replace(',', '.');
}

/**
 * Patterns of scale words such as `million`, each with its factor. A bare `m` or `b` usually means metres, minutes or
 * bytes, so it rarely counts as a scale.
 */
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^\s*(?:k|tsd\.?|thousand|mille|mil|tys\.?|тыс\.?|тисяч[аі]?|tis\.|tusen|tuhatta|ribu|nghìn|ألف)(?![\p{L}])/iu, 1e3],
  [/^\s*(?:lakhs?|lacs?|लाख|লাখ)(?![\p{L}\p{M}])/iu, 1e5],
  [/^\s*(?:crores?|करोड़|কোটি)(?![\p{L}\p{M}])/iu, 1e7],
  [
    /^\s*(?:mn|mio\.?|million(?:en|s|i)?|millones|milhões|milioni|miljoen|mln\.?|млн\.?|мільйон(?:ів|и)?|miljoner|miljoonaa?|millió|juta|triệu|milyon|εκατ\.?|ล้าน|مليون)(?![\p{L}²³2/])/iu,
    1e6,
  ],
  [
    /^(?:M(?![\p{L}²³2/])|\sM(?=$|\s)|m(?=\s(?:views|followers|subscribers|users|downloads|plays|streams|likes)(?!\p{L})))/u,
    1e6,
  ],
  [
    /^\s*(?:bn|mrd\.?|billions?|milliards?|miliardi|miljard(?:er|ia)?|mld\.?|млрд\.?|milliárd|miliar|tỷ|milyar|مليار)(?![\p{L}])/iu,
    1e9,
  ],
  [/^B(?![\p{L}])/u, 1e9],
];
const EAST_ASIAN: Readonly<Record<string, number>> = {
  百: 1e2,
  千: 1e3,
  천: 1e3,
  万: 1e4,
  萬: 1e4,
  만: 1e4,
  億: 1e8,
  亿: 1e8,
  억: 1e8,
};

/** A scale after a number. `length` includes the space before the scale. */
export interface Scale {
  readonly factor: number;
  readonly length: number;
}

/** Returns the scale at the start of the text after a number, e.g. 1000 for `k`. Without a scale, the factor is 1. */
export function scaleAt(rest: string): Scale {
  const [spaced = '', sign = ''] = /^\s?(\p{L})/u.exec(rest) ?? [];
  const eastAsian = EAST_ASIAN[sign];
  if (eastAsian !== undefined) return { factor: eastAsian, length: spaced.length };
  for (const [pattern, factor] of SCALES) {
    const found = pattern.exec(rest);
    if (found) return { factor, length: found[0].length };
  }
  return { factor: 1, length: 0 };
}

/** Multiplies a number by the factor of its scale, without floating-point errors. */
export const scaled = (value: number, factor: number): number =>
  factor === 1 ? value : Math.round(value * factor * 1000) / 1000;

/**
 * Matches text that continues a number after its first scale: `2千` in `1万2千`, ` 5천` in `1만 5천`, `3,456` in `1万3,456`.
 */
const LOWER = /^(?:\d|\s\d[\d.,]*\s?[百千천万萬만])/u;

/** Parses a number followed by a scale word: `3.5 million`, `1,2 Mio.`, `1万2千`. */
export function parseScaled(text: string): number | undefined {
  const found = readNumber(plainText(text));
  if (!found) return undefined;
  const { value, rest } = found;
  const { factor, length } = scaleAt(rest);
  const below = rest.slice(length);
  const lower = factor >= 1e3 && LOWER.test(below) ? (parseScaled(below) ?? 0) : 0;
  return scaled(value, factor) + (lower < factor ? lower : 0);
}
