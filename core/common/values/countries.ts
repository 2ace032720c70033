const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv'];
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const others = ['usa', 'uk', 'u.s.', 'u.k.'];

let names: ReadonlySet<string> | undefined;

/** True for the name of a country in one of nine languages, e.g. `Germany` or `Deutschland`. */
export function isCountry(text: string): boolean {
  names ??= new Set([...languages.flatMap(countriesIn), ...others]);
  return names.has(text.trim().toLowerCase());
}

function countriesIn(language: string): readonly string[] {
  const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  return letters.flatMap((one) => letters.flatMap((two) => display.of(one + two)?.toLowerCase() ?? []));
}
