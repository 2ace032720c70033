import { inject, injectable } from 'inversify';
import { crawlRequest } from '../../common/api/crawl-request';
import { crawlStartAnswer } from '../../common/api/job-answers';
import { pageJobEvents } from '../../common/api/webhook';
import { AppError } from '../../common/errors';
import { hostRefusal } from '../../common/host-refusal';
import type { Job } from '../../common/job';
import type { CrawlSpec, StoredOptions } from '../../common/job-specs';
import type { ApiVersion, Result } from '../../common/model';
import { keyOf } from '../../common/url-identity';
import type { Refusal } from '../../contract/hooks';
import { Budget } from '../../jobs/budget';
import { crawlerOptions, toCrawlOptions } from '../../jobs/to-crawl-options';
import { JobLessons } from '../../pipeline/tasks/job-lessons';
import { ApiSchemas } from '../../platform/plugins/api-schemas';
import type { FrontierTask, NewTask, RefusedUrl } from '../../ports/jobs/frontier';
import type { BackgroundJobHandler, JobPlan } from '../../ports/jobs/job-handler';
import type { Discovery, Finish, JobRules, RedirectOutcome, Remember } from '../../ports/jobs/job-rules';
import { CrawlTools } from '../crawl/crawl-tools';
import { crawlWarning } from '../crawl/crawl-warning';
import { type DiscoveryContext, discover } from '../crawl/discover';
import { LinkTargets } from '../crawl/link-targets';
import { CrawlPrompts } from '../crawl/prompt/crawl-prompts';
import { CrawlScope, checkScope } from '../crawl/scope';
import { siteSitemaps } from '../crawl/site-files';
import { TrapGuard } from '../crawl/traps';
import { TemplateStop } from '../recipes/template-stop';

/** Batch size for reading sitemap entries. */
const sitemapBatch = 500;

const isStart = ({ data }: FrontierTask): boolean => data?.source === 'start';

/** Crawl: follows links and sitemaps from a start page, within a scope. */
@injectable()
export default class CrawlHandler implements BackgroundJobHandler<CrawlSpec> {
  readonly mode = 'background';
  readonly isForAll = true;
  readonly kind = 'crawl';
  readonly name = 'Crawl';
  readonly path = 'crawl';
  readonly summary = 'Starts a crawl.';
  readonly example = { url: 'https://example.com/', limit: 10, scrapeOptions: { formats: ['markdown'] } };
  readonly events = { prefix: 'crawl', notices: pageJobEvents };
  readonly form = {
    submit: 'Start crawl',
    plain: ['limit', 'crawlEntireDomain'],
  };

  constructor(
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
    @inject(Budget) private readonly budget: Budget,
    @inject(CrawlPrompts) private readonly prompts: CrawlPrompts,
    @inject(CrawlTools) private readonly tools: CrawlTools,
  ) {}

  schema(version: ApiVersion) {
    return crawlRequest(version, this.schemas.parts);
  }

  answer() {
    return crawlStartAnswer;
  }

  credits({ given, limit }: CrawlSpec): number {
    return given.includes('limit') ? limit : 1;
  }

  /** Adds the options from the prompt, and lowers the limit if the budget allows fewer pages. */
  async plan(asked: CrawlSpec): Promise<JobPlan> {
    const { spec, answer, warning } = await this.#withPrompt(asked);
    const { scrape, webhook: _, zeroDataRetention: __, ...options } = spec;
    const limit = Math.min(spec.limit, (await this.budget.remaining()) ?? spec.limit);
    const { url } = spec;
    const start: NewTask = { url, key: keyOf(url, spec) ?? url, depth: 0, data: { source: 'start' } };
    return {
      url,
      scrape,
      options: { ...options, limit, ...(warning === undefined ? {} : { warning, promptWarning: warning }) },
      tasks: () => [start],
      limit,
      seeded: spec.sitemap === 'skip',
      answer,
    };
  }

