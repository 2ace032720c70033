import { computed, type Ref, ref, shallowRef } from 'vue';
import type { MonitorRecord } from '../../../core/common/api/client/monitors';
import { webAddress, withWebScheme } from '../../../core/common/api/target-url';
import { monitorEvents } from '../../../core/common/monitor';
import { type ApiError, toApiError } from '../../api/client';
import { type SavedJob, savedApi } from '../../api/saved-api';
import { issuesByPath } from '../../display/issue-words';
import type { Issues } from '../../schema/field-issues';
import {
  type ConditionForm,
  conditionIssues,
  fromCondition,
  fromTarget,
  linesIn,
  numberOf,
  type TargetForm,
  targetIssue,
  toCondition,
  toTarget,
} from '../../schema/monitor-form';
import { sameValue } from '../../schema/same-value';
import type { WatchedTable } from '../../schema/watched-table';
import { t } from '../../texts/i18n';
import { useScheduleForm } from './use-schedule-form';

/** Monitor to edit: its saved job and, if the job's runs are already monitored, the monitor's record. */
export interface GivenMonitor {
  readonly job: SavedJob;
  readonly record?: MonitorRecord;
}

/** Webhook for the results of a monitor's checks. Secret header values are masked. */
interface CheckWebhook {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly events?: readonly string[];
}

const maxNameLength = 70;

/** Returns the form's initial values. */
function valuesOf({ job, record }: Partial<GivenMonitor>, url: string) {
  const { monitor } = job ?? {};
  const { desktop = true, webhook = '', file = '', email } = monitor?.notify ?? {};
  const hook = record?.webhook as CheckWebhook | null | undefined;
  return {
    isOn: job === undefined || monitor !== undefined,
    name: job?.title ?? job?.name ?? '',
    description: job?.description ?? '',
    keepRuns: job?.keepRuns ?? 10,
    retentionDays: record?.retentionDays,
    targets: targetsOf(job, url) as readonly TargetForm[],
    conditions: (monitor?.conditions ?? []).map(fromCondition) as readonly ConditionForm[],
    goal: monitor?.goal ?? '',
    judges: monitor?.judgeEnabled ?? false,
    key: monitor?.key ?? '',
    ignore: monitor?.ignore ?? [],
    /** `selectors` contains one selector per line, and `patterns` contains one regular expression per line. */
    selectors: (monitor?.ignoreSelectors ?? []).join('\n'),
    patterns: (monitor?.ignorePatterns ?? []).join('\n'),
    percent: monitor?.ignoreBelowPercent === undefined ? '' : String(monitor.ignoreBelowPercent),
    desktop,
    webhook,
    file,
    emails: email !== undefined,
    recipients: email?.recipients ?? [],
    includeDiffs: email?.includeDiffs ?? true,
    checkUrl: hook?.url ?? '',
    checkHeaders: hook?.headers ?? {},
    checkEvents: hook?.events ?? (monitorEvents as readonly string[]),
    checkMetadata: hook?.metadata ?? {},
  };
}
/** Values of the monitor form. */
export type MonitorValues = ReturnType<typeof valuesOf>;

function targetsOf(job: SavedJob | undefined, url: string): readonly TargetForm[] {
  if (!job) return [{ type: 'scrape', lines: url, rest: {} }];
  const { targets } = job.request;
  return job.kind === 'monitor' && Array.isArray(targets) ? targets.map(fromTarget) : [];
}

const orNothing = (text: string): string | undefined => text.trim() || undefined;

/** Converts the comparison and notification settings to the engine's format. */
function toMonitor(values: MonitorValues, known: SavedJob['monitor']): NonNullable<SavedJob['monitor']> {
  const { selectors, patterns, percent, conditions, recipients, includeDiffs } = values;
  return {
    ...known,
    key: orNothing(values.key),
    ignore: [...values.ignore],
    ignoreSelectors: selectors.trim() === '' ? undefined : linesIn(selectors),
    ignorePatterns: patterns.trim() === '' ? undefined : linesIn(patterns),
    ignoreBelowPercent: percent.trim() === '' ? undefined : numberOf(percent),
    conditions: conditions.length > 0 ? conditions.map(toCondition) : undefined,
    goal: orNothing(values.goal),
    judgeEnabled: values.judges || known?.judgeEnabled !== undefined ? values.judges : undefined,
    notify: {
      ...known?.notify,
      desktop: values.desktop,
      webhook: withWebScheme(values.webhook) || undefined,
      file: orNothing(values.file),
      email: values.emails ? { recipients: [...recipients], includeDiffs } : undefined,
    },
  };
}

