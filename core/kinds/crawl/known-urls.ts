import { inject, injectable } from 'inversify';
import type { Job } from '../../common/job';
import { comparisonsOf, Registries } from '../../platform/plugins/registry';
import { ResultStore } from '../../ports/jobs/result-store';
import { snapshotTag, TrackingStore } from '../../ports/page-stores';

/** Most addresses remembered of a site. */
const maxUrls = 20_000;
/** Rows read at once. */
const rowsAtOnce = 1000;

/** Remembers which pages a site had, for crawls that compare: pages no link leads to any more are looked at again. */
@injectable()
export class KnownUrls {
  constructor(
    @inject(TrackingStore) private readonly tracking: TrackingStore,
    @inject(ResultStore) private readonly results: ResultStore,
    @inject(Registries) private readonly registries: Registries,
  ) {}

  /**
   * Addresses an earlier crawl of the same start found, none when no format compares pages. What this crawl found is
   * remembered with them for the next one.
   */
  async exchange(job: Job): Promise<readonly string[]> {
    const [request] = comparisonsOf(job.spec, this.registries);
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
