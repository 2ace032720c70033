import { isOfDomains, withDomains } from '../../common/api/client/domain-filter';
import type { TargetSpec } from '../../common/api/client/monitor-targets';
import { AppError, toAppError } from '../../common/errors';
import type { Result } from '../../common/model';
import type { Refusal } from '../../contract/hooks';
import type { SearchHost } from '../../net/search/search-host';
import type { FrontierTask, NewTask, RefusedUrl } from '../../ports/jobs/frontier';
import type { Discovery, Finish, JobRules, PageOptions, RedirectOutcome, Remember } from '../../ports/jobs/job-rules';

/** State recorded while a check runs. */
export type CheckFacts = {
  /** State of each crawl, by target. */
  readonly crawled?: Readonly<Record<string, unknown>>;
  /** URLs found by searches, by target. */
  readonly found?: readonly { readonly target: string; readonly urls: readonly string[] }[];
  /** Warnings about failed searches, as sentences. */
  readonly searchProblems?: readonly string[];
};

/** A target that is being checked. A crawl target has its own rules. */
export interface OpenTarget {
  readonly target: TargetSpec;
  readonly rules?: JobRules;
}

/** Services that a running check uses. */
interface CheckParts {
  readonly targets: readonly OpenTarget[];
  readonly searches: Pick<SearchHost, 'search'>;
  /** Selectors of the elements to exclude from all pages. */
  readonly excludeTags: readonly string[];
  readonly remember: Remember;
}

/**
 * Value of the `tbs` search parameter for each search window. Search services do not support windows shorter than an
 * hour.
 */
const ages = { '5m': 'qdr:h', '15m': 'qdr:h', '1h': 'qdr:h', '6h': 'qdr:d', '24h': 'qdr:d', '7d': 'qdr:w' } as const;

/** Returns a task for a target. Its key includes the target, so that two targets never share a key. */
export const startTask = (target: string, task: NewTask): NewTask => ({
  ...task,
  key: `${target} ${task.key ?? task.url}`,
  data: { ...task.data, target },
});

/** Rules of a running check. Each task follows the rules of its target. */
export class CheckRules implements JobRules {
  readonly followsLinks: boolean;
  readonly maxConcurrency: number | undefined;
  readonly delayMs: number | undefined;
  readonly #targets: ReadonlyMap<string, OpenTarget>;
  /** Number of pages that can still be added to each crawl, by target. */
  readonly #room = new Map<string, number>();

  constructor(
    private readonly facts: CheckFacts,
    private readonly parts: CheckParts,
  ) {
    const crawls = parts.targets.flatMap(({ rules }) => rules ?? []);
    this.followsLinks = crawls.length > 0;
    const limits = crawls.flatMap(({ maxConcurrency }) => maxConcurrency ?? []);
    this.maxConcurrency = limits.length > 0 ? Math.min(...limits) : undefined;
    this.delayMs = crawls.map(({ delayMs }) => delayMs).find((delay) => delay !== undefined);
    this.#targets = new Map(parts.targets.map((open) => [open.target.id, open]));
    for (const { target, rules } of parts.targets)
      if (rules?.limit !== undefined) this.#room.set(target.id, rules.limit - 1);
  }

