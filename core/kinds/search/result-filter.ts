import { type DomainFilter, isOfDomains } from '../../common/api/client/domain-filter';
import type { SearchCategory } from '../../common/search-query';
import type { SearchHit } from '../../contract/search-plugin';

/** Hosts that belong to each category. Results in the `pdf` category may be on any host. */
export const categoryDomains: Readonly<Record<Exclude<SearchCategory, 'pdf'>, readonly string[]>> = {
  github: ['github.com'],
  research: [
    'arxiv.org',
    'nature.com',
    'ieee.org',
    'pubmed.ncbi.nlm.nih.gov',
    'researchgate.net',
    'semanticscholar.org',
  ],
  developer: [
    ...[
      'github.com',
      'stackoverflow.com',
      'developer.mozilla.org',
      'readthedocs.io',
      'npmjs.com',
      'pypi.org',
      'docs.rs',
    ],
    ...['learn.microsoft.com', 'pkg.go.dev', 'nodejs.org', 'python.org'],
  ],
};

/** Criteria that search results must meet. */
export interface ResultFilter extends DomainFilter {
  readonly categories?: readonly SearchCategory[];
  readonly tbs?: string;
}

/** Returns the requested category to which a result belongs. Undefined when it belongs to none. */
export function categoryOf(url: string, categories: readonly SearchCategory[]): SearchCategory | undefined {
  return categories.find((category) =>
    category === 'pdf'
      ? /\.pdf$/i.test(URL.parse(url)?.pathname ?? '')
      : isOfDomains(url, { includeDomains: categoryDomains[category] }),
  );
}

/**
 * Returns the start and the exclusive end, in ms since 1970, of a date range such as
 * `cdr:1,cd_min:11/1/2026,cd_max:11/20/2026`. Undefined for any other `tbs`.
 */
function rangeOf(tbs = ''): { readonly from: number; readonly to: number } | undefined {
  if (!/(?:^|,)cdr:1(?:,|$)/.test(tbs)) return undefined;
  const day = (name: string): number | undefined => {
    const [, month, date, year] = new RegExp(`(?:^|,)${name}:(\\d{1,2})/(\\d{1,2})/(\\d{4})(?:,|$)`).exec(tbs) ?? [];
    return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(date));
  };
  const [from, to] = [day('cd_min'), day('cd_max')];
  return { from: from ?? Number.NEGATIVE_INFINITY, to: (to ?? Number.POSITIVE_INFINITY) + 24 * 60 * 60 * 1000 };
}

/**
 * Drops results that do not match the requested domains, categories or dates. Keeps results without a readable date and
 * counts them in `undated`.
 */
export function filterResults(hits: readonly SearchHit[], { categories = [], tbs, ...domains }: ResultFilter) {
  const range = rangeOf(tbs);
  let undated = 0;
  const kept = hits.filter(({ url, date }) => {
    if (!isOfDomains(url, domains)) return false;
    if (categories.length > 0 && !categories.includes('pdf') && !categoryOf(url, categories)) return false;
    if (!range) return true;
    const time = Date.parse(date ?? '');
    if (Number.isNaN(time)) undated++;
    return Number.isNaN(time) || (time >= range.from && time < range.to);
  });
  return { hits: kept, undated };
}
