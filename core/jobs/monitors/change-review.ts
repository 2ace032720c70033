import { inject, injectable } from 'inversify';
import type { Job } from '../../common/job';
import type { PageJudgment, SeenRange } from '../../common/monitor';
import { textColumn } from '../../common/monitor-changes';
import type { ChangedRow, MonitorRequest, ReadValues, RowDifference } from '../../common/saved-job';
import { comparable, diffText } from '../../contract/text-diff';
import { pageKey, type RunRows } from '../run-rows';
import { valuesRead } from './baseline';
import { ChangeJudge } from './change-judge';
import { type CheckedRun, metConditions, seenWith } from './conditions';
import { PageTexts, withoutLines } from './page-texts';
import { changedPercent } from './text-changes';

/** Maximum number of pages per run that are compared a second time, without their ignored parts. */
const maxRefined = 500;
/** Maximum number of changed pages judged per run. */
const maxJudged = 20;
/** Maximum length of one difference, in characters. */
const maxDiffChars = 20_000;

/** Two runs to compare. */
export interface ComparedRuns {
  readonly before: Job;
  readonly after: Job;
  readonly monitor: MonitorRequest;
}

/** A changed page and its verdict. */
type JudgedPage = PageJudgment & { url: string };

/** Result of reviewing a difference. */
export interface Review {
  /** Sentences about the conditions that were met. Undefined if the monitor has no conditions. */
  readonly met?: string[];
  readonly seen?: SeenRange[];
  readonly judgments?: JudgedPage[];
  /** False when every change was judged and none is meaningful. */
  readonly isMeaningful?: boolean;
}

/** Reviews the text of changed pages: drops ignored parts, judges changes and checks conditions. */
@injectable()
export class ChangeReview {
  constructor(
    @inject(PageTexts) private readonly texts: PageTexts,
    @inject(ChangeJudge) private readonly judge: ChangeJudge,
  ) {}

  /** Drops text changes that affect only ignored lines or are below the monitor's threshold. */
  async refine(rows: RowDifference, before: Job, after: Job, monitor?: MonitorRequest): Promise<RowDifference> {
    const { ignorePatterns, ignoreBelowPercent } = monitor ?? {};
    if (!ignorePatterns?.length && ignoreBelowPercent === undefined) return rows;
    const changed: ChangedRow[] = [];
    for (const [index, row] of rows.changed.entries()) {
      const cells = row.cells.filter(({ column }) => column !== textColumn);
      const isText = cells.length < row.cells.length;
      const isSame = isText && index < maxRefined && (await this.#isSame(row.key, before, after, monitor));
      if (!isSame) changed.push(row);
      else if (cells.length > 0) changed.push({ ...row, cells });
    }
    return { ...rows, changed };
  }

  async #isSame(url: string, before: Job, after: Job, monitor: MonitorRequest | undefined): Promise<boolean> {
    const [old, now] = await this.#pair(url, before, after, monitor);
    if (comparable(old) === comparable(now)) return true;
    const percent = monitor?.ignoreBelowPercent;
    return percent !== undefined && changedPercent(old, now) <= percent;
  }

  /** Returns a page's text in both runs, without ignored lines. */
  async #pair(url: string, before: Job, after: Job, monitor?: MonitorRequest): Promise<readonly [string, string]> {
    const [old, now] = await Promise.all([this.texts.text(before.id, url), this.texts.text(after.id, url)]);
    const patterns = monitor?.ignorePatterns;
    return [await withoutLines(old, patterns), await withoutLines(now, patterns)];
  }

  /** Returns the changed lines on a page as a unified diff. */
  async diff(url: string, before: Job, after: Job, monitor?: MonitorRequest): Promise<string> {
    const [old, now] = await this.#pair(url, before, after, monitor);
    return diffText(old, now).text.slice(0, maxDiffChars);
  }

  /** Checks a monitor's conditions and judges the changed pages. */
  async review(
    rows: RowDifference,
    [old, now]: readonly [RunRows, RunRows],
    { before, after, monitor }: ComparedRuns,
    seen: readonly SeenRange[] = [],
  ): Promise<Review> {
    const { conditions = [] } = monitor;
    const needsTexts = conditions.some(({ type }) => type === 'textAppears' || type === 'textDisappears');
    const texts: CheckedRun['texts'] = needsTexts
      ? [await this.texts.all(before.id), await this.texts.all(after.id)]
      : ['', ''];
    const key = now.key ?? monitor.key;
    const run = { difference: rows, before: old.rows, after: now.rows, key, seen, texts };
    const met = metConditions(conditions, run);
    return {
      met,
      seen: met && seenWith(conditions, run),
      ...(await this.#judged(rows, now, { before, after, monitor })),
    };
  }

  /** Returns a summary of the values in a baseline. `wanted` lists the columns that the monitor watches. */
  async read({ id }: Pick<Job, 'id'>, { rows, key }: RunRows, wanted: readonly string[]): Promise<ReadValues> {
    const isPages = key === pageKey;
    const columns = isPages && wanted.length === 0 ? [] : valuesRead(rows, wanted);
    return { ...(isPages ? { characters: (await this.texts.all(id)).length } : {}), columns };
  }

  /** Returns the value ranges in a run, for comparison with later runs. Undefined if the monitor has no conditions. */
  seenIn({ rows, key }: RunRows, { conditions = [], key: named }: MonitorRequest): SeenRange[] | undefined {
    if (conditions.length === 0) return undefined;
    const difference = { added: [], removed: [], changed: [] };
    return seenWith(conditions, { difference, before: [], after: rows, key: key ?? named, seen: [], texts: ['', ''] });
  }

  async #judged(rows: RowDifference, { key }: RunRows, { before, after, monitor }: ComparedRuns) {
    if (!monitor.judgeEnabled || key !== pageKey) return {};
    const judgments: JudgedPage[] = [];
    for (const { key: url, cells } of rows.changed.slice(0, maxJudged)) {
      const columns = cells.map(({ column }) => column);
      // Skips a page in which a requested field has changed, because such a change is never noise.
      if (!columns.includes(textColumn) || columns.some((name) => name !== textColumn && name !== 'title')) continue;
      const [old, now] = await this.#pair(url, before, after, monitor);
      judgments.push({ url, ...(await this.judge.judge({ goal: monitor.goal, before: old, after: now })) });
    }
    const { added, removed, changed } = rows;
    const isAll = judgments.length === changed.length && added.length + removed.length === 0;
    const isMeaningful = !isAll || judgments.length === 0 || judgments.some(({ meaningful }) => meaningful);
    return { judgments, isMeaningful };
  }
}
