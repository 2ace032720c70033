import type { Newable } from 'inversify';
import type { JobHandler } from '../../ports/jobs/job-handler';

const found = import.meta.glob<Newable<JobHandler>>(['./*.ts', '!./index.ts'], { eager: true, import: 'default' });

/** All job kinds, found by location: one file each in this folder. */
export const jobHandlerClasses: readonly Newable<JobHandler>[] = Object.keys(found)
  .sort()
  .flatMap((path) => found[path] ?? []);
