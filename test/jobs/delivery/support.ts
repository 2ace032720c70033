import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TimerClock } from '../../../core/common/concurrency/clock';
import type { GleanerEvent } from '../../../core/common/events';
import type { Job, WebhookSpec } from '../../../core/common/job';
import type { Result } from '../../../core/common/model';
import { newId } from '../../../core/common/values/ids';
import { createHooks } from '../../../core/contract/hooks';
import { OutboxDispatcher } from '../../../core/jobs/delivery/outbox-dispatcher';
import { Sinks } from '../../../core/jobs/delivery/sinks';
import { WebhookPublisher } from '../../../core/jobs/delivery/webhook-publisher';
import { StoredWebhookSecret } from '../../../core/jobs/delivery/webhook-secret';
import { createGuardedFetch } from '../../../core/net/engines/http/guarded-fetch';
import { GuardedAddresses, type GuardOptions } from '../../../core/net/politeness/guarded-addresses';
import type { LookupAll } from '../../../core/net/politeness/name-resolver';
import { Registries } from '../../../core/platform/plugins/registry';
import { openVault } from '../../../core/platform/secrets/open-vault';
import { FolderFiles } from '../../../core/platform/secrets/private-files';
import { SettingSecrets } from '../../../core/platform/settings/setting-secrets';
import { readRunOptions } from '../../../core/platform/settings/settings';
import { SettingsService } from '../../../core/platform/settings/settings-service';
import { EventBus } from '../../../core/ports/delivery/event-bus';
import type { Delivery } from '../../../core/ports/delivery/outbox';
import type { JobKinds } from '../../../core/ports/jobs/job-kinds';
import type { Storage } from '../../../core/ports/storage';
import { memoryStorage, openStorage } from '../../../core/storage/open-storage';
import { builtInPlugins } from '../../../plugins';
import { rememberingLog, spec } from '../../storage/support';
import { resultPage } from '../../support/result-page';

/** A clock with timers. It advances only on request. */
export interface TurnedClock extends TimerClock {
  /** Advances the clock. Each timer fires at its time, after the work started by earlier timers has settled. */
  pass(ms: number): Promise<void>;
}

export function turnedClock(start = Date.parse('2026-11-20T12:00:00.000Z')): TurnedClock {
  let time = start;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  return {
    now: () => time,
    after(delayMs, callback) {
      const timer = { at: time + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async pass(ms) {
      await turns();
      const target = time + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= target).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        time = Math.max(time, next.at);
        next.callback();
        await turns();
      }
      time = target;
    },
  };
}

/** Options of a delivery rig. */
export interface RigOptions {
  readonly clock?: TurnedClock;
  /** Data folder. If absent, data is stored in memory. */
  readonly dataDir?: string;
  readonly webhookSecret?: string;
  readonly guard?: Partial<GuardOptions>;
  readonly lookup?: LookupAll;
}

/** All components between jobs and webhook receivers, wired as in the engine. */
export interface Rig {
  readonly clock: TurnedClock;
  readonly storage: Storage;
  readonly notices: WebhookPublisher;
  /** Sends an event for a page of a job. */
  page(job: Job, page: number): Promise<void>;
  readonly dispatcher: OutboxDispatcher;
  readonly settings: SettingsService;
  readonly sinks: Sinks;
  readonly secret: StoredWebhookSecret;
  readonly events: EventBus;
  readonly warnings: readonly string[];
  readonly seen: readonly GleanerEvent[];
  /** Waits until `count` attempts have been recorded in total. */
  tried(count: number): Promise<void>;
  deliveries(jobId: string): Promise<readonly Delivery[]>;
  close(): Promise<void>;
}

export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const clock = options.clock ?? turnedClock();
  const log = rememberingLog();
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-delivery-'));
  const context = { clock, log };
  const storage = options.dataDir ? await openStorage(options.dataDir, context) : await memoryStorage(context);
  const run = readRunOptions({ dataDir: options.dataDir ?? folder, webhookSecret: options.webhookSecret }, {});
  const settings = new SettingsService(run, log);
  const guard = { allowPrivateNetwork: false, allowedHosts: ['127.0.0.1'], ...options.guard };
  const http = createGuardedFetch(new GuardedAddresses(guard, options.lookup));
  const events = new EventBus(createHooks(), log);
  const secrets = new SettingSecrets(openVault({ dataDir: run.dataDir, service: 'gleaner-test' }));
  const sinks = new Sinks(new Registries(builtInPlugins), { http, log }, events, settings, secrets);
  const secret = new StoredWebhookSecret({ files: new FolderFiles(run.dataDir), given: run.webhookSecret, clock });
  const { outbox, jobs } = storage;
  const hasNoResults = async () => false;
  const dispatcher = new OutboxDispatcher({ outbox, jobs, hasNoResults, sinks, secret, events, log, clock });
  const notices = new WebhookPublisher(outbox, settings, dispatcher, log, eventsOfKinds);
  const seen: GleanerEvent[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const tries = () => seen.filter(({ type }) => type === 'delivery.tried').length;
  events.listen((event) => {
    seen.push(event);
    for (const { count, resolve } of waiting) if (tries() >= count) resolve();
  });
  return {
    clock,
    storage,
    notices,
    page: async (job, page) => {
      for (const delivery of notices.pageDeliveries(job, resultOf(job, page))) await outbox.add(delivery);
      notices.stored();
    },
    dispatcher,
    settings,
    sinks,
    secret,
    events,
    warnings: log.warnings,
    seen,
    tried: async (count) => {
      if (tries() < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
    },
    deliveries: async (jobId) => (await outbox.list(jobId, { skip: 0, limit: 100_000 })).deliveries,
    close: async () => {
      await dispatcher.stop();
      await http.close();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for several turns of the event loop. Used by tests that expect no effect. */
export async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const allEvents = ['started', 'page', 'completed', 'failed'];

/** Stub that returns the events of the job kinds used in these tests. */
export const eventsOfKinds: Pick<JobKinds, 'eventsOf'> = {
  eventsOf: (kind) => {
    if (kind === 'map') return undefined;
    const ofAgents = ['started', 'action', 'completed', 'failed', 'cancelled'];
    if (kind === 'agent') return { prefix: kind, notices: ofAgents };
    return { prefix: kind === 'batch' ? 'batch_scrape' : kind, notices: allEvents };
  },
};

export const webhook = (url: string, more: Partial<WebhookSpec> = {}): WebhookSpec => ({
  url,
  headers: {},
  metadata: {},
  events: allEvents,
  ...more,
});

export const jobOf = (more: Partial<Job> = {}): Job => ({
  id: newId(),
  kind: 'crawl',
  version: 'v2',
  state: 'active',
  url: 'https://example.com/',
  spec: spec('https://example.com/'),
  options: {},
  createdAt: '2026-11-20T11:59:00.000Z',
  zeroDataRetention: false,
  keyId: 'key',
  ...more,
});

export const resultOf = (job: Job, page: number, more: Record<string, unknown> = {}): Result => ({
  taskId: newId(),
  jobId: job.id,
  url: `https://example.com/${page}`,
  page: resultPage(`https://example.com/${page}`),
  document: {
    markdown: `# Page ${page} — “straße” 🚲 \u2028`,
    metadata: { statusCode: 200, 10: 'ten', title: 'Page' },
    ...more,
  },
  links: [],
  credits: 1,
  finishedAt: `2026-11-20T12:00:${String(page % 60).padStart(2, '0')}.000Z`,
});
