import { inject, injectable } from 'inversify';
import type { MonitorTarget } from '../../common/api/client/monitor-targets';
import type { CreateMonitor, MonitorCheck, MonitorRecord, UpdateMonitor } from '../../common/api/client/monitors';
import { AppError } from '../../common/errors';
import type { MonitorRequest, ScheduleRequest } from '../../common/saved-job';
import { newId } from '../../common/values/ids';
import { maskSecrets } from '../../common/values/mask-secrets';
import type { StartCall } from '../job-starter';
import { assertSelectors } from '../monitors/assert-selectors';
import { MonitorChecks } from '../monitors/monitor-checks';
import { MonitorNotices } from '../monitors/monitor-notices';
import { monitorIdOf, type SavedJobDocument, SavedJobs } from '../saved-jobs';
import { SavedRuns } from '../saved-runs';
import { cronOfText } from '../schedules/schedule-text';
import { Scheduler } from '../schedules/scheduler';
import { monitorRecordOf } from './monitor-record';

/** Default retention period of a monitor's results in days. */
const defaultRetentionDays = 30;
/** Maximum number of runs whose results a monitor retains. */
const maxKeptRuns = 100;

/**
 * Manages monitors for API clients. A monitor is a saved job with a schedule and a comparison, so it also appears in
 * the app.
 */
@injectable()
export class ApiMonitors {
  constructor(
    @inject(SavedJobs) private readonly saved: SavedJobs,
    @inject(SavedRuns) private readonly runs: SavedRuns,
    @inject(Scheduler) private readonly scheduler: Scheduler,
    @inject(MonitorNotices) private readonly notices: MonitorNotices,
    @inject(MonitorChecks) readonly checks: MonitorChecks,
  ) {}

  /** Returns all monitors, newest first, including those created in the app. */
  async list(): Promise<readonly MonitorRecord[]> {
    const watched = (await this.saved.all()).filter(({ monitor }) => monitor !== undefined);
    const newest = watched.toSorted((one, other) => (madeAt(one) < madeAt(other) ? 1 : -1));
    return Promise.all(newest.map((document) => this.#record(document)));
  }

  /** Returns a monitor. Throws NOT_FOUND for an unknown ID. */
  async get(id: string): Promise<MonitorRecord> {
    return this.#record(await this.document(id));
  }

  /** Returns the saved job of a monitor. Throws NOT_FOUND for an unknown ID. */
  async document(id: string): Promise<SavedJobDocument> {
    const found = (await this.saved.all()).find((one) => one.monitor !== undefined && monitorIdOf(one) === id);
    if (found) return found;
    throw new AppError('NOT_FOUND', `There is no monitor ${id}; see /v2/monitor for all monitors.`);
  }

  /** Creates a monitor. Throws BAD_REQUEST for an invalid schedule, target, selector or receiver. */
  async create({
    name: title,
    schedule,
    webhook,
    targets,
    retentionDays,
    ...rest
  }: CreateMonitor): Promise<MonitorRecord> {
    const times = toSchedule(schedule);
    this.scheduler.times(times, 1);
    const monitor = toMonitor(rest);
    assertSelectors(monitor);
    this.notices.assertAllowed(monitor.notify);
    if (webhook) this.notices.assertWebhook(webhook);
    const name = await this.#freeName(title);
    await this.saved.put(name, { kind: 'monitor', request: { targets: withIds(targets) } }, { keepRuns: maxKeptRuns });
    const createdAt = new Date().toISOString();
    const facts = { id: newId(), title, webhook, retentionDays: retentionDays ?? defaultRetentionDays, createdAt };
    await this.saved.change(name, () => ({ monitor, watch: { ...facts, updatedAt: createdAt } }));
    await this.scheduler.set(name, times);
    return this.get(facts.id);
  }

  /** Updates a monitor. Throws NOT_FOUND for an unknown ID, and the same errors as `create`. */
  async update(id: string, change: UpdateMonitor): Promise<MonitorRecord> {
    const document = await this.document(id);
    const { _id: name, kind, watch, monitor, schedule } = document;
    const { name: title, status, schedule: times, webhook, targets, retentionDays, ...rest } = change;
    const next = times ? toSchedule(times) : schedule;
    if (next) this.scheduler.times(next, 1);
    const changed = toMonitor(rest, monitor);
    assertSelectors(rest);
    this.notices.assertAllowed(changed.notify);
    if (webhook) this.notices.assertWebhook(webhook);
    const hook = webhook === undefined ? watch?.webhook : webhook ? withSecrets(webhook, watch?.webhook) : undefined;
    if (targets && kind !== 'monitor') throw new AppError('BAD_REQUEST', ofApp);
    if (targets) await this.saved.put(name, { kind, request: { targets: withIds(targets) } });
    const now = new Date().toISOString();
    const known = watch ?? { id, title: name, retentionDays: defaultRetentionDays, createdAt: document.savedAt };
    const facts = { ...known, title: title ?? known.title, retentionDays: retentionDays ?? known.retentionDays };
    await this.saved.change(name, () => ({ monitor: changed, watch: { ...facts, webhook: hook, updatedAt: now } }));
    const isPaused = status === undefined ? schedule?.isPaused === true : status === 'paused';
    if (next) await this.scheduler.set(name, { ...withoutNext(next), isPaused });
    return this.get(id);
  }

  /** Deletes a monitor. Throws NOT_FOUND for an unknown ID. */
  async remove(id: string): Promise<void> {
    await this.runs.remove((await this.document(id))._id);
  }

  /**
   * Starts a check. If another check is running, returns a skipped check instead. Throws NOT_FOUND for an unknown ID.
   */
  async run(id: string, call: StartCall): Promise<MonitorCheck> {
    const document = await this.document(id);
    const { _id: name } = document;
    if (await this.runs.isRunning(document)) {
      const at = new Date().toISOString();
      const message = 'The previous check is still running, so this check was skipped.';
      await this.runs.noteTime(name, { at, kind: 'skipped', message });
      const checks = await this.checks.list(await this.document(id));
      const skipped = checks.find(({ status, createdAt }) => status === 'skipped_overlap' && createdAt === at);
      if (skipped) return { ...skipped, trigger: 'manual', scheduledFor: null };
    }
    const { job } = await this.runs.run(name, 'person', call);
    return this.checks.get(await this.document(id), job.id);
  }

  async #record(document: SavedJobDocument): Promise<MonitorRecord> {
    return monitorRecordOf(document, await this.checks.list(document));
  }

  /** Returns an unused name for the saved job. Two monitors can have the same name, but two saved jobs cannot. */
  async #freeName(title: string): Promise<string> {
    const taken = new Set((await this.saved.all()).map(({ _id }) => _id));
    for (let number = 1; ; number++) {
      const end = number === 1 ? '' : ` (${number})`;
      const name = title.slice(0, 80 - end.length) + end;
      if (!taken.has(name)) return name;
    }
  }
}

