import type { Newable } from 'inversify';
import type { JobHandler } from '../../ports/jobs/job-handler';

const found = import.meta.glob<Newable<JobHandler>>(['./*.ts', '!./index.ts'], { eager: true, import: 'default' });

/** Handler classes for all job kinds. Each is the default export of a file in this folder. */
export const jobHandlerClasses: readonly Newable<JobHandler>[] = Object.keys(found)
  .sort()
  .flatMap((path) => found[path] ?? []);
