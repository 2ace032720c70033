import { inject, injectable } from 'inversify';
import { AppError } from '../../common/errors';
import type { FetchPlan, PageDocument, ScrapeSpec, Task } from '../../common/model';
import type { Hooks } from '../../contract/hooks';
import { JobSessions } from './job-sessions';
import { LoginProfiles } from './login-profiles';
import { isLoginExpired, requiredSentence, requiresLogin, requiresPerson } from './requires-login';
import { isOn } from './sites';

/** Adds logins and sessions to the fetch plans of pages, and detects expired logins. */
@injectable()
export class PageLogins {
  constructor(
    @inject(LoginProfiles) private readonly profiles: LoginProfiles,
    @inject(JobSessions) private readonly sessions: JobSessions,
  ) {}

  apply(hooks: Hooks): void {
    hooks.spec.tapPromise('logins', (spec) => this.#warned(spec));
    hooks.plan.tapPromise('logins', (plan, task) => this.#planned(plan, task));
    hooks.document.tapPromise('logins', (document, task) => this.#looked(document, task));
    this.sessions.apply(hooks);
  }

  /** Adds a warning if the login does not exist, because its name may be misspelled. */
  async #warned(spec: ScrapeSpec): Promise<ScrapeSpec> {
    const { profile } = spec;
    if (!profile || (await this.profiles.find(profile.name))) return spec;
    const isKept = profile.saveChanges && !spec.zeroDataRetention;
    const sentence = `There was no login "${profile.name}", so an empty one was created${isKept ? '' : ' but not saved'}.`;
    return { ...spec, warnings: [...(spec.warnings ?? []), sentence] };
  }

  async #planned(plan: FetchPlan, task: Task): Promise<FetchPlan> {
    const session = task.spec.profile ? await this.#profileFor(task) : await this.sessions.sessionFor(task);
    return session ? { ...plan, session } : plan;
  }

  async #profileFor({ spec: { url, profile, zeroDataRetention } }: Task) {
    if (!profile) return undefined;
    const saveChanges = profile.saveChanges && !zeroDataRetention;
    if (saveChanges) await this.profiles.start(profile.name, url);
    const used = await this.profiles.use({ ...profile, saveChanges });
    return used && isOn(url, used.sites) ? used.session : undefined;
  }

  async #looked(document: PageDocument, { spec: { url, profile } }: Task): Promise<PageDocument> {
    if (!profile) return document;
    const { name } = profile;
    const known = await this.profiles.find(name);
    if (!known) return document;
    const { id, sites } = known;
    const { page, warnings } = document;
    if (!isOn(url, sites)) {
      const sentence = `The login "${name}" is for ${sites.join(', ')}, so ${url} was fetched without it.`;
      return { ...document, warnings: [...warnings, sentence] };
    }
    if (profile.onNeedsPerson === 'pause') return this.#orNeeded(document, { url, name, id });
    if (!requiresLogin(page, url)) return document;
    await this.profiles.noteAsked(id);
    return { ...document, page: { ...page, asksForLogin: true }, warnings: [...warnings, isLoginExpired(name, url)] };
  }

  /** Returns the document. Throws SCRAPE_NEEDS_PERSON if the page requires a login or human verification. */
  async #orNeeded(
    document: PageDocument,
    { url, name, id }: { readonly url: string; readonly name: string; readonly id: string },
  ): Promise<PageDocument> {
    const what = requiresPerson(document.page, url);
    if (what === undefined) return document;
    if (what === 'a login') await this.profiles.noteAsked(id);
    throw new AppError('SCRAPE_NEEDS_PERSON', requiredSentence(name, url, what));
  }
}
