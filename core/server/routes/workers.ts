import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { fleetNode } from '../../common/fleet-node';
import { JobWakes } from '../../ports/jobs/job-wakes';
import { Storage } from '../../ports/storage';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';
import { answering } from './jobs/saved-answers';

const answer = z.object({
  isShared: z.boolean().describe('Whether several processes may share the database; else there is nothing to list.'),
  items: z.array(fleetNode).describe('The processes, the oldest first; one that was lost stays for an hour.'),
});

/** The processes that share the database. */
@injectable()
export class WorkerRoutes implements Routes {
  constructor(
    @inject(Storage) private readonly storage: Storage,
    @inject(JobWakes) private readonly wakes: JobWakes,
  ) {}

  register(app: FastifyInstance): void {
    const schema = answering('The processes that share the database, and what each holds.', answer, 'workers');
    app.withTypeProvider<ZodRequests>().get('/local/workers', { schema }, async () => ({
      isShared: this.wakes.isShared,
      items: await this.storage.nodes.list(),
    }));
  }
}
