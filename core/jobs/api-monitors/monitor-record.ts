import type { MonitorCheck, MonitorRecord } from '../../common/api/client/monitors';
import { maskSecrets } from '../../common/values/mask-secrets';
import { monitorIdOf, type SavedJobDocument } from '../saved-jobs';

/** Retention period in days that is reported for a monitor created in the app. Results may be retained longer. */
const appRetentionDays = 1;

/** States of unfinished checks. */
const open = new Set<MonitorCheck['status']>(['queued', 'running']);

/** Converts a monitor to its API representation. Values of secret headers are masked. */
export function monitorRecordOf(document: SavedJobDocument, checks: readonly MonitorCheck[]): MonitorRecord {
  const { _id: name, monitor, schedule, watch, savedAt } = document;
  const { notify, goal, judgeEnabled, ...comparison } = monitor ?? { ignore: [] as string[] };
  const email = notify?.email;
  const started = checks.filter(({ startedAt }) => startedAt !== null);
  const last = started.find(({ status }) => !open.has(status));
  const recipients = email?.recipients ?? [];
  return maskSecrets({
    id: monitorIdOf(document),
    name: watch?.title ?? name,
    status: schedule?.isPaused ? ('paused' as const) : ('active' as const),
    schedule: schedule ? { cron: schedule.cron, timezone: schedule.timeZone } : {},
    nextRunAt: schedule && !schedule.isPaused ? schedule.nextAt : null,
    lastRunAt: started[0]?.startedAt ?? null,
    currentCheckId: started.find(({ status }) => open.has(status))?.id ?? null,
    targets: targetsOf(document),
    webhook: watch?.webhook ?? null,
    notification: email ? { email: { enabled: true, ...email } } : null,
    ...(recipients.length > 0 ? { emailRecipientSubscriptions: recipients.map(confirmed) } : {}),
    retentionDays: watch?.retentionDays ?? appRetentionDays,
    estimatedCreditsPerMonth: null,
    lastCheckSummary: last?.summary ?? null,
    goal: goal ?? null,
    judgeEnabled: judgeEnabled ?? false,
    ...comparison,
    createdAt: watch?.createdAt ?? savedAt,
    updatedAt: watch?.updatedAt ?? savedAt,
  });
}

/** All recipients count as confirmed, because the person who runs Gleaner chooses them. */
const confirmed = (email: string) => ({ email, status: 'confirmed' as const, source: 'team' as const });

/** Converts a saved job's request to monitor targets. */
function targetsOf({ _id: id, kind, request }: SavedJobDocument): readonly Readonly<Record<string, unknown>>[] {
  const { targets, url, urls, scrapeOptions, webhook: _, ...options } = JSON.parse(request);
  if (kind === 'monitor') return targets;
  if (kind === 'crawl') return [{ id, type: 'crawl', url, crawlOptions: options, scrapeOptions }];
  const isBatch = kind === 'batch';
  return [{ id, type: 'scrape', urls: urls ?? [url], ...(isBatch ? { scrapeOptions: options } : {}) }];
}
