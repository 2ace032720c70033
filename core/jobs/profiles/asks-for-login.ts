import type { Job } from '../../common/job';
import type { Page } from '../../common/model';
import { scanHtml } from './scan-html';
import { showsChallenge } from './shows-challenge';

/** Most bytes of a page that are looked at. */
const mostBytes = 2 * 1024 * 1024;
const loginPath = /(?:^|[/._-])(?:log-?in|log-?on|sign-?in|sso|authenticate|authorize)(?:[/._-]|$)/i;

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s${name}\\s*=\\s*["']?([^"'\\s>]*)`, 'i').exec(tag)?.[1]?.toLowerCase() ?? '';

/** True for HTML with one field for a present password: two are a form that changes it. */
export function hasPasswordField(html: string): boolean {
  const passwords = scanHtml(html, 0).tags.filter(
    (tag) => /^<input\b/i.test(tag) && attribute(tag, 'type') === 'password',
  );
  return passwords.length === 1 && attribute(passwords[0] ?? '', 'autocomplete') !== 'new-password';
}

/** True when a page asks for a log-in: by its status, by where it has led, or by a form. */
export function asksForLogin({ statusCode, url, contentType = '', body }: Page, asked: string): boolean {
  if (statusCode === 401) return true;
  const [there, here] = [new URL(asked).pathname, new URL(url).pathname];
  if (loginPath.test(here) && !loginPath.test(there)) return true;
  if (!/html|^$/.test(contentType)) return false;
  return hasPasswordField(Buffer.from(body.subarray(0, mostBytes)).toString('latin1'));
}

/** Says that a log-in is good no more, for the warnings of pages and jobs. */
export const askedAgain = (name: string, url: string): string =>
  `${url} asks for a login although it was fetched with the login "${name}", which has probably expired: sign in again in Settings.`;

/** What a page asks a person for, as the start of a sentence; undefined when it asks nobody. */
export function asksForPerson(page: Page, asked: string): 'a login' | 'human verification' | undefined {
  if (asksForLogin(page, asked)) return 'a login';
  return showsChallenge(page) ? 'human verification' : undefined;
}

/** Says what a person is needed for, of a page that was fetched with a log-in. */
export const neededSentence = (name: string, url: string, what: string): string =>
  `${url} asks for ${what} despite the login "${name}": open it in the app, do what it asks, and keep the login under the same name.`;

/** Says it of a job, one of whose pages asked for a log-in although it was fetched with one. */
export function askedAgainSentence({ spec, options }: Pick<Job, 'spec' | 'options'>): string | undefined {
  const { asksForLogin: url } = options as { readonly asksForLogin?: string };
  return url === undefined || !spec.profile ? undefined : askedAgain(spec.profile.name, url);
}
