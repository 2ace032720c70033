import {
  keepProfileRequest,
  type LoginProfile,
  profileParams,
  renameProfileRequest,
} from '../../common/api/login-profile';
import { done, doneAnswer } from '../../common/api/responses';
import { loginsAnswer, type SavedJob, shownLogin } from '../../common/api/saved-answers';
import { namesIn, usedBy } from '../../common/values/mentions';
import { LoginProfiles } from '../../jobs/profiles/login-profiles';
import { SavedJobs } from '../../jobs/saved-jobs';
import { LivePages } from '../../live/live-pages';
import { route, routeGroup } from '../route';

const path = '/local/profiles/:name';
const tag = 'profiles';
const one = { tag, params: profileParams };
const notIn = 'The page still asks for a password: you do not seem to be signed in yet.';

const viewOf = (profile: LoginProfile, jobs: readonly SavedJob[]) => ({
  ...profile,
  usedBy: [...usedBy(jobs, namesIn('profile', profile.name))],
});

/** Routes that save logins from a live page, and list, rename and delete saved logins. The lists contain no cookies. */
export const profileRoutes = routeGroup([LoginProfiles, LivePages, SavedJobs], (profiles, pages, saved) => [
  route(
    'GET',
    '/local/profiles',
    { tag, answer: loginsAnswer, description: 'Saved logins, without their cookies.' },
    async () => {
      const [list, jobs] = await Promise.all([profiles.list(), saved.list()]);
      return { items: list.map((profile) => viewOf(profile, jobs)) };
    },
  ),
  route(
    'PUT',
    path,
    {
      ...one,
      body: keepProfileRequest,
      answer: shownLogin,
      description: "Saves a live page's login under a name, for use on the page's site.",
    },
    async ({ params: { name }, body }) => {
      const { address, state, asksForPassword } = await pages.get(body.live).work((tab) => tab.login());
      const kept = await profiles.keep(name, address, state);
      return { ...viewOf(kept, await saved.list()), ...(asksForPassword ? { warning: notIn } : {}) };
    },
  ),
  route(
    'PATCH',
    path,
    { ...one, body: renameProfileRequest, answer: shownLogin, description: 'Renames a login.' },
    async ({ params, body }) => {
      const renamed = await profiles.rename(params.name, body.name);
      return viewOf(renamed, await saved.list());
    },
  ),
  route(
    'DELETE',
    path,
    { ...one, answer: doneAnswer, description: 'Deletes a login and its cookies.' },
    async ({ params: { name } }) => {
      await profiles.remove(name);
      return done;
    },
  ),
]);
