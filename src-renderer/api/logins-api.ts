import type { LoginProfile } from '../../core/common/api/login-profile';
import { call } from './client';

/** A log-in that was kept, and the saved jobs that are run with it. */
export interface ListedLogin extends LoginProfile {
  readonly usedBy: readonly string[];
  /** Why it may be good for nothing. */
  readonly warning?: string;
}

/** A secret that steps type, and the saved jobs that do. */
export interface ListedSecret {
  readonly name: string;
  /** Origin of the site it is typed on. */
  readonly site: string;
  /** ISO time. */
  readonly savedAt: string;
  readonly usedBy: readonly string[];
}

const profile = (name: string): string => `/local/profiles/${encodeURIComponent(name)}`;

/** Calls about log-ins and secrets. */
export const loginsApi = {
  profiles: () => call<{ items: ListedLogin[] }>('GET', '/local/profiles'),
  /** Keeps the log-in of a live page. */
  keep: (name: string, live: string) => call<ListedLogin>('PUT', profile(name), { body: { live } }),
  rename: (name: string, to: string) => call<ListedLogin>('PATCH', profile(name), { body: { name: to } }),
  remove: (name: string) => call<unknown>('DELETE', profile(name)),
  secrets: () => call<{ items: ListedSecret[] }>('GET', '/local/secrets'),
  removeSecret: (name: string) => call<unknown>('DELETE', `/local/secrets/${encodeURIComponent(name)}`),
};
