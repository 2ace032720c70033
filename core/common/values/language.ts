/** Languages of the UI. */
export const languages = ['en', 'de'] as const;

/** A language of the UI. */
export type Language = (typeof languages)[number];

/** Returns the UI language for a locale such as `de-AT`: German for German locales, English for all others. */
export const languageOf = (locale: string | undefined): Language => (/^de\b/i.test(locale ?? '') ? 'de' : 'en');

/** A text in each language of the UI. */
export type InLanguages = Readonly<Record<Language, string>>;
