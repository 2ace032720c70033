/**
 * Matches `url(…)` and `@import "…"`. The first group is the start of an import. One of the other groups is the URL.
 */
export const cssUrls =
  /(@import\s+)(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)')|url\(\s*(?:"((?:\\.|[^"\\])*)"\s*|'((?:\\.|[^'\\])*)'\s*|((?:\\.|[^()"'\\\s])+)\s*)?\)/gi;
