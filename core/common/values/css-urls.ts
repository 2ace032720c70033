/**
 * Matches `url(…)` and `@import "…"`. Group 1 is the start of an import. The URL is in one of the other groups,
 * depending on how it is quoted.
 */
export const cssUrls =
  /(@import\s+)(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)')|url\(\s*(?:"((?:\\.|[^"\\])*)"\s*|'((?:\\.|[^'\\])*)'\s*|((?:\\.|[^()"'\\\s])+)\s*)?\)/gi;
