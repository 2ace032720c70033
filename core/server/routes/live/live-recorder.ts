import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { navigateRequest } from '../../../common/api/live-request';
import { idParams } from '../../../common/api/params';
import { livePicture, performedStep, recordedSteps, recordInput, stepElement } from '../../../common/api/recorded-step';
import { errorAnswers } from '../../../common/api/responses';
import { scrapeFieldsV2 } from '../../../common/api/scrape-options';
import { liveFacts } from '../../../common/live';
import type { ActionRequest } from '../../../common/model';
import { LivePages } from '../../../live/live-pages';
import { Recorders } from '../../../live/recorder/recorders';
import { ApiSchemas } from '../../../platform/plugins/api-schemas';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';

const forgotten = z.object({ removed: z.array(z.string()).describe('Names of the secrets that are gone.') });
const described = (schema: z.ZodType, description: string) => ({
  ...{ response: { 200: schema, ...errorAnswers }, tags: ['live'], params: idParams, description },
});

/** Steps of a live page: recorded, done again, seen. */
@injectable()
export class LiveRecorderRoutes implements Routes {
  constructor(
    @inject(LivePages) private readonly pages: LivePages,
    @inject(Recorders) private readonly recorders: Recorders,
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const path = '/local/live/:id';
    const record = {
      ...described(recordedSteps, 'Does in a live page what a person would do; answers the steps it makes.'),
      body: recordInput,
    };
    routes.post(`${path}/record`, { schema: record }, ({ params, body }) => this.recorders.record(params.id, body));
    const { actions } = scrapeFieldsV2(this.schemas.parts);
    const one = z.strictObject({
      actions: actions.refine((list) => list.length === 1, { message: 'Give one action.' }),
      element: stepElement.optional().describe('What is known of its element, to find it by when its selector fails.'),
    });
    const perform = { ...described(performedStep, 'Does one action in a live page, as a scrape does it.'), body: one };
    routes.post(`${path}/perform`, { schema: perform }, ({ params, body }) =>
      this.recorders.perform(params.id, body.actions[0] as ActionRequest, body.element),
    );
    const forget = {
      ...described(forgotten, 'Removes secrets this recording has made, but for those that saved or open jobs type.'),
      body: z.strictObject({ secrets: z.array(z.string()).max(50).describe('Names of secrets whose steps are gone.') }),
    };
    routes.post(`${path}/forget`, { schema: forget }, async ({ params, body }) => ({
      removed: [...(await this.recorders.forget(params.id, body.secrets))],
    }));
    const restart = {
      ...described(liveFacts, 'Opens an address in a new page of the browser, without the cookies of the last one.'),
      body: navigateRequest,
    };
    routes.post(`${path}/restart`, { schema: restart }, ({ params, body }) =>
      this.pages.get(params.id).restart(body.url),
    );
    const picture = described(livePicture, 'The page as it is painted, once it has come to rest.');
    routes.get(`${path}/picture`, { schema: picture }, async ({ params }) => {
      const { data, size } = await this.pages.get(params.id).work((tab) => tab.picture());
      return { data, size: [...size] };
    });
  }
}
