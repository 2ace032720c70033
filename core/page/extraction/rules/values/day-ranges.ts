const TO = '\\s?(?:[-–—]|to|until|bis|au?|al|a|do|t/m|tot|till|e|y|und|and|et)\\s?';
const MONTH = '\\p{L}{3,12}\\.?';
/** Ranges with the day first: `17–18 October 2026`, `3 May – 5 June 2026`. */
const DAYS_FIRST = new RegExp(
  `(?<![\\d.,:/])(\\d{1,2})(?:\\.|er|º)?(?:\\s(?:de\\s)?(${MONTH}))?${TO}(?:zum\\s|dem\\s|den\\s)?(\\d{1,2})(?:\\.|er|º)?\\s(?:de\\s)?(${MONTH})(?:\\sde)?,?\\s((?:19|20)\\d\\d)`,
  'iu',
);
/** Ranges with the month first: `October 17–18, 2026`, `May 3 – June 5, 2026`. */
const MONTH_FIRST = new RegExp(
  `(?<!\\p{L})(${MONTH})\\s(\\d{1,2})${TO}(?:(${MONTH})\\s)?(\\d{1,2}),?\\s((?:19|20)\\d\\d)`,
  'iu',
);

/** Returns the first and the last day of a range in a text, as written. */
export function daysOfRange(text: string): { readonly first: string; readonly last: string } | undefined {
  const [, day, month, lastDay, lastMonth, year] = DAYS_FIRST.exec(text) ?? [];
  if (day !== undefined)
    return { first: `${day} ${month ?? lastMonth} ${year}`, last: `${lastDay} ${lastMonth} ${year}` };
  const [, name, from, lastName, to, ofYear] = MONTH_FIRST.exec(text) ?? [];
  if (name === undefined) return undefined;
  return { first: `${name} ${from}, ${ofYear}`, last: `${lastName ?? name} ${to}, ${ofYear}` };
}
