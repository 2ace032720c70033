import { z } from 'zod';
import { modelsAnswer, modelTestReport, testReport } from '../../common/api/workspace-answers';
import { AppError } from '../../common/errors';
import { type ProfileName, profileNames } from '../../common/profiles';
import { SearchTest } from '../../net/search/search-test';
import { ModelHost } from '../../page/models/model-host';
import { ModelTest } from '../../page/models/model-test';
import { abortOnDisconnect } from '../callers';
import { route, routeGroup } from '../route';

const trial = {
  access: 'owner',
  params: z.object({ id: z.string().max(100) }),
  body: z.record(z.string(), z.unknown()),
} as const;

/** Routes that list the models in use, and test models and searches with saved or unsaved settings. Used by the UI. */
export const modelRoutes = routeGroup([ModelHost, ModelTest, SearchTest], (models, modelTest, searchTest) => [
  route('GET', '/local/models', { answer: modelsAnswer }, () => ({
    items: [inUse(models), ...profileNames.map((profile) => inUse(models, profile))],
  })),
  route('POST', '/local/models/:id/test', { ...trial, answer: modelTestReport }, ({ params: { id }, body }, reply) =>
    modelTest.run(id, body, abortOnDisconnect(reply)),
  ),
  route('POST', '/local/searches/:id/test', { ...trial, answer: testReport }, ({ params: { id }, body }, reply) =>
    searchTest.run(id, body, abortOnDisconnect(reply)),
  ),
]);

/** Returns the model for a profile, or the default model. If no model can be used, returns the reason. */
function inUse(models: ModelHost, profile?: ProfileName) {
  try {
    const { id, fallback = false } = models.chosen(profile);
    return { profile, model: id, isFallback: fallback };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { profile, problem: thrown.reason };
  }
}
