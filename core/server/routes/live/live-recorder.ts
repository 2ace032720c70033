import { z } from 'zod';
import { navigateRequest } from '../../../common/api/live-request';
import { idParams } from '../../../common/api/params';
import {
  forgottenAnswer,
  livePicture,
  performedStep,
  recordedSteps,
  recordInput,
  stepElement,
} from '../../../common/api/recorded-step';
import { scrapeFieldsV2 } from '../../../common/api/scrape-options';
import { liveFacts } from '../../../common/live';
import type { ActionRequest } from '../../../common/model';
import { LivePages } from '../../../live/live-pages';
import { Recorders } from '../../../live/recorder/recorders';
import { ApiSchemas } from '../../../platform/plugins/api-schemas';
import { route, routeGroup } from '../../route';

const path = '/local/live/:id';
const one = { tag: 'live', params: idParams };
const forgetBody = z.strictObject({
  secrets: z
    .array(z.string())
    .max(50)
    .describe('Names of secrets entered by steps that were removed from the recording.'),
});

/** Routes for recording, replaying and capturing steps in a live page. */
export const liveRecorderRoutes = routeGroup([LivePages, Recorders, ApiSchemas], (pages, recorders, schemas) => {
  const { actions } = scrapeFieldsV2(schemas.parts);
  const performBody = z.strictObject({
    actions: actions.refine((list) => list.length === 1, { message: 'Provide exactly one action.' }),
    element: stepElement.optional().describe('Properties of the element, used to find it if the selector fails.'),
  });
  const record = {
    body: recordInput,
    answer: recordedSteps,
    description: 'Sends user input to a live page; returns the recorded steps.',
  };
  const perform = {
    body: performBody,
    answer: performedStep,
    description: 'Runs one scrape action in a live page.',
  };
  const forget = {
    body: forgetBody,
    answer: forgottenAnswer,
    description: 'Deletes secrets created by this recording, except those used by saved or open jobs.',
  };
  const restart = {
    body: navigateRequest,
    answer: liveFacts,
    description: 'Opens a URL in a new browser page, without the cookies of the previous page.',
  };
  const picture = {
    answer: livePicture,
    description: 'Screenshot of a live page, taken when the page has finished changing.',
  };
  return [
    route('POST', `${path}/record`, { ...one, ...record }, ({ params, body }) => recorders.record(params.id, body)),
    route('POST', `${path}/perform`, { ...one, ...perform }, ({ params, body }) =>
      recorders.perform(params.id, body.actions[0] as ActionRequest, body.element),
    ),
    route('POST', `${path}/forget`, { ...one, ...forget }, async ({ params, body }) => ({
      removed: await recorders.forget(params.id, body.secrets),
    })),
    route('POST', `${path}/restart`, { ...one, ...restart }, ({ params, body }) =>
      pages.get(params.id).restart(body.url),
    ),
    route('GET', `${path}/picture`, { ...one, ...picture }, async ({ params }) => {
      const { data, size } = await pages.get(params.id).work((tab) => tab.picture());
      return { data, size };
    }),
  ];
});
