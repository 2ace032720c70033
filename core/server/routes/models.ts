import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { AppError } from '../../common/errors';
import { type ProfileName, profileNames } from '../../common/profiles';
import { SearchTest } from '../../net/search/search-test';
import { ModelHost } from '../../page/models/model-host';
import { ModelTest } from '../../page/models/model-test';
import { abortOnDisconnect } from '../callers';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

const params = z.object({ id: z.string().max(100) });

/** Which models are in use, and tests of models and searches with settings that are not saved yet, for the window. */
@injectable()
export class ModelRoutes implements Routes {
  constructor(
    @inject(ModelHost) private readonly models: ModelHost,
    @inject(ModelTest) private readonly test: ModelTest,
    @inject(SearchTest) private readonly searchTest: SearchTest,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    routes.get('/local/models', { schema: { hide: true } }, () => ({
      items: [this.#inUse(), ...profileNames.map((profile) => this.#inUse(profile))],
    }));
    const schema = { hide: true, params, body: z.record(z.string(), z.unknown()) };
    const config = { owner: true };
    routes.post('/local/models/:id/test', { config, schema }, ({ params: { id }, body }, reply) =>
      this.test.run(id, body, abortOnDisconnect(reply)),
    );
    routes.post('/local/searches/:id/test', { config, schema }, ({ params: { id }, body }, reply) =>
      this.searchTest.run(id, body, abortOnDisconnect(reply)),
    );
  }

  /** The model that reads pages for a profile, or for requests that name none; else why none can. */
  #inUse(profile?: ProfileName) {
    try {
      const { id, fallback = false } = this.models.chosen(profile);
      return { profile, model: id, isFallback: fallback };
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      return { profile, problem: thrown.reason };
    }
  }
}
