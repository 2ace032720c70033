import { inject, injectable } from 'inversify';
import type { MonitorPage } from '../../common/api/client/monitors';
import type { Job } from '../../common/job';
import type { PageCounts } from '../../common/monitor';
import { textColumn } from '../../common/monitor-changes';
import type { ChangedRow, Row, SavedRun } from '../../common/saved-job';
import { isObject } from '../../common/values/json';
import { diffText } from '../../contract/text-diff';
import { Frontier } from '../../ports/jobs/frontier';
import { JobStore } from '../../ports/jobs/job-store';
import { allProblems } from '../../ports/jobs/problem-reasons';
import { pageKey, RunRowReader } from '../run-rows';
import type { SavedJobDocument } from '../saved-jobs';
import { Monitors } from './monitors';
import { PageTexts, textOf, withoutLines } from './page-texts';

/** A page in a check, before its text has been read. */
interface ListedPage {
  readonly url: string;
  readonly status: MonitorPage['status'];
  readonly row?: ChangedRow;
  readonly error?: string;
}

/** Range and status of the pages to read from a check. */
export interface PageRange {
  readonly skip: number;
  readonly limit: number;
  readonly status?: MonitorPage['status'];
}

/** True for the status of a page that was removed from the site. */
const isGone = (status: unknown): boolean => status === 404 || status === 410;

/** Columns in a page's row that are not extracted fields. */
const pageColumns = new Set([pageKey, textColumn, 'title', 'status']);

