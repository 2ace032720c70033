/** Languages whose weekdays are recognized on every page. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'ru'];
const names = languages.flatMap((language) =>
  ['long' as const, 'short' as const].flatMap((weekday) => {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
    return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)).replace(/\.$/, ''));
  }),
);

/** Pattern for the name of a weekday or its abbreviation, without word boundaries. */
export const weekday = `(?:${[...new Set(names)].sort((a, b) => b.length - a.length).join('|')})`;
