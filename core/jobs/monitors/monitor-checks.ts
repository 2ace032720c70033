import { inject, injectable } from 'inversify';
import type { MonitorCheck } from '../../common/api/client/monitors';
import { AppError } from '../../common/errors';
import { isFinal } from '../../common/job';
import type { MonitorFacts, PageCounts } from '../../common/monitor';
import type { SavedRun, ScheduleNote } from '../../common/saved-job';
import { noticeId } from '../delivery/notice-id';
import { monitorIdOf, type SavedJobDocument } from '../saved-jobs';
import { SavedRuns } from '../saved-runs';
import { CheckPages, type PageRange } from './check-pages';
import { MonitorNotices } from './monitor-notices';
import { type JudgedRun, Monitors } from './monitors';

/** Maximum number of page events per check. */
const maxPageEvents = 500;
const dayMs = 24 * 60 * 60 * 1000;

const noPages: PageCounts = { totalPages: 0, same: 0, changed: 0, new: 0, removed: 0, error: 0 };

/** Monitor checks: the runs of saved jobs, in the form used by the API and webhooks. */
@injectable()
export class MonitorChecks {
  constructor(
    @inject(SavedRuns) private readonly runs: SavedRuns,
    @inject(CheckPages) private readonly pages: CheckPages,
    @inject(MonitorNotices) private readonly notices: MonitorNotices,
    @inject(Monitors) monitors: Monitors,
  ) {
    monitors.onJudged((judged) => this.#report(judged));
  }

  /** Returns a monitor's checks, newest first. Includes runs that were skipped or could not be started. */
  async list(document: SavedJobDocument): Promise<readonly MonitorCheck[]> {
    const { runs, notes } = await this.runs.timeline(document._id);
    const skipped = notes.filter(({ kind }) => kind !== 'missed').map((note) => ofNote(document, note));
    const checks = [...runs.map((run) => ofRun(document, run)), ...skipped];
    return checks.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  }

  /** Returns a check. Throws NOT_FOUND. */
  async get(document: SavedJobDocument, id: string): Promise<MonitorCheck> {
    const found = (await this.list(document)).find((check) => check.id === id);
    if (found) return found;
    throw new AppError(
      'NOT_FOUND',
      `The monitor has no check ${id}; see /v2/monitor/{id}/checks for all of its checks.`,
    );
  }

  /** Returns a check, a range of its pages and the total number of pages. Throws NOT_FOUND. */
  async detail(document: SavedJobDocument, id: string, range: PageRange) {
    const check = await this.get(document, id);
    const run = document.runs?.find((one) => one.id === id);
    const { pages, total } = run ? await this.pages.read(document, run, range) : { pages: [], total: 0 };
    return { check: { ...check, pages }, total };
  }

  /** Counts the pages in a check, sends the check's events, and releases results whose retention period has ended. */
  async #report({ document, run }: JudgedRun): Promise<void> {
    const { watch, keepRuns = 0, runs = [] } = document;
    if (!watch) return;
    const summary = (run.verdict?.kind !== 'failed' && (await this.pages.summary(document, run))) || noPages;
    const changed = await this.runs.note(document._id, run.id, { summary });
    await this.#sendEvents(watch, changed, { ...run, summary });
    const since = Date.now() - watch.retentionDays * dayMs;
    const recent = runs.filter(({ at }) => Date.parse(at) >= since).length;
    // Retains at least two runs, because a comparison needs two.
    await this.runs.prune({ ...changed, keepRuns: Math.min(keepRuns, Math.max(2, recent)) });
  }

