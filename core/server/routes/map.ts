import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { mapAnswerV1, mapAnswerV2 } from '../../common/api/job-answers';
import { mapRequest } from '../../common/api/map-request';
import { errorAnswers } from '../../common/api/responses';
import { Budget } from '../../jobs/budget';
import { MapService } from '../../jobs/kinds/map';
import { callerGone } from '../caller-gone';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

/** POST /v1/map and /v2/map. */
@injectable()
export class MapRoutes implements Routes {
  constructor(
    @inject(MapService) private readonly maps: MapService,
    @inject(Budget) private readonly budget: Budget,
  ) {}

  register(app: FastifyInstance): void {
    for (const version of ['v1', 'v2'] as const) {
      const response = { 200: version === 'v1' ? mapAnswerV1 : mapAnswerV2, ...errorAnswers };
      const schema = { body: mapRequest(version), response, tags: [version], description: 'The addresses of a site.' };
      const preValidation = () => this.budget.assertCredits(1);
      app.withTypeProvider<ZodRequests>().post(`/${version}/map`, { schema, preValidation }, async (request, reply) => {
        const links = await this.maps.map(request.body, request.keyId, callerGone(reply));
        return { success: true, links: version === 'v1' ? links.map(({ url }) => url) : links };
      });
    }
  }
}
