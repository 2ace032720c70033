const languages = 'en de fr es it pt nl pl ru cs sv da fi tr ja zh ko uk el hu ro'.split(' ');

/** Returns the long and short names of a month in many languages, in lower case. */
function monthNames(month: number): readonly string[] {
  const date = new Date(Date.UTC(2024, month - 1, 15));
  const names = languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) => [
      new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' }).format(date),
      // Also formats the month within a date, because many languages use a different form of the name there.
      new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' }).format(date),
    ]),
  );
  const bare = names.map((name) =>
    name
      .toLowerCase()
      .replace(/15|[.,]/g, '')
      .trim(),
  );
  return [...new Set(bare)].filter((name) => /^\p{L}{3,}$/u.test(name));
}

/**
 * Finds a date (`YYYY-MM-DD`) in a text, where the month may be a number or a name. Returns the surrounding text, or
 * undefined if the text does not contain the date.
 */
export function dayOccurs(text: string, day: string): string | undefined {
  const [year = '', month = '', date = ''] = day.split('-');
  let names: readonly string[] | undefined;
  for (const { index } of text.matchAll(new RegExp(`(?<!\\d)(?:${year}|[’']?${year.slice(2)})(?!\\d)`, 'g'))) {
    const around = text.slice(Math.max(0, index - 30), index + 30).toLowerCase();
    if (!hasFigure(around, date)) continue;
    names ??= monthNames(Number(month));
    if (hasFigure(around, month) || names.some((name) => around.includes(name)))
      return around.replace(/\s+/g, ' ').trim();
  }
  return undefined;
}

const hasFigure = (text: string, figure: string): boolean =>
  new RegExp(`(?<!\\d)0?${Number(figure)}(?!\\d)`).test(text);
