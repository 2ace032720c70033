import type { Container } from 'inversify';
import type { Log } from './common/log';
import { Hooks } from './contract/hooks';
import { HostPace } from './net/politeness/host-pace';
import { SharedPace } from './net/politeness/shared-pace';
import { leaseMsOf, type RunOptions } from './platform/settings/settings';
import { HostSlots } from './ports/host-slots';
import type { Storage } from './ports/storage';

/** What the pace of hosts is bound to. */
interface PaceParts {
  readonly storage: Storage;
  readonly run: RunOptions;
  readonly log: Log;
}

/** Binds the pace of hosts: in the memory of a process that has its database alone, else in the database. */
export function bindPace(container: Container, { storage, run, log }: PaceParts): void {
  if (run.databaseUrl === undefined) {
    container.bind<HostSlots>(HostSlots).toConstantValue(new HostPace());
    return;
  }
  const pace = new SharedPace({ store: storage.slots, leaseMs: leaseMsOf(run), log });
  container.bind<HostSlots>(HostSlots).toConstantValue(pace);
  container.get<Hooks>(Hooks).closing.tapPromise('host pace', () => pace.close());
}