  async #sendEvents({ id: monitorId, webhook }: MonitorFacts, document: SavedJobDocument, run: SavedRun) {
    if (!webhook || webhook.events.length === 0) return;
    const check = ofRun(document, run);
    const { id: checkId, status, summary } = check;
    const at = run.finishedAt ?? run.at;
    if (webhook.events.includes('monitor.page') && status !== 'failed') {
      let sent = 0;
      for (const state of ['changed', 'removed', 'new', 'error'] as const) {
        const range = { skip: 0, limit: maxPageEvents - sent, status: state };
        const { pages } = range.limit > 0 ? await this.pages.read(document, run, range) : { pages: [] };
        sent += pages.length;
        for (const { url, status, diff, previousScrapeId, currentScrapeId, judgment, error } of pages) {
          const judged = judgment ? { isMeaningful: judgment.meaningful, judgment } : {};
          const told = { monitorId, checkId, url, status, diff, previousScrapeId, currentScrapeId, ...judged };
          const data = [{ ...told, ...(error ? { error } : {}) }];
          await this.notices.sendEvent(
            { type: 'monitor.page', checkId, about: url, success: !error, data, at },
            webhook,
          );
        }
      }
    }
    if (!webhook.events.includes('monitor.check.completed')) return;
    const success = status !== 'failed';
    const { error, warning, conditionsMet } = check;
    const data = [{ monitorId, checkId, status, summary, error, warning, conditionsMet }];
    await this.notices.sendEvent({ type: 'monitor.check.completed', checkId, about: '', success, data, at }, webhook);
  }
}

const shared = {
  estimatedCredits: null,
  reservedCredits: null,
  actualCredits: null,
  billingStatus: 'not_applicable' as const,
};

function ofRun(document: SavedJobDocument, { id, at, startedBy, verdict, error, ...run }: SavedRun): MonitorCheck {
  const finishedAt = run.finishedAt ?? null;
  const isScheduled = startedBy === 'schedule';
  return {
    ...{ id, monitorId: monitorIdOf(document), status: statusOf({ verdict, state: run.state }) },
    trigger: isScheduled ? 'scheduled' : 'manual',
    scheduledFor: isScheduled ? at : null,
    startedAt: at,
    finishedAt,
    ...shared,
    summary: run.summary ?? countsOf(run.rows, verdict),
    targetResults: targetResults(document, id),
    ...(verdict?.met ? { conditionsMet: verdict.met } : {}),
    ...(verdict?.warning ? { warning: verdict.warning } : {}),
    error: error ?? (verdict?.kind === 'failed' ? (verdict.note ?? null) : null),
    createdAt: at,
    updatedAt: finishedAt ?? at,
  };
}

/** Returns the status of a check. A check is complete only after its run has been compared. */
function statusOf({ verdict, state }: Pick<SavedRun, 'verdict' | 'state'>): MonitorCheck['status'] {
  if (verdict?.kind === 'failed' || state === 'failed' || state === 'cancelled') return 'failed';
  if (!isFinal(state as 'active') || !verdict) return state === 'queued' ? 'queued' : 'running';
  return verdict.isPartial ? 'partial' : 'completed';
}

function countsOf(rows = 0, verdict: SavedRun['verdict']): PageCounts {
  if (!verdict || verdict.kind === 'failed') return noPages;
  const { added, removed, changed, errors: error = 0 } = verdict;
  const isFirst = verdict.kind === 'base';
  const totalPages = rows + removed + error;
  return {
    totalPages,
    same: isFirst ? 0 : Math.max(0, rows - added - changed),
    changed,
    new: isFirst ? rows : added,
    removed,
    error,
  };
}

function targetResults({ kind, request }: SavedJobDocument, id: string) {
  if (kind !== 'monitor') return undefined;
  const { targets } = JSON.parse(request) as {
    readonly targets: readonly { readonly id?: string; readonly type: string }[];
  };
  return targets.map(({ id: targetId = '', type }) => ({
    targetId,
    type,
    ...(type === 'crawl' ? { crawlId: id } : {}),
  }));
}

/** Returns the check for a run that was skipped or could not be started. */
function ofNote(document: SavedJobDocument, { at, kind, message: error }: ScheduleNote): MonitorCheck {
  return {
    id: noticeId(document._id, 'note', at),
    monitorId: monitorIdOf(document),
    status: kind === 'skipped' ? 'skipped_overlap' : 'failed',
    trigger: 'scheduled',
    scheduledFor: at,
    startedAt: null,
    finishedAt: at,
    ...shared,
    summary: noPages,
    error,
    createdAt: at,
    updatedAt: at,
  };
}
