import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'inversify';
import type { LoginProfile } from '../../common/api/login-profile';
import { SerialQueue } from '../../common/concurrency/promises';
import { AppError } from '../../common/errors';
import { Log } from '../../common/log';
import type { RequestedProfile } from '../../common/login-profile';
import { emptySession, type PageSession, type SessionState, type StoredSession } from '../../common/page-session';
import type { DocumentStore, StoredDocument } from '../../ports/document-store';
import { isSameSession } from './merge-session';
import { SealedSessions } from './sealed-sessions';
import { SharedSession } from './shared-session';
import { isOn, partOf, siteOf } from './sites';

/** A stored login. Its cookies are in an encrypted session. */
export interface ProfileDocument extends StoredDocument {
  readonly name: string;
  /** Former names, which still work until another login uses them. */
  readonly formerNames: readonly string[];
  readonly sites: readonly string[];
  /** URL of the page on which the login was saved. In logins saved by earlier versions, the URL may include a query. */
  readonly address: string;
  /** ISO time at which the login was saved. */
  readonly savedAt: string;
  /** ISO time at which a page last required a login although it was fetched with this login. */
  readonly askedAt?: string;
}
/** Injection token for the store of login documents, which are keyed by ID. */
export const ProfileDocuments = Symbol('ProfileDocuments');

/** Identity of a login. */
export interface KnownProfile {
  readonly id: string;
  readonly sites: readonly string[];
}

/** A login opened for fetching pages. */
export interface UsedProfile extends KnownProfile {
  readonly session: PageSession;
}

/**
 * Saved logins, referenced by name. A login consists of a site's cookies and local storage, and is stored encrypted.
 */
@injectable()
export class LoginProfiles {
  readonly #changes = new SerialQueue();
  readonly #held = new Map<string, SharedSession>();

  constructor(
    @inject(ProfileDocuments) private readonly documents: DocumentStore<ProfileDocument>,
    @inject(SealedSessions) private readonly sealed: SealedSessions,
    @inject(Log) private readonly log: Log,
  ) {}

  async list(): Promise<readonly LoginProfile[]> {
    const documents = await this.documents.all();
    const listed = await Promise.all(documents.map((document) => this.#listed(document)));
    return listed.sort((one, other) => one.name.localeCompare(other.name));
  }

  /**
   * Saves the session of a page as a login. Replaces a login with the same name and site. Throws CONFLICT when the name
   * belongs to another site, or when the page has not stored anything.
   */
  keep(name: string, address: string, whole: SessionState): Promise<LoginProfile> {
    return this.#changes.run(async () => {
      const sites = [siteOf(address)];
      const state = partOf(whole, sites);
      if (state.cookies.length + state.items.length === 0)
        throw new AppError('CONFLICT', `${sites[0]} has not set any cookies or stored any data yet; sign in first.`);
      const known = (await this.documents.all()).find((one) => one.name === name);
      if (known && !isOn(address, known.sites))
        throw new AppError('CONFLICT', `The login "${name}" is for ${known.sites[0]}; choose another name.`);
      const id = known?._id ?? randomUUID();
      await this.sealed.write(id, { sites, state });
      this.#held.delete(id);
      const document = {
        ...{ _id: id, name, formerNames: known?.formerNames ?? [], sites, address: withoutQuery(address) },
        savedAt: new Date().toISOString(),
      };
      await this.documents.put(document);
      return this.#listed(document);
    });
  }

