import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import {
  keepProfileRequest,
  type LoginProfile,
  loginProfile,
  profileParams,
  renameProfileRequest,
} from '../../common/api/login-profile';
import { errorAnswers } from '../../common/api/responses';
import { namesIn, usedBy } from '../../common/values/mentions';
import { LoginProfiles } from '../../jobs/profiles/login-profiles';
import { SavedJobs } from '../../jobs/saved-jobs';
import { LivePages } from '../../live/live-pages';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

const shown = loginProfile.extend({
  usedBy: z.array(z.string()).describe('Saved jobs that are run with it.'),
  warning: z.string().optional().describe('Why it may be good for nothing.'),
});
const gone = z.object({ success: z.literal(true) });
const described = (schema: z.ZodType, description: string) => ({
  ...{ response: { 200: schema, ...errorAnswers }, tags: ['profiles'], description },
});
const notIn = 'The page still asks for a password: you do not seem to be signed in yet.';

/** Log-ins: kept from a live page, listed without their cookies, renamed, removed. */
@injectable()
export class ProfileRoutes implements Routes {
  constructor(
    @inject(LoginProfiles) private readonly profiles: LoginProfiles,
    @inject(LivePages) private readonly pages: LivePages,
    @inject(SavedJobs) private readonly saved: SavedJobs,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const path = '/local/profiles/:name';
    const list = described(z.object({ items: z.array(shown) }), 'Log-ins that were kept, without their cookies.');
    routes.get('/local/profiles', { schema: list }, async () => ({
      items: await this.#shown(await this.profiles.list()),
    }));
    const keep = {
      ...described(shown, 'Keeps the log-in of a live page under its name; the site is that of the page.'),
      ...{ params: profileParams, body: keepProfileRequest },
    };
    routes.put(path, { schema: keep }, async ({ params: { name }, body }) => {
      const { address, state, asksForPassword } = await this.pages.get(body.live).work((tab) => tab.login());
      const [kept] = await this.#shown([await this.profiles.keep(name, address, state)]);
      return { ...kept, ...(asksForPassword ? { warning: notIn } : {}) };
    });
    const rename = { ...described(shown, 'Renames a log-in.'), params: profileParams, body: renameProfileRequest };
    routes.patch(path, { schema: rename }, async ({ params, body }) => {
      const [renamed] = await this.#shown([await this.profiles.rename(params.name, body.name)]);
      return renamed;
    });
    const remove = { ...described(gone, 'Removes a log-in with its cookies.'), params: profileParams };
    routes.delete(path, { schema: remove }, async ({ params: { name } }) => {
      await this.profiles.remove(name);
      return { success: true };
    });
  }

  async #shown(profiles: readonly LoginProfile[]) {
    const jobs = await this.saved.list();
    return profiles.map((profile) => ({ ...profile, usedBy: [...usedBy(jobs, namesIn('profile', profile.name))] }));
  }
}
