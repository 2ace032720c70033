import { inject, injectable } from 'inversify';
import { RobotsCache } from '../../net/politeness/robots-cache';
import { Frontier } from '../../ports/jobs/frontier';
import { KnownUrls } from './known-urls';
import { SiteFiles } from './site-files';

/** Tools that crawls use to find pages. */
@injectable()
export class CrawlTools {
  constructor(
    @inject(RobotsCache) readonly robots: RobotsCache,
    @inject(SiteFiles) readonly files: SiteFiles,
    @inject(KnownUrls) readonly known: KnownUrls,
    @inject(Frontier) readonly frontier: Frontier,
  ) {}
}
