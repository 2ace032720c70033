import { type Ranking, rank } from './rank';
import { chooseUnits, renderUnits } from './select';
import { type Passages, passagesOf } from './units';

/** Input for searching a page. */
export interface PageText {
  readonly markdown: string;
  readonly query: string;
  /** Declared language of the page. */
  readonly language: unknown;
}

/** Result of searching a page for a query. */
export interface Found extends Ranking {
  readonly passages: Passages;
}

/** Searches the Markdown of a page. */
export async function searchPage({ markdown, query, language }: PageText, signal: AbortSignal): Promise<Found> {
  const declared = typeof language === 'string' && /^[a-z]{2,3}(?:-|$)/i.test(language) ? language : 'en';
  const passages = passagesOf(markdown, declared.slice(0, 2).toLowerCase());
  return { passages, ...(await rank(passages, query, language, signal)) };
}

/** Returns the sentences, lines of code and table rows that match the query, verbatim. Empty if nothing matches. */
export function highlightsOf({ passages, ranked }: Found): string {
  return renderUnits(chooseUnits(ranked, passages), passages);
}

/** Returns the warning for a page on which nothing matches the query. */
export const nothingMatches = (query: string): string =>
  `Nothing on the page matches "${query.length > 80 ? `${query.slice(0, 79)}…` : query}".`;
