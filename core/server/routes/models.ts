import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { ModelTest } from '../../models/model-test';
import { abortOnDisconnect } from '../abort-on-disconnect';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

const params = z.object({ id: z.string().max(100) });

/** The test of a model with settings that are not saved yet, for the window. */
@injectable()
export class ModelRoutes implements Routes {
  constructor(@inject(ModelTest) private readonly test: ModelTest) {}

  register(app: FastifyInstance): void {
    const schema = { hide: true, params, body: z.record(z.string(), z.unknown()) };
    app
      .withTypeProvider<ZodRequests>()
      .post('/local/models/:id/test', { schema }, (request, reply) =>
        this.test.run(request.params.id, request.body, abortOnDisconnect(reply)),
      );
  }
}
