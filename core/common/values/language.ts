/** The languages of the interface. */
export const languages = ['en', 'de'] as const;

/** A language of the interface. */
export type Language = (typeof languages)[number];

/** The language for a locale such as `de-AT`: German for German ones, English for all others. */
export const languageOf = (locale: string | undefined): Language => (/^de\b/i.test(locale ?? '') ? 'de' : 'en');

/** A text in every language of the interface. */
export type InLanguages = Readonly<Record<Language, string>>;
