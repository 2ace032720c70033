import { inject, injectable } from 'inversify';
import { scrapeOptions } from '../../common/api/scrape-request';
import { newId } from '../../common/ids';
import type { MapSpec } from '../../common/job-specs';
import type { ScrapeSpec, Task } from '../../common/model';
import { type MapLink, mapSite, type VisitedPage } from '../../crawl/map-site';
import { SiteFiles } from '../../crawl/site-files';
import { readSitemaps } from '../../crawl/sitemaps';
import { ApiSchemas } from '../../plugins/api-schemas';
import { RobotsCache } from '../../politeness/robots-cache';
import { ActivityStore } from '../../storage/ports';
import { TaskRunner } from '../../tasks/task-runner';

/** Map: the addresses of a site, from its sitemaps and its start page. */
@injectable()
export class MapService {
  constructor(
    @inject(TaskRunner) private readonly runner: TaskRunner,
    @inject(SiteFiles) private readonly files: SiteFiles,
    @inject(RobotsCache) private readonly robots: RobotsCache,
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
    @inject(ActivityStore) private readonly activity: ActivityStore,
  ) {}

  /** The addresses, the best first. Rejects with MAP_TIMEOUT or what kept the start page from being fetched. */
  async map(spec: MapSpec, keyId: string, signal: AbortSignal): Promise<readonly MapLink[]> {
    const id = newId();
    const { files } = this;
    const links = await mapSite(
      spec,
      {
        visit: (url, within) => this.#visit({ ...this.#options(spec), url }, id, within),
        sitemaps: async function* (this: MapService, startUrl: string, within: AbortSignal) {
          const { sitemaps } = await this.robots.rulesFor(new URL(startUrl), within, spec.robotsUserAgent);
          yield* readSitemaps({ startUrl, robotsSitemaps: sitemaps, fetchFile: files.file, signal: within });
        }.bind(this),
      },
      signal,
    );
    const at = new Date().toISOString();
    await this.activity.add({
      jobId: id,
      kind: 'map',
      url: spec.url,
      state: 'completed',
      pages: 1,
      credits: 1,
      keyId,
      at,
    });
    return links;
  }

  /** Standard options of v2 for a page of which only links and facts are wanted. */
  #options({ location, version }: MapSpec): ScrapeSpec {
    const standard = scrapeOptions('v2', this.schemas.parts).parse({ formats: [] });
    return { ...standard, version, location };
  }

  async #visit(spec: ScrapeSpec, jobId: string, signal: AbortSignal): Promise<VisitedPage> {
    const task: Task = { id: newId(), jobId, kind: 'map', spec, depth: 0, attempt: 1 };
    const { links, document } = await this.runner.run(task, signal);
    const { url, title, description } = document.metadata as {
      readonly url?: string;
      readonly title?: string;
      readonly description?: string;
    };
    return { url: url ?? spec.url, links, title, description };
  }
}
