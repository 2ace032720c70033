import 'reflect-metadata';
import { Container } from 'inversify';
import type { EngineParts } from './engine-parts';
import { bindJobs } from './jobs/bind-jobs';
import { bindKinds } from './kinds/bind-kinds';
import { bindLive } from './live/bind-live';
import { bindNet } from './net/bind-net';
import { bindPage } from './page/bind-page';
import { bindPipeline } from './pipeline/bind-pipeline';
import { bindPlatform } from './platform/bind-platform';
import { bindPorts } from './ports/bind-ports';
import { bindServer } from './server/bind-server';
import { bindStorage } from './storage/bind-storage';

/**
 * One bind function per wing, from the lowest wing to the highest. The `closing` hook runs its taps in reverse order,
 * so higher wings close first.
 */
const modules = [
  bindPorts,
  bindPlatform,
  bindStorage,
  bindNet,
  bindPage,
  bindPipeline,
  bindJobs,
  bindKinds,
  bindLive,
  bindServer,
] as const;

/** Creates the container and adds the bindings of every wing. */
export function createContainer(parts: EngineParts): Container {
  const container = new Container({ defaultScope: 'Singleton' });
  for (const bind of modules) bind(container, parts);
  return container;
}
