/** A page language, with its names in prompts. */
export interface LanguageName {
  /** ISO 639-1 code, used at the start of paths. */
  readonly code: string;
  readonly mentioned: RegExp;
}

const codes = 'en de fr es it pt nl pl cs sv da fi no ru uk tr ja zh ko ar el hu ro'.split(' ');
const promptLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl'];

let names: readonly LanguageName[] | undefined;

/** Returns the languages that a prompt may mention, as in "only German pages", "auf Deutsch" or "English version". */
export function languageNames(): readonly LanguageName[] {
  names ??= codes.map((code) => ({ code, mentioned: mentionOf(code) }));
  return names;
}

function mentionOf(code: string): RegExp {
  const called = promptLanguages.map(
    (language) => new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code,
  );
  const name = `(?:${[...new Set(called)].join('|')})(?:sprachige[nrsm]?|e[nrsm]?|es|as|os)?`;
  const pages =
    '(?:pages?|versions?|content|articles?|sections?|parts?|texts?|translations?|seiten|fassung|inhalte|texte|páginas|pagine|versione|versión|versie)';
  const adjective = `${name}(?:[\\s-]+language)?\\s+${pages}`;
  return new RegExp(
    `(?<!\\p{L})(?:(?:pages\\s+)?(?:in|auf|en|in\\s+het)\\s+${name}|${adjective}|(?:pages|páginas|pagine)\\s+${name}|${name}(?=\\s+(?:only|blog|docs|documentation|news|product)(?!\\p{L})))(?!\\p{L})`,
    'iu',
  );
}