  /** Adds the options from the prompt that the caller has not set. */
  async #withPrompt(spec: CrawlSpec) {
    const { url, prompt, given } = spec;
    if (!prompt) return { spec };
    const { options: made, warning } = await this.prompts.options({ url, prompt });
    const { delay, ...taken } = Object.fromEntries(Object.entries(made).filter(([name]) => !given.includes(name)));
    const merged = { ...spec, ...taken, ...(delay === undefined ? {} : { delaySeconds: delay as number }) };
    const told = warning === undefined ? {} : { warning };
    const answer = { promptGeneratedOptions: made, finalCrawlerOptions: crawlerOptions(merged), ...told };
    return { spec: merged, answer, warning };
  }

  async open(job: Job<StartedCrawl>, remember: Remember): Promise<JobRules> {
    const spec = job.options;
    // The delay option defaults to the Crawl-delay in robots.txt.
    const isFixed = spec.ignoreRobotsTxt || spec.delaySeconds !== undefined || isBlocked(job);
    const asked = isFixed ? undefined : await this.#crawlDelay(spec);
    const started = { ...spec, delaySeconds: spec.delaySeconds ?? asked };
    return new CrawlRules(job, started, this.tools, remember);
  }

  request(job: Job<StartedCrawl>) {
    return { url: job.url, ...toCrawlOptions(job) };
  }

  async #crawlDelay({ url, robotsUserAgent }: Pick<CrawlSpec, 'url' | 'robotsUserAgent'>): Promise<number | undefined> {
    const rules = await this.tools.robots
      .rulesFor(new URL(url), AbortSignal.timeout(10_000), robotsUserAgent)
      .catch(() => undefined);
    return rules?.crawlDelaySeconds;
  }
}

/** True when the start page is on a host that must not be requested. */
const isBlocked = ({ url, spec }: Job): boolean => hostRefusal(spec.threatProtection, url) !== undefined;

/** State of a crawl in progress, e.g. the redirect target of its start page. */
type StartedCrawl = StoredOptions<CrawlSpec> & {
  readonly movedTo?: string;
  readonly stoppedByLimit?: boolean;
  readonly promptWarning?: string;
};

/**
 * Findings from one page, shared with all processes of the crawl: links for the trap guard, and any change in the
 * page's template.
 */
interface CrawlLesson {
  readonly page?: string;
  readonly links?: readonly string[];
  readonly template?: string;
}

class CrawlRules implements JobRules {
  readonly maxConcurrency: number | undefined;
  readonly delayMs: number | undefined;
  readonly limit: number;
  readonly followsLinks = true;
  readonly ignoresRobots: boolean;
  readonly #context: DiscoveryContext;
  readonly #template: TemplateStop;
  readonly #lessons: JobLessons;
  #hasStopped: boolean;
  #askedMemory = false;
  #movedTo: string | undefined;

