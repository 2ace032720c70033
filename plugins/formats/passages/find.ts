import { type Ranking, rank } from './rank';
import { chooseUnits, renderUnits } from './select';
import { type Passages, passagesOf } from './units';

/** Input of a search in a page. */
export interface PageText {
  readonly markdown: string;
  readonly query: string;
  /** Language that the page declares. */
  readonly language: unknown;
}

/** A page searched for a query. */
export interface Found extends Ranking {
  readonly passages: Passages;
}

/** Searches the markdown of a page. */
export async function searchPage({ markdown, query, language }: PageText, signal: AbortSignal): Promise<Found> {
  const declared = typeof language === 'string' && /^[a-z]{2,3}(?:-|$)/i.test(language) ? language : 'en';
  const passages = passagesOf(markdown, declared.slice(0, 2).toLowerCase());
  return { passages, ...(await rank(passages, query, language, signal)) };
}

/** Returns the sentences, lines of code and rows that match the query, verbatim; empty without a match. */
export function highlightsOf({ passages, ranked }: Found): string {
  return renderUnits(chooseUnits(ranked, passages), passages);
}

/** The warning about a page in which nothing fits. */
export const nothingMatches = (query: string): string =>
  `Nothing on the page matches "${query.length > 80 ? `${query.slice(0, 79)}…` : query}".`;