/**
 * Returns the issues that can be detected without the engine, keyed by path. `columns` contains the columns of a known
 * list.
 */
function issuesIn(values: MonitorValues, isNew: boolean, isTable: boolean, columns?: readonly string[]): Issues {
  if (!values.isOn) return {};
  const targets = (isTable ? [] : values.targets).map((target, index): Issues => {
    const issue = targetIssue(target);
    return issue === undefined ? {} : { [`targets.${index}`]: issue };
  });
  const { percent, webhook, checkUrl, keepRuns } = values;
  const share = numberOf(percent);
  const isShare = percent.trim() === '' || (share >= 0 && share <= 100);
  const badUrl = (url: string) => url.trim() !== '' && webAddress(url) === undefined;
  return {
    ...(isNew || values.name.trim() !== '' ? {} : { name: t('errors.required') }),
    ...Object.assign({}, ...targets),
    ...conditionIssues(values.conditions, columns),
    ...(isShare ? {} : { ignoreBelowPercent: t('errors.numberBetween', { format: '0', format2: '100' }) }),
    ...(badUrl(webhook) ? { 'notify.webhook': t('form.notWebAddress') } : {}),
    ...(badUrl(checkUrl) ? { 'webhook.url': t('form.notWebAddress') } : {}),
    ...(keepRuns >= 2 && keepRuns <= 100
      ? {}
      : { keepRuns: t('errors.numberBetween', { format: '2', format2: '100' }) }),
  };
}

/** Returns the changed fields that are stored only in the monitor's record. */
function factsOf(values: MonitorValues, before: MonitorValues, isNew: boolean) {
  const hook = ({ checkUrl, checkHeaders, checkEvents, checkMetadata }: MonitorValues) =>
    checkUrl.trim() === ''
      ? null
      : {
          url: withWebScheme(checkUrl),
          headers: checkHeaders,
          metadata: checkMetadata,
          events: checkEvents,
        };
  const { name, targets, retentionDays } = values;
  const isChanged = (key: 'name' | 'targets' | 'retentionDays') => !sameValue(values[key], before[key]);
  return {
    ...(!isNew && isChanged('name') ? { name: name.trim() } : {}),
    ...(!isNew && isChanged('targets') ? { targets: targets.map(toTarget) } : {}),
    ...(retentionDays !== undefined && isChanged('retentionDays') ? { retentionDays } : {}),
    ...(sameValue(hook(values), hook(before)) ? {} : { webhook: hook(values) }),
  };
}

/**
 * Restores a saved job after the engine has rejected part of an edit, because other parts may already have been stored.
 */
async function restore({ job }: GivenMonitor): Promise<void> {
  const { name, description = '', keepRuns, monitor, schedule } = job;
  await savedApi.change(name, { description, keepRuns });
  await (monitor ? savedApi.watch(name, monitor) : savedApi.unwatch(name));
  if (!schedule) return void (await savedApi.unschedule(name));
  const { nextAt: _, ...times } = schedule;
  await savedApi.schedule(name, times);
}

/**
 * A monitor that is being saved. `before` contains its values before the edit. `given` is the stored monitor, if any.
 */
interface EditedMonitor {
  readonly values: MonitorValues;
  readonly before: MonitorValues;
  readonly schedule: ReturnType<typeof useScheduleForm>;
  readonly given: GivenMonitor | undefined;
}

/** Stores all parts of the monitor, and returns its name. The record is stored last, because `restore` cannot undo changes to it. */
async function store(name: string, { values, before, schedule, given }: EditedMonitor): Promise<string> {
  const { isOn, description, keepRuns } = values;
  await savedApi.change(name, { description, keepRuns });
  if (isOn) await savedApi.watch(name, toMonitor(values, given?.job.monitor));
  else if (given?.job.monitor) await savedApi.unwatch(name);
  if (schedule.cron.value !== undefined || given?.job.schedule) await schedule.save(name);
  const facts = factsOf(values, before, given === undefined);
  if (!isOn || Object.keys(facts).length === 0) return name;
  const { monitorId } = await savedApi.job(name);
  if (monitorId) await savedApi.changeMonitor(monitorId, facts);
  return name;
}