const ofApp = 'This monitor belongs to a saved job in the app; change its pages there.';

const madeAt = ({ watch, savedAt }: SavedJobDocument): string => watch?.createdAt ?? savedAt;

const withIds = (targets: readonly MonitorTarget[]) =>
  targets.map((target) => ({ ...target, id: target.id ?? newId() }));

function toSchedule({ cron, text, timezone }: CreateMonitor['schedule']): ScheduleRequest {
  return { cron: cron ?? cronOfText(text ?? ''), timeZone: timezone ?? 'UTC', isPaused: false, runMissed: true };
}

type Webhook = NonNullable<CreateMonitor['webhook']>;

/**
 * Replaces masked header values with the stored values. Clients send masked values back when they update a monitor that
 * they have read. Throws BAD_REQUEST when the webhook's origin has changed, because the new origin must not receive the
 * stored values.
 */
function withSecrets(webhook: Webhook, known: Webhook | undefined): Webhook {
  const masked = known && maskSecrets(known).headers;
  const isMasked = ([name, value]: readonly [string, string]): boolean =>
    known !== undefined && value === masked?.[name] && value !== known.headers[name];
  const headers = Object.entries(webhook.headers);
  if (!known || !headers.some(isMasked)) return webhook;
  if (new URL(known.url).origin === new URL(webhook.url).origin)
    return {
      ...webhook,
      headers: Object.fromEntries(
        headers.map((header) => (isMasked(header) ? [header[0], known.headers[header[0]] ?? ''] : header)),
      ),
    };
  const message = 'The webhook URL is now on another server; enter the values of the secret headers again.';
  throw new AppError('BAD_REQUEST', message, { details: [{ code: 'custom', path: ['webhook', 'headers'], message }] });
}

const withoutNext = ({ cron, timeZone, isPaused, runMissed }: ScheduleRequest): ScheduleRequest => ({
  ...{ cron, timeZone, isPaused, runMissed },
});

type Comparison = Omit<UpdateMonitor, 'name' | 'status' | 'schedule' | 'webhook' | 'targets' | 'retentionDays'>;

/**
 * Merges a comparison with the monitor's stored comparison. A given field replaces the stored field, and null removes
 * it. Setting a goal enables the judge, unless `judgeEnabled` is set.
 */
function toMonitor({ notification, goal, ...given }: Comparison, known?: MonitorRequest): MonitorRequest {
  const email = notification?.email;
  const set = email && (email.enabled ? { recipients: email.recipients, includeDiffs: email.includeDiffs } : undefined);
  const kept = notification === undefined ? known?.notify.email : set;
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const { email: _, ...notify } = known?.notify ?? { desktop: true };
  return {
    ...{ ignore: [], ...known, ...own },
    judgeEnabled: given.judgeEnabled ?? known?.judgeEnabled ?? (goal ? true : undefined),
    goal: goal === undefined ? known?.goal : (goal ?? undefined),
    notify: { ...notify, ...(kept ? { email: kept } : {}) },
  };
}
