import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { errorAnswers } from '../../common/api/responses';
import { namesIn, usedBy } from '../../common/values/mentions';
import { SavedJobs } from '../../jobs/saved-jobs';
import { SavedSecrets } from '../../platform/secrets/saved-secrets';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

const params = z.object({ name: z.string().trim().min(1).max(80).describe('Name of the secret.') });
const site = z
  .url({ protocol: /^https?$/ })
  .transform((address) => new URL(address).origin)
  .describe('Address on the site it may be typed on, e.g. `https://shop.example`.');
const body = z.strictObject({
  site,
  value: z.string().min(1).max(4000).describe('The secret; it is never shown again.'),
});
const secret = z.object({
  name: params.shape.name,
  site: z.string().describe('Origin of the site it is typed on.'),
  savedAt: z.iso.datetime().describe('When it was saved.'),
});
const shown = secret.extend({ usedBy: z.array(z.string()).describe('Saved jobs whose steps type it.') });
const gone = z.object({ success: z.literal(true) });
const answers = (schema: z.ZodType) => ({ response: { 200: schema, ...errorAnswers }, tags: ['secrets'] });

/** Secrets that steps type by name: saved, listed without their values, removed. */
@injectable()
export class SecretRoutes implements Routes {
  constructor(
    @inject(SavedSecrets) private readonly secrets: SavedSecrets,
    @inject(SavedJobs) private readonly saved: SavedJobs,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const list = { ...answers(z.object({ items: z.array(shown) })), description: 'Saved secrets, without values.' };
    routes.get('/local/secrets', { schema: list }, async () => {
      const [secrets, jobs] = await Promise.all([this.secrets.list(), this.saved.list()]);
      return { items: secrets.map((one) => ({ ...one, usedBy: [...usedBy(jobs, namesIn('secret', one.name))] })) };
    });
    const path = '/local/secrets/:name';
    const put = { ...answers(secret), params, body, description: 'Saves a secret for a site under its name.' };
    routes.put(path, { schema: put }, ({ params: { name }, body: given }) =>
      this.secrets.put(name, given.site, given.value),
    );
    const remove = { ...answers(gone), params, description: 'Removes a secret; steps that type it fail from then on.' };
    routes.delete(path, { schema: remove }, async ({ params: { name } }) => {
      await this.secrets.remove(name);
      return { success: true };
    });
  }
}