  constructor(
    private readonly job: Job<StartedCrawl>,
    private readonly spec: StartedCrawl,
    private readonly tools: CrawlTools,
    private readonly remember: Remember,
  ) {
    this.#hasStopped = spec.stoppedByLimit === true;
    this.#template = new TemplateStop(job, remember);
    const traps = new TrapGuard({ startUrl: spec.url, limit: spec.limit });
    this.#lessons = new JobLessons(job.id, tools.frontier, {
      found: (url) => void traps.check(new URL(url)),
      learn: (text) => {
        const { page, links, template } = JSON.parse(text) as CrawlLesson;
        if (page !== undefined) traps.learn(new URL(page), links?.map((link) => new URL(link)) ?? []);
        if (template !== undefined) this.#template.count(template);
      },
    });
    this.maxConcurrency = spec.maxConcurrency;
    this.delayMs = spec.delaySeconds === undefined ? undefined : spec.delaySeconds * 1000;
    this.limit = spec.limit;
    this.ignoresRobots = spec.ignoreRobotsTxt;
    this.#context = {
      scope: new CrawlScope(spec, spec.url),
      identity: spec,
      links: new LinkTargets(),
      traps,
      onLearned: (page, links) => this.#tell({ page: page.href, links: links.map(({ href }) => href) }),
      robotsFor: spec.ignoreRobotsTxt ? undefined : (url) => tools.robots.peek(url, spec.robotsUserAgent),
    };
    if (spec.movedTo) this.#context.scope.movedTo(spec.movedTo);
    this.#movedTo = spec.movedTo;
  }

  learn(options: StartedCrawl): void {
    const { movedTo, stoppedByLimit } = options;
    if (movedTo && movedTo !== this.#movedTo) this.#context.scope.movedTo(movedTo);
    this.#movedTo = movedTo ?? this.#movedTo;
    this.#hasStopped ||= stoppedByLimit === true;
    this.#template.learn(options);
  }

  async seed(add: Parameters<NonNullable<JobRules['seed']>>[0], signal: AbortSignal): Promise<void> {
    const { spec, job } = this;
    if (spec.sitemap === 'skip' || isBlocked(job)) return;
    const own = { url: spec.url, headers: job.spec.headers };
    const tools = { robots: this.tools.robots, files: this.tools.files, userAgent: spec.robotsUserAgent, own };
    const entries = siteSitemaps(spec.url, tools, signal);
    let batch: string[] = [];
    const flush = async () => {
      const { discovered, refused } = await this.#sort(batch, { source: 'sitemap', depth: 0 });
      batch = [];
      if (discovered.length + refused.length > 0) await add(discovered, refused);
    };
    for await (const { url } of entries) {
      batch.push(url);
      if (batch.length >= sitemapBatch) await flush();
    }
    await flush();
  }

  /** With change tracking, adds pages from the previous crawl that are no longer linked. */
  async finish(): Promise<Finish> {
    const { spec, job, tools } = this;
    const found = await crawlWarning(tools.frontier, job.id, { ...spec, stoppedByLimit: this.#hasStopped });
    const warning = [found, this.#template.warning, spec.promptWarning].filter(Boolean).join(' ') || undefined;
    if (this.#askedMemory) return { warning };
    this.#askedMemory = true;
    const { identity } = this.#context;
    const known = await tools.known.exchange(job);
    const tasks = known.map((url) => ({
      url,
      key: keyOf(url, identity) ?? url,
      depth: 0,
      data: { source: 'memory' },
    }));
    return { tasks, warning };
  }

  stoppedByLimit(): void {
    if (!this.#hasStopped) void this.remember({ stoppedByLimit: true });
    this.#hasStopped = true;
  }

  async admit({ url }: FrontierTask, signal: AbortSignal): Promise<Refusal | undefined> {
    const changed = this.#template.refusal(url);
    if (changed || this.spec.ignoreRobotsTxt) return changed;
    const target = new URL(url);
    const rules = await this.tools.robots.rulesFor(target, signal, this.spec.robotsUserAgent);
    if (rules.allowsPage(target)) return undefined;
    const sentence = rules.unavailable ?? `robots.txt disallows ${url}; set \`ignoreRobotsTxt\` to crawl it anyway.`;
    return { error: new AppError('CRAWL_DENIED', sentence), reason: 'robots' };
  }

  async land(task: FrontierTask, finalUrl: string): Promise<RedirectOutcome> {
    const { scope, identity } = this.#context;
    const keys = [keyOf(finalUrl, identity) ?? finalUrl].filter((key) => key !== task.key);
    if (isStart(task)) {
      scope.movedTo(finalUrl);
      if (keys.length > 0) void this.remember({ movedTo: finalUrl });
      return this.#landStart(finalUrl, keys);
    }
    if (keys.length === 0) return { kind: 'fine', keys };
    const denial = await checkScope(new URL(finalUrl), { scope, source: 'redirect', foundOn: new URL(task.url) });
    if (!denial) return { kind: 'fine', keys };
    const sentence = `${task.url} redirects out of the crawl: ${denial.message}`;
    return { kind: 'out', refusal: { error: new AppError('CRAWL_DENIED', sentence), reason: denial.reason } };
  }

  async discover(links: readonly string[], task: FrontierTask, result: Result): Promise<Discovery> {
    const template = this.#template.look(result);
    if (template !== undefined) this.#tell({ template });
    await this.#lessons.exchange();
    if (this.spec.sitemap === 'only') return { discovered: [], refused: [] };
    return this.#sort(links, { source: 'link', url: result.page.finalUrl, depth: task.depth });
  }

  #tell(lesson: CrawlLesson): void {
    this.#lessons.share(JSON.stringify(lesson));
  }

  /** If the start page redirects to a URL that does not pass the filters, refuses that page but follows its links. */
  async #landStart(finalUrl: string, keys: readonly string[]): Promise<RedirectOutcome> {
    const denial = await checkScope(new URL(finalUrl), { scope: this.#context.scope, source: 'start' });
    if (!denial) return { kind: 'fine', keys };
    return {
      kind: 'links-only',
      refusal: { error: new AppError('CRAWL_DENIED', denial.message), reason: denial.reason },
    };
  }

  async #sort(
    links: readonly string[],
    from: Parameters<typeof discover>[1],
  ): Promise<{ discovered: NewTask[]; refused: RefusedUrl[] }> {
    const { admitted, refused } = await discover(links, from, this.#context);
    return {
      discovered: admitted.map(({ url, key, depth }) => ({ url, key, depth })),
      refused: refused.map(({ url, key, reason, message }) => ({ url, key, reason, message, code: 'CRAWL_DENIED' })),
    };
  }
}
