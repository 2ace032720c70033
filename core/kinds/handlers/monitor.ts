import { inject, injectable } from 'inversify';
import {
  type MonitorSpec,
  monitorRequest,
  type StoredCheck,
  type TargetSpec,
} from '../../common/api/client/monitor-targets';
import { jobStarted } from '../../common/api/params';
import { pageJobEvents } from '../../common/api/webhook';
import type { Job } from '../../common/job';
import { SearchHost } from '../../net/search/search-host';
import { ApiSchemas } from '../../platform/plugins/api-schemas';
import type { NewTask } from '../../ports/jobs/frontier';
import type { BackgroundJobHandler, JobPlan } from '../../ports/jobs/job-handler';
import type { JobRules, Remember } from '../../ports/jobs/job-rules';
import { type CheckFacts, CheckRules, type OpenTarget, startTask } from '../monitor/check-rules';
import CrawlHandler from './crawl';

/** Monitor check: reads the pages of all the monitor's targets once. */
@injectable()
export default class MonitorHandler implements BackgroundJobHandler<MonitorSpec> {
  readonly mode = 'background';
  readonly kind = 'monitor';
  readonly name = 'Monitor check';
  readonly path = 'monitor/check';
  readonly versions = ['v2'] as const;
  readonly summary = 'Reads the pages of monitor targets once, without saving a monitor.';
  readonly example = { targets: [{ type: 'scrape', urls: ['https://example.com/'] }] };
  readonly events = { prefix: 'monitor_check', notices: pageJobEvents };

  constructor(
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
    @inject(CrawlHandler) private readonly crawls: CrawlHandler,
    @inject(SearchHost) private readonly searches: SearchHost,
  ) {}

  schema() {
    return monitorRequest(this.schemas.parts);
  }

  answer() {
    return jobStarted;
  }

  credits({ targets }: MonitorSpec): number {
    return targets.reduce((sum, target) => sum + (target.type === 'scrape' ? target.urls.length : 1), 0);
  }

  async plan({ scrape, zeroDataRetention: _, ...options }: MonitorSpec): Promise<JobPlan<StoredCheck>> {
    const planned = await Promise.all(options.targets.map((target) => this.#planOf(target)));
    return {
      url: planned[0]?.url ?? '',
      // Empty, because each page uses the excluded tags of its target. `JobStarter` adds the tags to exclude from all
      // pages.
      scrape: { ...scrape, excludeTags: [] },
      options: { ...options, targets: planned.map(({ target }) => target) },
      tasks: () => planned.flatMap(({ target, tasks }) => tasks.map((task) => startTask(target.id, task))),
      limit: planned.reduce((sum, { limit }) => sum + limit, 0),
      seeded: planned.every(({ seeded }) => seeded),
    };
  }

  async #planOf(target: TargetSpec): Promise<PlannedTarget> {
    if (target.type === 'search') {
      const { queries, maxResults } = target;
      return { target, url: queries[0] ?? '', limit: maxResults * queries.length, tasks: [], seeded: false };
    }
    if (target.type === 'scrape') {
      const { urls } = target;
      return {
        target,
        url: urls[0] ?? '',
        limit: urls.length,
        tasks: urls.map((url) => ({ url, depth: 0 })),
        seeded: true,
      };
    }
    const { url, options, limit = target.crawl.limit, tasks, seeded = false } = await this.crawls.plan(target.crawl);
    const crawl = { ...target.crawl, ...options };
    return { target: { ...target, crawl }, url, limit, tasks: [...(tasks?.(0) ?? [])], seeded };
  }

  async open(job: Job<StoredCheck & CheckFacts>, remember: Remember): Promise<JobRules> {
    const { targets, crawled = {} } = job.options;
    const facts = { ...crawled };
    const opened = targets.map(async (target): Promise<OpenTarget> => {
      if (target.type !== 'crawl') return { target };
      const { id, crawl } = target;
      const known = (facts[id] ?? {}) as object;
      const options = { ...crawl, ...known };
      const rules = await this.crawls.open({ ...job, url: crawl.url, options }, async (learned) => {
        facts[id] = { ...(facts[id] as object | undefined), ...learned };
        await remember({ crawled: { ...facts } });
      });
      return { target, rules };
    });
    const { excludeTags } = job.spec;
    const parts = { targets: await Promise.all(opened), searches: this.searches, excludeTags, remember };
    return new CheckRules(job.options, parts);
  }

  request({ options: { given } }: Job<StoredCheck>) {
    return { targets: given };
  }
}

/** A target and its start pages. */
interface PlannedTarget {
  readonly target: TargetSpec;
  readonly url: string;
  readonly limit: number;
  readonly tasks: readonly NewTask[];
  /** True when all start pages have been found. */
  readonly seeded: boolean;
}
