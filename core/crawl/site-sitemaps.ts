import type { RobotsCache } from '../politeness/robots-cache';
import type { SiteFiles } from './site-files';
import { readSitemaps, type SitemapEntry } from './sitemaps';

/** What sitemaps are found and fetched with. */
export interface SitemapTools {
  readonly robots: RobotsCache;
  readonly files: SiteFiles;
  /** Product name to look for in robots.txt instead of Gleaner's own. */
  readonly userAgent?: string;
}

/** Entries of the sitemaps of a site: those robots.txt names, and those at the usual places. */
export async function* siteSitemaps(
  startUrl: string,
  { robots, files, userAgent }: SitemapTools,
  signal: AbortSignal,
): AsyncGenerator<SitemapEntry> {
  const { sitemaps } = await robots.rulesFor(new URL(startUrl), signal, userAgent);
  yield* readSitemaps({ startUrl, robotsSitemaps: sitemaps, fetchFile: files.file, signal });
}
