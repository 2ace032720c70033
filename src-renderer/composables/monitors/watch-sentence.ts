import type { ChangeCondition } from '../../../core/common/monitor';
import type { SavedJob } from '../../api/saved-api';
import { siteText } from '../../display/job-result';
import { countOf, countText } from '../../display/job-words';
import { isLocalZone, scheduleText } from '../../display/schedule-words';
import { capitalized, plainNumber } from '../../display/words';
import { fromTarget, linesIn } from '../../schema/monitor-form';
import { locale, t } from '../../texts/i18n';

type WatchedJob = Pick<SavedJob, 'kind' | 'request' | 'monitor' | 'schedule'>;

/** Maximum number of conditions to name. */
const maxConditions = 3;

/**
 * Describes in one sentence what a saved job reads, when, and which changes it reports, e.g. `Watches “price” in 12 rows
 * of shop.example, every day at 7:00 AM; tells you when “price” changes.` `rows` is the number of rows in the latest run,
 * if known.
 */
export function watchSentence(job: WatchedJob, rows?: number): string {
  const facts = { what: whatText(job, rows), when: whenText(job) };
  return job.monitor
    ? t('monitors.watchesWhat', { ...facts, reason: reasonText(job.monitor) })
    : t('monitors.readsWhat', facts);
}

/** Describes in a few words what a saved job reads and reports, e.g. `12 rows of shop.example · reports when “price” changes`. */
export function watchWords(job: WatchedJob, rows?: number): string {
  const { place, isRows } = placeOf(job);
  const site = hostOf(place);
  const count = rows === undefined ? capitalized(t('monitors.theRows')) : countOf(rows, 'row');
  const what = isRows ? t('monitors.rowsOf', { rows: count, place: site }) : place;
  return job.monitor ? t('monitors.reportsWhen', { what, reason: reasonText(job.monitor) }) : what;
}

/** Returns the host of an address without a scheme, e.g. `shop.example` for `shop.example/seeds`. */
const hostOf = (site: string): string => site.replace(/[/?#].*$/, '');

/** Returns when a saved job runs, e.g. `every day at 7:00 AM (Europe/Berlin), paused`. */
function whenText({ schedule }: WatchedJob): string {
  if (!schedule) return t('monitors.manual');
  const { cron, timeZone, isPaused } = schedule;
  const text = `${scheduleText(cron)}${isLocalZone(timeZone) ? '' : ` (${timeZone})`}`;
  return isPaused ? t('monitors.pausedSchedule', { schedule: text }) : text;
}

const list = (texts: readonly string[], type: 'conjunction' | 'disjunction'): string =>
  new Intl.ListFormat(locale(), { type }).format(texts);

const quoted = (column: string): string => t('monitors.quotedColumn', { column });

function whatText({ kind, request, monitor }: WatchedJob, rows: number | undefined): string {
  const { place, isRows } = placeOf({ kind, request });
  const conditions = monitor?.conditions ?? [];
  const columns = [...new Set(conditions.flatMap((one) => ('column' in one && one.column) || []))];
  const isOfColumns = columns.length > 0 && conditions.every((one) => 'column' in one && one.column !== undefined);
  const values = { columns: list(columns.map(quoted), 'conjunction'), place };
  if (!isRows) return isOfColumns ? t('monitors.columnsOf', values) : place;
  const count = rows === undefined ? t('monitors.theRows') : countOf(rows, 'row');
  return isOfColumns
    ? t('monitors.columnsInRows', { ...values, rows: rows === undefined ? t('monitors.inTheRows') : count })
    : t('monitors.rowsOf', { rows: count, place });
}

/** Returns what a saved job reads, e.g. a page or a search. `isRows` is true for the rows of a table. */
function placeOf({ kind, request }: Pick<WatchedJob, 'kind' | 'request'>) {
  const { url, urls, prompt, targets } = request;
  if (kind === 'table') return { place: siteText(String(url ?? '')), isRows: true };
  const known = Array.isArray(targets) ? targets.map(fromTarget) : [];
  const lines = known.map(({ type, lines: text }) => ({ type, lines: linesIn(text) }));
  const given = Array.isArray(urls) ? urls.map(String) : typeof url === 'string' ? [url] : [];
  const [first = { type: kind === 'crawl' ? 'crawl' : 'scrape', lines: given }, ...others] = lines;
  return {
    place:
      others.length > 0 ? t('monitors.severalTargets', { count: countText(lines.length) }) : placeText(first, prompt),
    isRows: false,
  };
}

function placeText(
  { type, lines: [line, ...more] }: { readonly type: string; readonly lines: readonly string[] },
  prompt: unknown,
): string {
  if (type === 'search')
    return t('monitors.searchNamed', { queries: list([line ?? '', ...more].map(quoted), 'conjunction') });
  if (line === undefined) return quoted(String(prompt ?? ''));
  if (more.length > 0) return countOf(more.length + 1, 'page');
  if (!/^https?:/.test(line)) return quoted(line);
  return type === 'crawl' ? t('monitors.allPages', { url: siteText(line) }) : siteText(line);
}

/** Describes which changes are reported. */
function reasonText({ conditions = [], goal, judgeEnabled }: NonNullable<SavedJob['monitor']>): string {
  if (conditions.length > maxConditions) return t('monitors.oneCondition', { count: countText(conditions.length) });
  if (conditions.length > 0) return list(conditions.map(conditionText), 'disjunction');
  return goal && judgeEnabled ? t('monitors.whenRelevant', { goal }) : t('monitors.whenAnything');
}

function conditionText(condition: ChangeCondition): string {
  switch (condition.type) {
    case 'newRow': {
      const text = condition.contains;
      return text ? t('monitors.whenNewRowWith', { text }) : t('monitors.whenNewRow');
    }
    case 'textAppears':
      return t('monitors.whenTextAppears', { text: condition.text });
    case 'textDisappears':
      return t('monitors.whenTextDisappears', { text: condition.text });
    case 'below':
    case 'above':
      return t(condition.type === 'below' ? 'monitors.whenBelow' : 'monitors.whenAbove', {
        column: quoted(condition.column),
        number: plainNumber(condition.value),
      });
    case 'changedBy':
      return t('monitors.whenChangedBy', { column: quoted(condition.column), number: plainNumber(condition.percent) });
    default:
      return t(columnReasons[condition.type], { column: quoted(condition.column) });
  }
}

const columnReasons = {
  changed: 'monitors.whenChanged',
  falls: 'monitors.whenFalls',
  rises: 'monitors.whenRises',
  newLow: 'monitors.whenNewLow',
  newHigh: 'monitors.whenNewHigh',
} as const;