  /** Renames a login. Its old name still works. Throws NOT_FOUND, or CONFLICT when the name is taken. */
  rename(name: string, to: string): Promise<LoginProfile> {
    return this.#changes.run(async () => {
      const document = await this.#named(name);
      if (to !== document.name && (await this.documents.all()).some((one) => one.name === to))
        throw new AppError(
          'CONFLICT',
          `A login named "${to}" already exists; choose another name or delete the existing login.`,
        );
      const formerNames = [...new Set([...document.formerNames, document.name])].filter((one) => one !== to);
      const changed = { ...document, name: to, formerNames };
      await this.documents.put(changed);
      return this.#listed(changed);
    });
  }

  /** Deletes a login and its cookies. Throws NOT_FOUND. */
  remove(name: string): Promise<void> {
    return this.#changes.run(async () => {
      const { _id } = await this.#named(name);
      this.#held.delete(_id);
      await this.sealed.remove(_id);
      await this.documents.remove(_id);
    });
  }

  /** Finds a login by name. Undefined if the name is unknown. */
  async find(name: string): Promise<KnownProfile | undefined> {
    const found = await this.#find(name);
    return found && { id: found._id, sites: found.sites };
  }

  /**
   * Creates an empty login for the site of a URL, unless the name is taken. Data that the site's pages store later is
   * saved in the login.
   */
  start(name: string, address: string): Promise<void> {
    return this.#changes.run(async () => {
      if (await this.#find(name)) return;
      const [id, sites] = [randomUUID(), [siteOf(address)]];
      await this.sealed.write(id, { sites, state: emptySession });
      const savedAt = new Date().toISOString();
      await this.documents.put({ _id: id, name, formerNames: [], sites, address: withoutQuery(address), savedAt });
    });
  }

  /** Opens a login by name for fetching pages. Undefined if the name is unknown. */
  async use({ name, saveChanges }: RequestedProfile): Promise<UsedProfile | undefined> {
    const known = await this.find(name);
    if (!known) return undefined;
    const { id, sites } = known;
    const session = await this.#sessionOf(id, sites);
    const unchanged = { load: () => session.load(), keep: async () => undefined };
    return { id, sites, session: saveChanges ? session : unchanged };
  }

  /** Records that a page fetched with this login still required a login. */
  async noteAsked(id: string): Promise<void> {
    await this.documents.change(id, () => ({ askedAt: new Date().toISOString() }));
  }

  async #sessionOf(id: string, sites: readonly string[]): Promise<SharedSession> {
    if (this.sealed.isShared) await this.#releaseIfChanged(id);
    const kept = this.#held.has(id) ? undefined : await this.sealed.read(id);
    const held = this.#held.get(id);
    if (held) return held;
    const made: SharedSession = new SharedSession(kept ?? { sites, state: emptySession }, (now, before) =>
      this.#write(id, made, now, before),
    );
    this.#held.set(id, made);
    return made;
  }

  /** Removes a login from memory if another node has replaced, changed or deleted it. */
  async #releaseIfChanged(id: string): Promise<void> {
    const held = this.#held.get(id);
    const isStored = await held?.isStored(() => this.#stored(id));
    if (isStored === false && this.#held.get(id) === held) this.#held.delete(id);
  }

  /** Returns the stored session of a login. Empty if no session can be read. */
  async #stored(id: string): Promise<SessionState> {
    return (await this.sealed.read(id))?.state ?? emptySession;
  }

  /**
   * Stores a session. Returns false if storing failed, or if the login has been changed, replaced or deleted in the
   * meantime.
   */
  async #write(id: string, held: SharedSession, kept: StoredSession, before: SessionState): Promise<boolean> {
    if (this.#held.get(id) !== held) return false;
    try {
      if (this.sealed.isShared && !isSameSession(await this.#stored(id), before)) {
        this.#held.delete(id);
        this.log.warn(
          'changes that a page made to a login were discarded, because another process had changed or deleted the login',
        );
        return false;
      }
      await this.sealed.write(id, kept);
      return true;
    } catch (thrown) {
      this.log.warn(`changes to a login could not be stored: ${String(thrown)}`);
      return false;
    }
  }

  async #listed({ _id, name, sites, address, savedAt, askedAt }: ProfileDocument): Promise<LoginProfile> {
    const { cookies, items } = await (await this.#sessionOf(_id, sites)).load();
    const expiry = expiryOf(cookies);
    return {
      ...{ name, sites: [...sites], address: withoutQuery(address), savedAt },
      ...(expiry === undefined ? {} : { expiresAt: new Date(expiry).toISOString() }),
      ...(askedAt === undefined ? {} : { askedAt }),
      usable: cookies.length + items.length > 0,
    };
  }

  async #find(name: string): Promise<ProfileDocument | undefined> {
    const all = await this.documents.all();
    return all.find((one) => one.name === name) ?? all.find((one) => one.formerNames.includes(name));
  }

  async #named(name: string): Promise<ProfileDocument> {
    const found = await this.#find(name);
    if (found) return found;
    throw new AppError('NOT_FOUND', `There is no login "${name}"; see /local/profiles for the names.`);
  }
}

/** Returns a URL without its credentials, query and fragment. The query and fragment may contain a login code. */
function withoutQuery(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.protocol}//${url.host}${url.pathname}` : address;
}

/**
 * Returns the latest expiry time of a login's cookies. If any cookies are HttpOnly, considers only these. Undefined if
 * one of the considered cookies is a session cookie, or if there are no cookies.
 */
function expiryOf(cookies: SessionState['cookies']): number | undefined {
  const hidden = cookies.filter(({ httpOnly }) => httpOnly);
  const expiries = (hidden.length > 0 ? hidden : cookies).map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY);
  const last = Math.max(...expiries);
  return Number.isFinite(last) ? last : undefined;
}
