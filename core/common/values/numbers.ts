const NUMBER = /[-−–]?\d[\d.,'’٬\u00a0\u202f\u2009 ]*\d|[-−–]?\d/;

/** Matches a power of ten directly after a number, as in `1e6`. */
const EXPONENT = /^[eE]([+-]?\d{1,2})(?![\p{L}\d])/u;

/** Parses a number in either decimal style, as written on pages; undefined if the string contains none. */
export function parseNumber(text: string): number | undefined {
  const found = NUMBER.exec(text.normalize('NFKC'));
  if (!found) return undefined;
  const sign = /^[-−–]/.test(found[0]) && !/\d\s*$/.test(text.slice(0, found.index)) ? -1 : 1;
  const exponent = EXPONENT.exec(text.normalize('NFKC').slice(found.index + found[0].length))?.[1] ?? '0';
  const value = Number(`${toPlain(found[0].replace(/^[-−–]/, ''))}e${exponent}`);
  return Number.isFinite(value) ? sign * value : undefined;
}

/** Character between whole units and decimals. */
export type DecimalMark = '.' | ',';

/**
 * Converts a number to digits with at most one dot: removes thousands separators and replaces the decimal mark.
 * `decimal` is the decimal mark, if known; otherwise a single mark before three digits counts as a thousands separator.
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
  // A single mark before exactly three digits separates thousands, unless it follows a lone zero.
  const groups = parts.slice(1).every(({ length }) => length === 3) && parts[0] !== '0' && (parts[0] ?? '').length <= 3;
  if (groups || parts.length > 2) return parts.join('');
  return digits.replace(',', '.');
}

const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^\s*(?:k|tsd\.?|thousand|mille|mil|tys\.?|тыс\.?|千)(?![\p{L}])/iu, 1e3],
  [/^\s*(?:万|萬|만)/u, 1e4],
  [/^\s*(?:m|mn|mio\.?|million(?:en|s|i)?|millones|milhões|milioni|miljoen|mln\.?|млн\.?)(?![\p{L}²³2/])/iu, 1e6],
  [/^\s*(?:億|亿|억)/u, 1e8],
  [/^\s*(?:bn|b|mrd\.?|billions?|milliards?|miliardi|miljard|mld\.?|млрд\.?)(?![\p{L}])/iu, 1e9],
];

/** Parses a number followed by a scale word: `3.5 million`, `1,2 Mio.`, `12万`. */
export function parseScaled(text: string): number | undefined {
  const plain = text.normalize('NFKC');
  const value = parseNumber(plain);
  const found = NUMBER.exec(plain);
  if (value === undefined || !found) return value;
  const rest = plain.slice(found.index + found[0].length);
  const scale = SCALES.find(([pattern]) => pattern.test(rest))?.[1] ?? 1;
  return scale === 1 ? value : Math.round(value * scale * 1000) / 1000;
}
