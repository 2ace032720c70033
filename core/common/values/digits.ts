let digits: ReadonlyMap<string, string> | undefined;

/** Returns a map from the decimal digits of all numbering systems to ASCII digits. */
function digitsOfAll(): ReadonlyMap<string, string> {
  digits ??= new Map(
    Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
      const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
      return [...'0123456789'].map((digit) => [format.format(Number(digit)), digit] as const);
    }),
  );
  return digits;
}

/** Normalizes the text (NFKC), converts digits to ASCII and removes invisible direction marks. */
export function plainDigits(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => digitsOfAll().get(digit) ?? digit);
}

/** Non-ASCII decimal and thousands separators, with their ASCII equivalents. */
const MARKS: Readonly<Record<string, string>> = { '٫': '.', '．': '.', '٬': ',', '，': ',' };

/** Converts digits, and Arabic and full-width number separators, to ASCII. Each character retains its position. */
export const asciiNumbers = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}|[٫٬]|(?<=\p{Nd})[．，](?=\p{Nd})/gu, (mark) => {
    return MARKS[mark] ?? (mark.length === 1 ? (digitsOfAll().get(mark) ?? mark) : mark);
  });

/** True if the text contains a decimal digit of any numbering system. */
export const hasDigit = (text: string): boolean => /\p{Nd}/u.test(text);
