import type { Container } from 'inversify';
import type { Log } from './common/log';
import type { Hooks } from './contract/hooks';
import { OutboxDispatcher } from './jobs/delivery/outbox-dispatcher';
import { EventRelay } from './jobs/fleet/event-relay';
import { JobWatch } from './jobs/fleet/job-watch';
import { beatNode } from './jobs/fleet/node-beat';
import { reapLost } from './jobs/fleet/reaping';
import { JobRunners } from './jobs/job-runners';
import { JobService } from './jobs/job-service';
import { MachineShare } from './page/reading/machine-share';
import { PageLimiter } from './pipeline/tasks/page-limiter';
import { leaseMsOf, type RunOptions } from './platform/settings/settings';
import type { SharedChanges } from './platform/user-documents/shared-changes';
import { EventBus } from './ports/delivery/event-bus';
import { JobKinds } from './ports/jobs/job-kinds';
import { JobWakes } from './ports/jobs/job-wakes';
import { storedResults } from './ports/nodes';
import { ServerFacts } from './ports/server-facts';
import type { Storage } from './ports/storage';
import { WakeCalls } from './ports/wakes';

/** How long deliveries are left to the process that has added them, in milliseconds. */
const leftMs = 1000;

/** What the share of the work is made with. */
interface FleetParts {
  readonly storage: Storage;
  readonly run: RunOptions;
  readonly log: Log;
  readonly changes?: SharedChanges;
}

/** Shares the work on a database with other processes, as the role of this one asks for; does nothing where it has its database alone. */
export function tapFleet(hooks: Hooks, container: Container, { storage, run, log, changes }: FleetParts): void {
  const jobWakes = container.get(JobWakes);
  if (!jobWakes.isShared) return;
  const leaseMs = leaseMsOf(run);
  reapLost(hooks, storage, leaseMs, log);
  const { jobs, leases, told } = storage;
  const hears = run.role !== 'worker';
  const wakes = new WakeCalls(storage.wakes);
  wakes.apply(hooks);
  const relay = new EventRelay({ told, jobs, events: container.get(EventBus), log, hears, wakes });
  relay.apply(hooks);
  if (hears) wakes.on('told', relay);
  const dispatcher = container.get(OutboxDispatcher);
  wakes.on('outbox', { look: () => dispatcher.wake(), afterMs: leftMs });
  const limiter = container.get(PageLimiter);
  const { version } = container.get<ServerFacts>(ServerFacts);
  const reads = run.objects ? [storedResults] : [];
  const own = {
    role: run.role,
    version,
    reads,
    leaseMs,
    pages: () => limiter.taken,
    share: container.get(MachineShare),
  };
  beatNode(hooks, storage.nodes, log, own);
  if (run.role === 'api') return;
  const [runners, service, kinds] = [container.get(JobRunners), container.get(JobService), container.get(JobKinds)];
  const watch = new JobWatch({ jobs, leases, runners, service, kinds, leaseMs, wakes, changes, log });
  jobWakes.follow(watch);
  wakes.on('jobs', { look: () => jobWakes.wake() });
}