/** Reads the pages of a check, and the changes on each page since the previous check. */
@injectable()
export class CheckPages {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(RunRowReader) private readonly rows: RunRowReader,
    @inject(Frontier) private readonly frontier: Frontier,
    @inject(PageTexts) private readonly texts: PageTexts,
    @inject(Monitors) private readonly monitors: Monitors,
  ) {}

  /**
   * Returns the requested range of a run's pages, and the total number of matching pages. Returns no pages once the
   * run's results have expired.
   */
  async read(document: SavedJobDocument, run: SavedRun, { skip, limit, status }: PageRange) {
    const job = await this.jobs.get(run.id);
    if (!job) return { pages: [], total: 0 };
    const before = await this.#base(document, run);
    const listed = (await this.#list(document, job, before)).filter((page) => !status || page.status === status);
    const targetOf = targetsIn(document, job);
    const pages: MonitorPage[] = [];
    for (const page of listed.slice(skip, skip + limit))
      pages.push(await this.#page(page, { document, run, job, before, targetId: targetOf(page.url) }));
    return { pages, total: listed.length };
  }

  /** Returns the number of pages in a run, in total and by status. Undefined once the run's results have expired. */
  async summary(document: SavedJobDocument, run: SavedRun): Promise<PageCounts | undefined> {
    const job = await this.jobs.get(run.id);
    if (!job) return undefined;
    const listed = await this.#list(document, job, await this.#base(document, run));
    const counts = { totalPages: listed.length, same: 0, changed: 0, new: 0, removed: 0, error: 0 };
    for (const { status } of listed) counts[status]++;
    return counts;
  }

  async #base({ runs = [] }: SavedJobDocument, { verdict }: SavedRun): Promise<Job | undefined> {
    const base = runs.find(({ number }) => number === verdict?.against);
    return base && (await this.jobs.get(base.id));
  }

  async #list({ monitor }: SavedJobDocument, job: Job, before: Job | undefined): Promise<readonly ListedPage[]> {
    const now = await this.rows.read(job);
    const errors: ListedPage[] = [];
    for await (const { url, hidden, message } of allProblems(this.frontier, job.id, 'failed'))
      if (!hidden) errors.push({ url, status: 'error', error: message });
    if (now.key !== pageKey) return [...(await this.#asOnePage(job, before, monitor)), ...errors];
    const { rows } = before ? await this.monitors.compare(before, job, monitor, now) : { rows: undefined };
    const added = new Set(rows?.added.map((row) => row[pageKey]));
    const changed = new Map(rows?.changed.map((row) => [row.key, row]));
    const listed = now.rows.map((row): ListedPage => {
      const url = String(row[pageKey]);
      const change = changed.get(url);
      const last = change?.cells.find(({ column }) => column === 'status');
      if (isGone(row.status) && (!rows || (last && !isGone(last.before)))) return { url, status: 'removed' };
      if (!rows || added.has(url)) return { url, status: 'new' };
      return { url, status: change ? 'changed' : 'same', row: change };
    });
    const removed = rows?.removed.map((row): ListedPage => ({ url: String(row[pageKey]), status: 'removed' })) ?? [];
    return [...listed, ...removed, ...errors];
  }

  /** Represents rows that are not pages as a single page with the job's URL. */
  async #asOnePage(job: Job, before: Job | undefined, monitor: SavedJobDocument['monitor']): Promise<ListedPage[]> {
    if (!before) return [{ url: job.url, status: 'new' }];
    const { rows } = await this.monitors.compare(before, job, monitor);
    const isSame = rows.added.length + rows.removed.length + rows.changed.length === 0;
    return [{ url: job.url, status: isSame ? 'same' : 'changed' }];
  }

  async #page(page: ListedPage, { document, run, job, before, targetId }: PageSource): Promise<MonitorPage> {
    const { url, status, error = null } = page;
    const now = status === 'error' ? undefined : await this.texts.result(job.id, url);
    const old = before && (await this.texts.result(before.id, url));
    const judgment = run.judgments?.find((one) => one.url === url);
    const json = now?.document.json as Row | undefined;
    return {
      id: now?.taskId ?? `${run.id}-${old?.taskId ?? encodeURIComponent(url)}`,
      targetId,
      url,
      status,
      previousScrapeId: old?.taskId ?? null,
      currentScrapeId: now?.taskId ?? null,
      statusCode: now?.page.statusCode ?? null,
      error,
      metadata: now?.document.metadata,
      diff: page.row ? await this.#diff(page.row, [textOf(old), textOf(now)], document.monitor?.ignorePatterns) : null,
      snapshot: isObject(json) ? { json } : null,
      judgment: judgment ? withoutUrl(judgment) : null,
      createdAt: now?.finishedAt ?? run.finishedAt ?? run.at,
    };
  }

  /**
   * Returns the text diff as `text` and the changed fields as `json`. If no field has changed, `json` is the parsed
   * text diff.
   */
  async #diff({ cells }: ChangedRow, texts: readonly [string, string], patterns?: readonly string[]) {
    const fields = cells.filter(({ column }) => !pageColumns.has(column));
    const named = fields.map(({ column, before, after }) => [column, { previous: before, current: after }] as const);
    const isText = cells.some(({ column }) => column === textColumn);
    if (!isText) return fields.length > 0 ? { json: Object.fromEntries(named) } : { text: '' };
    const [old, now] = await Promise.all(texts.map((text) => withoutLines(text, patterns)));
    const { text, json } = diffText(old ?? '', now ?? '');
    return { text, json: fields.length > 0 ? Object.fromEntries(named) : json };
  }
}

interface PageSource {
  readonly document: SavedJobDocument;
  readonly run: SavedRun;
  readonly job: Job;
  readonly before: Job | undefined;
  readonly targetId: string;
}

const withoutUrl = ({ url: _, ...judgment }: NonNullable<SavedRun['judgments']>[number]) => judgment;

/** Targets of a check, and the known URLs of each target. */
interface CheckOptions {
  readonly targets?: readonly { readonly id: string; readonly type: string; readonly urls?: readonly string[] }[];
  readonly found?: readonly { readonly target: string; readonly urls: readonly string[] }[];
}

/**
 * Returns a function that maps a page's URL to the ID of the target that lists the page or led to it. Other pages
 * belong to the first crawl target.
 */
function targetsIn({ _id: name }: SavedJobDocument, { options }: Job): (url: string) => string {
  const { targets = [], found = [] } = options as CheckOptions;
  const ids = new Map<string, string>();
  for (const { target, urls } of found) for (const url of urls) ids.set(url, target);
  for (const { id, urls = [] } of targets) for (const url of urls) ids.set(url, id);
  const rest = targets.find(({ type }) => type === 'crawl') ?? targets[0];
  return (url) => ids.get(url) ?? rest?.id ?? name;
}
