import type { Job } from '../../common/job';
import type { Page } from '../../common/model';
import { isChallengePage } from './challenge-page';
import { scanHtml } from './scan-html';

/** Maximum number of bytes to inspect per page. */
const maxBytes = 2 * 1024 * 1024;
const loginPath = /(?:^|[/._-])(?:log-?in|log-?on|sign-?in|sso|authenticate|authorize)(?:[/._-]|$)/i;

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s${name}\\s*=\\s*["']?([^"'\\s>]*)`, 'i').exec(tag)?.[1]?.toLowerCase() ?? '';

/**
 * True for HTML with exactly one password field, unless the field is for a new password. A form for changing the
 * password has two password fields.
 */
export function hasPasswordField(html: string): boolean {
  const passwords = scanHtml(html, 0).tags.filter(
    (tag) => /^<input\b/i.test(tag) && attribute(tag, 'type') === 'password',
  );
  return passwords.length === 1 && attribute(passwords[0] ?? '', 'autocomplete') !== 'new-password';
}

/** True when a page requires a login, judging by its status, redirect target or form. */
export function requiresLogin({ statusCode, url, contentType = '', body }: Page, asked: string): boolean {
  if (statusCode === 401) return true;
  const [there, here] = [new URL(asked).pathname, new URL(url).pathname];
  if (loginPath.test(here) && !loginPath.test(there)) return true;
  if (!/html|^$/.test(contentType)) return false;
  return hasPasswordField(Buffer.from(body.subarray(0, maxBytes)).toString('latin1'));
}

/** Returns the warning that a login has probably expired. */
export const isLoginExpired = (name: string, url: string): string =>
  `${url} requires a login although it was fetched with the login "${name}", which has probably expired: sign in again in Settings.`;

/**
 * Returns the action that a page requires from a person, as a noun phrase for messages. Undefined if the page requires
 * no action.
 */
export function requiresPerson(page: Page, asked: string): 'a login' | 'human verification' | undefined {
  if (requiresLogin(page, asked)) return 'a login';
  return isChallengePage(page) ? 'human verification' : undefined;
}

/** Returns the message about a page that needs a person although a login was used. */
export const requiredSentence = (name: string, url: string, what: string): string =>
  `${url} requires ${what} despite the login "${name}": open the page in the app, do what the page asks, and save the login under the same name.`;

/** Returns a warning for a job if one of its pages was fetched with a login and still required a login. */
export function loginExpiredSentence({ spec, options }: Pick<Job, 'spec' | 'options'>): string | undefined {
  const { asksForLogin: url } = options as { readonly asksForLogin?: string };
  return url === undefined || !spec.profile ? undefined : isLoginExpired(spec.profile.name, url);
}
