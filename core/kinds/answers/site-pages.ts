import type { ExtractSpec, MapSpec, StoredOptions } from '../../common/job-specs';
import type { Result } from '../../common/model';
import type { NewTask } from '../../ports/jobs/frontier';
import { mapSite } from '../crawl/map-site';
import { type SitemapTools, siteSitemaps } from '../crawl/site-files';
import { pageIdentity, pageTask } from './page-task';

/** Returns the words for ranking the pages on a site: the prompt and the names in the schema. */
export function searchWords({ prompt, schema }: Pick<ExtractSpec, 'prompt' | 'schema'>): string {
  const names: string[] = [];
  const read = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'properties' && typeof inner === 'object' && inner !== null) names.push(...Object.keys(inner));
      read(inner);
    }
  };
  read(schema);
  return `${prompt ?? ''} ${names.join(' ').replace(/[_-]|(?<=[a-z])(?=[A-Z])/g, ' ')}`.trim().slice(0, 2000);
}

/** A site's start page, with its links. */
export interface SiteStart {
  readonly url: string;
  readonly result: Result;
  readonly links: readonly string[];
}

/** Pages on a site that are worth reading, best first. */
export interface SitePages {
  readonly tasks: readonly NewTask[];
  /** Number of pages that were not selected. */
  readonly skipped: number;
}

/**
 * Finds the pages below a start page, using its links and the site's sitemaps. Ranks the pages by relevance to the
 * request.
 */
export async function sitePages(
  { url, result, links }: SiteStart,
  spec: StoredOptions<ExtractSpec>,
  tools: SitemapTools,
  signal: AbortSignal,
): Promise<SitePages> {
  const { finalUrl } = result.page;
  const found = await mapSite(
    mapOf(url, spec),
    { visit: async () => ({ url: finalUrl, links }), sitemaps: (from, within) => siteSitemaps(from, tools, within) },
    signal,
  );
  const own = new Set([pageTask(url, 0).key, pageTask(finalUrl, 0).key]);
  const tasks = found.map((link) => pageTask(link.url, 1)).filter(({ key }) => !own.has(key));
  const room = Math.max(0, spec.limit - 1);
  return { tasks: tasks.slice(0, room), skipped: Math.max(0, tasks.length - room) };
}

/** Maximum number of URLs to consider per site. */
const maxLookedAt = 30_000;

function mapOf(url: string, spec: StoredOptions<ExtractSpec>): MapSpec {
  const { version, origin, includeSubdomains, allowExternalLinks, ignoreSitemap } = spec;
  return {
    version,
    origin,
    url,
    search: searchWords(spec) || undefined,
    sitemap: ignoreSitemap ? 'skip' : 'include',
    includeSubdomains,
    allowSubdomains: includeSubdomains,
    allowExternalLinks,
    limit: maxLookedAt,
    filterByPath: true,
    crawlEntireDomain: false,
    includePaths: [],
    excludePaths: [],
    regexOnFullURL: false,
    ignoreRobotsTxt: false,
    headers: {},
    ...pageIdentity,
  };
}
