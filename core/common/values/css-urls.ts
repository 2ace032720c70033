/** Matches `url(…)` and `@import "…"`. The first group is the start of an import, one of the others is the URL. */
export const cssUrls =
  /(@import\s+)(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)')|url\(\s*(?:"((?:\\.|[^"\\])*)"\s*|'((?:\\.|[^'\\])*)'\s*|((?:\\.|[^()"'\\\s])+)\s*)?\)/gi;
