import type { Log } from '../../common/log';
import type { Hooks } from '../../contract/hooks';
import type { CpuShare } from '../../page/reading/cpu-share';
import type { TaskPool } from '../../pipeline/tasks/task-pool';
import { leaseMsOf, type RunOptions } from '../../platform/settings/settings';
import type { SharedChanges } from '../../platform/user-documents/shared-changes';
import type { EventBus } from '../../ports/delivery/event-bus';
import type { JobKinds } from '../../ports/jobs/job-kinds';
import type { JobNotifier } from '../../ports/jobs/job-notifier';
import { storedResults } from '../../ports/nodes';
import { NotificationListener } from '../../ports/notifications';
import type { Storage } from '../../ports/storage';
import type { OutboxDispatcher } from '../delivery/outbox-dispatcher';
import type { JobRunners } from '../job-runners';
import type { JobService } from '../job-service';
import { EventRelay } from './event-relay';
import { startHeartbeat } from './heartbeat';
import { JobWatch } from './job-watch';
import { reapLostNodes } from './reaping';

/** Time in ms during which a delivery is reserved for the process that added it. */
const leftMs = 1000;

interface FleetParts {
  readonly storage: Storage;
  readonly run: RunOptions;
  readonly version: string;
  readonly log: Log;
  readonly events: EventBus;
  readonly dispatcher: OutboxDispatcher;
  readonly pool: TaskPool;
  readonly share: CpuShare;
}

/** Dependencies of a process that works on shared jobs. */
interface WatchParts {
  readonly storage: Storage;
  readonly run: RunOptions;
  readonly log: Log;
  readonly changes?: SharedChanges;
  readonly jobNotifier: JobNotifier;
  readonly runners: JobRunners;
  readonly service: JobService;
  readonly kinds: JobKinds;
}

/**
 * Exchanges events and deliveries with the other processes that share the database. Returns the listener for their
 * notifications.
 */
export function joinFleet(hooks: Hooks, parts: FleetParts): NotificationListener {
  const { storage, run, version, log, events, dispatcher, pool, share } = parts;
  const leaseMs = leaseMsOf(run);
  reapLostNodes(hooks, storage, leaseMs, log);
  const notifications = new NotificationListener(storage.notifications);
  notifications.apply(hooks);
  const { jobs, eventLog } = storage;
  const isListening = run.role !== 'worker';
  const relay = new EventRelay({ eventLog, jobs, events, log, isListening, notifications });
  relay.apply(hooks);
  if (isListening) notifications.on('told', relay);
  notifications.on('outbox', { look: () => dispatcher.wake(), afterMs: leftMs });
  const reads = run.objects ? [storedResults] : [];
  const pages = () => pool.taken;
  startHeartbeat(hooks, storage.nodes, log, { role: run.role, version, reads, leaseMs, pages, share });
  return notifications;
}

/** Lets this process work on jobs that other processes have started. */
export function watchJobs(notifications: NotificationListener, parts: WatchParts): void {
  const { storage, run, log, changes, jobNotifier, runners, service, kinds } = parts;
  const { jobs, leases } = storage;
  jobNotifier.follow(
    new JobWatch({ jobs, leases, runners, service, kinds, leaseMs: leaseMsOf(run), notifications, changes, log }),
  );
  notifications.on('jobs', { look: () => jobNotifier.notify() });
}
