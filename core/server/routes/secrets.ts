import { z } from 'zod';
import { done, doneAnswer } from '../../common/api/responses';
import { savedSecret, secretName, secretsAnswer } from '../../common/api/saved-answers';
import { namesIn, usedBy } from '../../common/values/mentions';
import { SavedJobs } from '../../jobs/saved-jobs';
import { SavedSecrets } from '../../platform/secrets/saved-secrets';
import { route, routeGroup } from '../route';

const body = z.strictObject({
  site: z
    .url({ protocol: /^https?$/ })
    .transform((address) => new URL(address).origin)
    .describe('URL of the site where the secret may be entered, e.g. `https://shop.example`.'),
  value: z.string().min(1).max(4000).describe('The secret; it is never shown again.'),
});
const path = '/local/secrets/:name';
const tag = 'secrets';
const one = { tag, params: z.object({ name: secretName }) };

/**
 * Routes to save, list and delete secrets. Steps refer to secrets by name. The lists do not contain the secrets'
 * values.
 */
export const secretRoutes = routeGroup([SavedSecrets, SavedJobs], (secrets, saved) => [
  route(
    'GET',
    '/local/secrets',
    { tag, answer: secretsAnswer, description: 'Saved secrets, without their values.' },
    async () => {
      const [items, jobs] = await Promise.all([secrets.list(), saved.list()]);
      return {
        items: items.map((secret) => ({ ...secret, usedBy: [...usedBy(jobs, namesIn('secret', secret.name))] })),
      };
    },
  ),
  route(
    'PUT',
    path,
    { ...one, body, answer: savedSecret, description: 'Saves a secret for a site under a name.' },
    ({ params: { name }, body: { site, value } }) => secrets.put(name, site, value),
  ),
  route(
    'DELETE',
    path,
    { ...one, answer: doneAnswer, description: 'Deletes a secret; steps that type it will fail.' },
    async ({ params: { name } }) => {
      await secrets.remove(name);
      return done;
    },
  ),
]);