/** Returns the issues of a form, found before saving (`found`) or by the engine (`error`). */
function useIssues(error: Readonly<Ref<ApiError | undefined>>) {
  const found = ref<Issues>({});
  const issues = computed((): Issues => ({ ...issuesByPath(error.value?.details), ...found.value }));
  /** Returns the first issue of a field or of its nested fields, if any. */
  const issueOf = (path: string): string | undefined =>
    Object.entries(issues.value).find(([one]) => one === path || one.startsWith(`${path}.`))?.[1];
  return { found, issues, issueOf };
}

/** Form for creating or editing a monitor. */
export function useMonitorForm(given?: GivenMonitor, url = '', watched?: WatchedTable) {
  const before = valuesOf(given ?? {}, url);
  const values = ref({ ...before, key: before.key || (watched?.key ?? '') });
  /** Table that a new monitor watches instead of its targets. */
  const table = shallowRef(watched);
  const schedule = useScheduleForm(given?.job.schedule);
  if (given && !given.job.schedule) schedule.patch({ rhythm: 'off' });
  const error = shallowRef<ApiError>();
  const busy = ref(false);
  let ofList: readonly string[] | undefined;
  const { found, issues, issueOf } = useIssues(error);
  const check = (): void => {
    found.value = issuesIn(values.value, given === undefined, table.value !== undefined, ofList);
  };
  const patch = (part: Partial<MonitorValues>): void => {
    values.value = { ...values.value, ...part };
    if (Object.keys(found.value).length > 0) check();
  };

  /** Makes the monitor watch a table or, if `chosen` is absent, its targets. */
  function setTable(chosen: WatchedTable | undefined): void {
    table.value = chosen;
    patch({ key: chosen?.key ?? '' });
  }

  /**
   * Saves the monitor and returns the name of its saved job. Undefined if the monitor could not be saved. `columns`
   * contains the columns of a known list.
   */
  async function save(columns?: readonly string[]): Promise<string | undefined> {
    error.value = undefined;
    ofList = columns;
    check();
    if (Object.keys(found.value).length > 0 || schedule.error.value) return undefined;
    busy.value = true;
    let made: string | undefined;
    try {
      if (!given) {
        const name = await unusedName(values.value, table.value);
        if (name === undefined) {
          found.value = { name: t('monitors.nameTaken') };
          return undefined;
        }
        await create(name, values.value, table.value);
        made = name;
      }
      return await store(given?.job.name ?? made ?? '', { values: values.value, before, schedule, given });
    } catch (thrown) {
      error.value = toApiError(thrown);
      // Undoes the partial change, so that no incomplete monitor or partial edit remains stored.
      const undone = made ? savedApi.remove(made) : given && restore(given);
      await undone?.catch(() => undefined);
      return undefined;
    } finally {
      busy.value = false;
    }
  }
  return { values, table, setTable, schedule, error, busy, issues, issueOf, patch, save };
}

/** Saves the job of a new monitor. */
async function create(name: string, { targets }: MonitorValues, table: WatchedTable | undefined): Promise<void> {
  if (table?.jobId) await savedApi.saveEnded(table.jobId, name);
  else if (table) await savedApi.put(name, { kind: 'table', request: table.request });
  else await savedApi.put(name, { kind: 'monitor', request: { targets: targets.map(toTarget) } });
}

/** Returns the name for a new monitor. Undefined if the name is taken. */
async function unusedName(
  { name: typed, targets }: MonitorValues,
  table: WatchedTable | undefined,
): Promise<string | undefined> {
  const { items } = await savedApi.jobs();
  const taken = new Set(items.map(({ name }) => name));
  const name = typed.trim() || freeName(table?.name ?? targets[0]?.lines ?? '', taken);
  return taken.has(name) ? undefined : name;
}

/** Returns an unused name based on a URL or a query. */
function freeName(lines: string, taken: ReadonlySet<string>): string {
  const base = (lines.trim().split('\n')[0] ?? '')
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
    .slice(0, maxNameLength);
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base} ${number}`;
    if (!taken.has(name)) return name;
  }
}
