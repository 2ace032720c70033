import { inject, injectable } from 'inversify';
import type { Job } from '../common/job';
import type { CrawlSpec } from '../common/job-specs';
import { WebhookTargets } from '../delivery/webhook-targets';
import { JobStore } from '../storage/job-ports';
import { Budget } from './budget';
import { Idempotency } from './idempotency';
import { JobService } from './job-service';
import { startTask } from './kinds/crawl';
import { toCrawlOptions } from './to-crawl-options';

/** Starts crawls and lists those that run. */
@injectable()
export class CrawlService {
  constructor(
    @inject(JobService) private readonly jobs: JobService,
    @inject(JobStore) private readonly store: JobStore,
    @inject(Budget) private readonly budget: Budget,
    @inject(Idempotency) private readonly idempotency: Idempotency,
    @inject(WebhookTargets) private readonly targets: WebhookTargets,
  ) {}

  /** Starts a crawl; throws PAYMENT_REQUIRED, PRIVATE_ADDRESS_BLOCKED for its webhook, and CONFLICT for a used key. */
  async start(spec: CrawlSpec, keyId: string, idempotencyKey?: string | readonly string[]): Promise<Job> {
    const limit = await this.#affordable(spec);
    this.targets.assertAllowed(spec.webhook);
    await this.idempotency.claim(idempotencyKey);
    const { scrape, webhook, zeroDataRetention, ...options } = spec;
    return this.jobs.start({
      kind: 'crawl',
      url: spec.url,
      spec: scrape,
      options: { ...options, limit },
      webhook,
      zeroDataRetention,
      keyId,
      tasks: [startTask(spec)],
      limit,
      seeded: spec.sitemap === 'skip',
    });
  }

  /** Crawls that have not ended, as the API lists them. */
  async active() {
    const running = await this.store.list({ kinds: ['crawl'], states: ['queued', 'active'], limit: 1000 });
    return running.map(({ job }) => ({
      id: job.id,
      teamId: 'local',
      url: job.url,
      created_at: job.createdAt,
      options: toCrawlOptions(job),
    }));
  }

  /** The limit of the crawl, lowered to what the budget still pays for. */
  async #affordable({ limit, given }: CrawlSpec): Promise<number> {
    await this.budget.assertCredits(given.includes('limit') ? limit : 1);
    return Math.min(limit, (await this.budget.remaining()) ?? limit);
  }
}