  async seed(add: Parameters<NonNullable<JobRules['seed']>>[0], signal: AbortSignal): Promise<void> {
    for (const { target, rules } of this.parts.targets) {
      const put = (tasks: readonly NewTask[], refused: readonly RefusedUrl[] = []) =>
        add(this.#taken(target.id, tasks), refused);
      if (target.type === 'search') await put(await this.#find(target, signal));
      else await rules?.seed?.(put, signal);
    }
  }

  async admit(task: FrontierTask, signal: AbortSignal): Promise<Refusal | undefined> {
    return this.#rulesOf(task)?.admit?.(inner(task), signal);
  }

  async land(task: FrontierTask, finalUrl: string): Promise<RedirectOutcome> {
    const outcome = await this.#rulesOf(task)?.land?.(inner(task), finalUrl);
    if (outcome?.kind !== 'fine') return outcome ?? { kind: 'fine', keys: [] };
    return { kind: 'fine', keys: outcome.keys.map((key) => `${idOf(task)} ${key}`) };
  }

  /** Returns the options of the page's target. Bypasses the cache, and adds the tags to exclude from all pages. */
  pageOptions(task: FrontierTask): PageOptions {
    const scrape = this.#targets.get(idOf(task))?.target.scrape;
    if (!scrape) return {};
    const { url: _, ...options } = scrape;
    return { ...options, maxAgeMs: 0, excludeTags: [...scrape.excludeTags, ...this.parts.excludeTags] };
  }

  async discover(
    links: readonly string[],
    task: FrontierTask,
    result: Result,
    signal: AbortSignal,
  ): Promise<Discovery> {
    const found = await this.#rulesOf(task)?.discover?.(links, inner(task), result, signal);
    if (!found) return { discovered: [], refused: [] };
    return { ...found, discovered: this.#taken(idOf(task), found.discovered) };
  }

  async finish(signal: AbortSignal): Promise<Finish> {
    const ends: Finish[] = [];
    for (const { target, rules } of this.parts.targets) {
      const end = await rules?.finish?.(signal);
      if (end) ends.push({ ...end, tasks: this.#taken(target.id, end.tasks ?? []) });
    }
    const warnings = [...(this.facts.searchProblems ?? []), ...ends.map(({ warning }) => warning)];
    return { tasks: ends.flatMap(({ tasks = [] }) => tasks), warning: warnings.filter(Boolean).join(' ') || undefined };
  }

  #rulesOf(task: FrontierTask): JobRules | undefined {
    return this.#targets.get(idOf(task))?.rules;
  }

  /** Returns as many of a target's new tasks as its limit still allows, and counts them towards the limit. */
  #taken(target: string, tasks: readonly NewTask[]): readonly NewTask[] {
    const room = this.#room.get(target) ?? tasks.length;
    if (tasks.length > room) this.#targets.get(target)?.rules?.stoppedByLimit?.();
    this.#room.set(target, Math.max(0, room - tasks.length));
    return tasks.slice(0, room).map((task) => startTask(target, task));
  }

  /**
   * Returns the pages found by a target's queries. A failed search becomes a warning. Throws SEARCH_FAILED if nothing
   * was found and there is no other target.
   */
  async #find(target: Extract<TargetSpec, { type: 'search' }>, signal: AbortSignal): Promise<readonly NewTask[]> {
    const { id, queries, searchWindow, maxResults: limit, includeDomains, excludeDomains } = target;
    const tbs = searchWindow && ages[searchWindow];
    const domains = { includeDomains, excludeDomains };
    const urls = new Set<string>();
    const problems: string[] = [];
    for (const query of queries) {
      try {
        const text = withDomains(query, domains);
        const asked = { text, source: 'web', limit, tbs, language: 'en', country: 'us' } as const;
        const { hits } = await this.parts.searches.search(asked, signal);
        for (const { url } of hits) if (isOfDomains(url, domains)) urls.add(url);
      } catch (thrown) {
        signal.throwIfAborted();
        problems.push(`The search for "${query}" failed: ${toAppError(thrown, 'SEARCH_FAILED').reason}`);
      }
    }
    const searchProblems = [...(this.facts.searchProblems ?? []), ...problems];
    const found = [...(this.facts.found ?? []), { target: id, urls: [...urls] }];
    Object.assign(this.facts, { found, searchProblems });
    await this.parts.remember({ found, searchProblems });
    if (urls.size === 0 && problems.length > 0 && this.parts.targets.length === 1)
      throw new AppError('SEARCH_FAILED', problems.join(' '));
    return [...urls].map((url) => ({ url, depth: 0 }));
  }
}

const idOf = ({ data }: FrontierTask): string => String(data?.target ?? '');

/** Removes the target ID from a task's key, because the target's own rules do not expect it. */
const inner = (task: FrontierTask): FrontierTask => ({ ...task, key: task.key.slice(idOf(task).length + 1) });
