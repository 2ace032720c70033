import type { doneAnswer } from '../../core/common/api/responses';
import type { loginsAnswer, secretsAnswer, shownLogin } from '../../core/common/api/saved-answers';
import { call } from './client';

export type { ListedLogin, ListedSecret } from '../../core/common/api/saved-answers';

const profile = (name: string): string => `/local/profiles/${encodeURIComponent(name)}`;

/** API calls for logins and secrets. */
export const loginsApi = {
  profiles: () => call<typeof loginsAnswer>('GET', '/local/profiles'),
  /** Saves the login of a live page. */
  keep: (name: string, live: string) => call<typeof shownLogin>('PUT', profile(name), { body: { live } }),
  rename: (name: string, to: string) => call<typeof shownLogin>('PATCH', profile(name), { body: { name: to } }),
  remove: (name: string) => call<typeof doneAnswer>('DELETE', profile(name)),
  secrets: () => call<typeof secretsAnswer>('GET', '/local/secrets'),
  removeSecret: (name: string) => call<typeof doneAnswer>('DELETE', `/local/secrets/${encodeURIComponent(name)}`),
};
