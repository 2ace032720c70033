import type { Container } from 'inversify';
import { Log } from '../common/log';
import { createHooks, Hooks } from '../contract/hooks';
import { CachedPages } from './cached-pages';
import { EventBus } from './delivery/event-bus';
import { JobKinds } from './jobs/job-kinds';

/** Binds the log, the hooks and the services defined by the ports. */
export function bindPorts(container: Container, { log }: { readonly log: Log }): void {
  container.bind(Log).toConstantValue(log);
  container.bind(Hooks).toConstantValue(createHooks());
  container.bind(EventBus).toSelf();
  container.bind(CachedPages).toSelf();
  container.bind(JobKinds).toSelf();
}
