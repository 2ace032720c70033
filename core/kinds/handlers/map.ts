import { inject, injectable } from 'inversify';
import { mapAnswerV1, mapAnswerV2 } from '../../common/api/job-answers';
import { mapRequest } from '../../common/api/map-request';
import { scrapeOptions } from '../../common/api/scrape-request';
import type { Job } from '../../common/job';
import type { MapSpec, StoredOptions } from '../../common/job-specs';
import type { ApiVersion, Task } from '../../common/model';
import { newId } from '../../common/values/ids';
import { PageRunner } from '../../jobs/page-runner';
import { RobotsCache } from '../../net/politeness/robots-cache';
import { ApiSchemas } from '../../platform/plugins/api-schemas';
import type { JobPlan, SyncAnswer, SyncCall, SyncJobHandler } from '../../ports/jobs/job-handler';
import { mapSite, type VisitedPage } from '../crawl/map-site';
import { SiteFiles, siteSitemaps } from '../crawl/site-files';

/** Map: lists the URLs on a site, from its sitemaps and start page. */
@injectable()
export default class MapHandler implements SyncJobHandler<MapSpec> {
  readonly mode = 'sync';
  readonly kind = 'map';
  readonly name = 'Map';
  readonly path = 'map';
  readonly summary = 'Lists the URLs of a site.';
  readonly example = { url: 'https://example.com/', search: 'about', limit: 100 };
  readonly form = { submit: 'Map the site', plain: ['search', 'limit', 'filterByPath'] };

  constructor(
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
    @inject(PageRunner) private readonly pages: PageRunner,
    @inject(SiteFiles) private readonly files: SiteFiles,
    @inject(RobotsCache) private readonly robots: RobotsCache,
  ) {}

  schema(version: ApiVersion) {
    return mapRequest(version);
  }

  answer(version: ApiVersion) {
    return version === 'v1' ? mapAnswerV1 : mapAnswerV2;
  }

  /** Uses the v2 default options for both API versions, because only the page's links and metadata are needed. */
  async plan(spec: MapSpec): Promise<JobPlan<StoredOptions<MapSpec>>> {
    const { url, version, location } = spec;
    const standard = scrapeOptions('v2', this.schemas.parts).parse({ formats: [], headers: spec.headers });
    const timeoutMs = spec.timeoutMs ?? standard.timeoutMs;
    return { url, scrape: { ...standard, url, version, location, timeoutMs }, options: { ...spec } };
  }

  /** Lists the URLs. Rejects with MAP_TIMEOUT, or with the error from the start page. */
  async run(job: Job<StoredOptions<MapSpec>>, { signal }: SyncCall): Promise<SyncAnswer> {
    const spec = job.options;
    const { robotsUserAgent: userAgent, url, headers } = spec;
    const tools = { robots: this.robots, files: this.files, userAgent, own: { url, headers } };
    const links = await mapSite(
      spec,
      {
        visit: (url, within) => this.#visit(job, url, within),
        sitemaps: (startUrl, within) => siteSitemaps(startUrl, tools, within),
      },
      signal,
    );
    return { body: { links: job.version === 'v1' ? links.map(({ url }) => url) : links }, pages: 1, credits: 1 };
  }

  async #visit({ id: jobId, kind, spec }: Job, target: string, signal: AbortSignal): Promise<VisitedPage> {
    const page = { ...spec, url: target };
    const task: Task = { id: newId(), jobId, kind, spec: page, followsLinks: true, depth: 0, attempt: 1 };
    const { links, page: found } = await this.pages.run(task, signal);
    const { finalUrl, title, description } = found;
    return { url: finalUrl, links, title: title || undefined, description };
  }
}
