/** Languages whose weekdays are recognized on every page. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'ru'];

function namesIn(language: string): readonly string[] {
  return ['long' as const, 'short' as const].flatMap((weekday) => {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
    return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)).replace(/\.$/, ''));
  });
}

let pattern: string | undefined;

/**
 * Returns a pattern for weekday names and abbreviations, without word boundaries. Built on first use, because loading
 * the languages takes about 80 ms.
 */
export function weekdayPattern(): string {
  const names = () => [...new Set(languages.flatMap(namesIn))].sort((a, b) => b.length - a.length);
  pattern ??= `(?:${names().join('|')})`;
  return pattern;
}
