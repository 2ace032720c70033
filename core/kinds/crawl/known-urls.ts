import { inject, injectable } from 'inversify';
import type { Job } from '../../common/job';
import { comparisonValues, Registries } from '../../platform/plugins/registry';
import { ResultStore } from '../../ports/jobs/result-store';
import { snapshotTag, TrackingStore } from '../../ports/page-stores';

/** Maximum number of URLs to remember per site. */
const maxUrls = 20_000;
/** Batch size for reading rows. */
const rowsAtOnce = 1000;

/** Remembers the pages on a site for change tracking. Pages that are no longer linked can then be revisited. */
@injectable()
export class KnownUrls {
  constructor(
    @inject(TrackingStore) private readonly tracking: TrackingStore,
    @inject(ResultStore) private readonly results: ResultStore,
    @inject(Registries) private readonly registries: Registries,
  ) {}

  /**
   * Stores the URLs that this crawl found, for use by later crawls. Returns the URLs that earlier crawls with the same
   * start URL found, or an empty list if change tracking is off.
   */
  async exchange(job: Job): Promise<readonly string[]> {
    const [request] = comparisonValues(job.spec, this.registries);
    if (!request || job.zeroDataRetention) return [];
    const tag = snapshotTag(job.spec, `crawl ${typeof request.tag === 'string' ? request.tag : ''}`);
    const known = (await this.tracking.last(job.url, tag))?.json as readonly string[] | undefined;
    const seen = await this.#seen(job.id);
    const all = [...new Set([...seen, ...(known ?? [])])].slice(0, maxUrls);
    await this.tracking.put(job.url, tag, {
      scrapedAt: new Date().toISOString(),
      markdown: '',
      statusCode: 200,
      json: all,
    });
    return known ?? [];
  }

  async #seen(jobId: string): Promise<readonly string[]> {
    const urls: string[] = [];
    for (let skip = 0; skip < maxUrls; skip += rowsAtOnce) {
      const { rows } = await this.results.rows(jobId, { skip, limit: rowsAtOnce });
      urls.push(...rows.map(({ url }) => url));
      if (rows.length < rowsAtOnce) break;
    }
    return urls;
  }
}
