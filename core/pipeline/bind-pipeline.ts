import type { Container } from 'inversify';
import { leaseMsOf, type RunOptions } from '../platform/settings/settings';
import { HostSlots } from '../ports/host-slots';
import { Frontier } from '../ports/jobs/frontier';
import { DerivationStage } from './tasks/derivation-stage';
import { EngineValues } from './tasks/engine-values';
import { FrameSource } from './tasks/frame-source';
import { FrontierQueues } from './tasks/frontier-queues';
import { PageSource } from './tasks/page-source';
import { Planner } from './tasks/plan-task';
import { PublishedFiles } from './tasks/published-files';
import { TaskPool } from './tasks/task-pool';
import { TaskRunner } from './tasks/task-runner';

/** Binds the job queues, the task pool, and the pipeline stages of a page. */
export function bindPipeline(container: Container, { run }: { readonly run: RunOptions }): void {
  container.bind(Planner).toSelf();
  container.bind(FrameSource).toSelf();
  container.bind(PageSource).toSelf();
  container.bind(PublishedFiles).toSelf();
  container.bind(EngineValues).toSelf();
  container.bind(DerivationStage).toSelf();
  container.bind(TaskRunner).toSelf();
  container.bind(TaskPool).toSelf();
  container.bind(FrontierQueues).toDynamicValue(() => {
    const parts = { frontier: container.get<Frontier>(Frontier), slots: container.get<HostSlots>(HostSlots) };
    return new FrontierQueues(parts, leaseMsOf(run));
  });
}
