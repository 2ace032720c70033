import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyService } from './key-service';
import type { Credential, Revocations } from './revocations';
import type { SessionFiles } from './session-files';

/** Lifetime of a session, in seconds. */
export const sessionSeconds = 30 * 24 * 3600;

/** Lifetime of a sign-in link, in seconds. */
export const linkSeconds = 30 * 60;

/** Dependencies for sessions. */
export interface SessionOptions {
  readonly files: SessionFiles;
  readonly keys: Pick<KeyService, 'fingerprint'>;
  readonly revocations: Revocations;
  readonly now?: () => number;
}

/** A valid session. */
export interface Session {
  readonly id: string;
  /** Expiry time, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** Credentials to watch for revocation: the session itself and, if a key opened it, that key. */
  readonly credentials: readonly Credential[];
}

/**
 * Sessions of browser windows that were signed in through a one-time link or an API key. A session is stored in a
 * signed cookie, so that windows remain signed in when the engine restarts. The signature depends on the API key, so
 * that revoking the key ends the session.
 */
export class Sessions {
  /** Expiry of each unused link, keyed by the hash of its token. */
  readonly #links = new Map<string, number>();
  readonly #now: () => number;

  constructor(private readonly options: SessionOptions) {
    this.#now = options.now ?? Date.now;
  }

  /** Creates a one-time token for a sign-in link. The token is valid for half an hour, and only its hash is stored. */
  createLinkToken(): string {
    const token = randomBytes(24).toString('base64url');
    this.#links.set(hashOf(token), this.#now() + linkSeconds * 1000);
    return token;
  }

  /** Opens a session for a one-time token. Undefined if the token is unknown, expired or already used. */
  redeem(token: string): Promise<string | undefined> {
    const hash = hashOf(token);
    const expiresAt = this.#links.get(hash) ?? 0;
    this.#links.delete(hash);
    return expiresAt > this.#now() ? this.open() : Promise.resolve(undefined);
  }

  /** Opens a session and returns the value for its cookie. If a key is given, the session is bound to that key. */
  async open(keyId = ''): Promise<string> {
    const expiresAt = this.#now() + sessionSeconds * 1000;
    const claim = `${expiresAt}.${randomBytes(12).toString('base64url')}.${keyId}`;
    return `${claim}.${await this.#sign(claim, keyId)}`;
  }

  /** Returns the session for a cookie value. Undefined if the session is invalid, expired or signed out. */
  async read(value: string): Promise<Session | undefined> {
    const [expiry = '', id = '', keyId = '', signature = ''] = value.split('.');
    const expected = Buffer.from((await this.#sign(`${expiry}.${id}.${keyId}`, keyId)) ?? '');
    const shown = Buffer.from(signature);
    if (expected.length === 0 || shown.length !== expected.length || !timingSafeEqual(shown, expected))
      return undefined;
    const expiresAt = Number(expiry);
    if (expiresAt <= this.#now() || this.options.files.ended.has(id)) return undefined;
    return { id, expiresAt, credentials: keyId ? [`session:${id}`, `key:${keyId}`] : [`session:${id}`] };
  }

  /** Ends a session permanently and closes its open streams. */
  async end({ id, expiresAt }: Session): Promise<void> {
    const ended = this.options.files.ended.add(id, expiresAt);
    this.options.revocations.announce(`session:${id}`);
    await ended;
  }

  /**
   * Returns the signature for the content of a session cookie: expiry, session ID and key ID. Undefined if the key does
   * not exist.
   */
  async #sign(claim: string, keyId: string): Promise<string | undefined> {
    const fingerprint = keyId === '' ? '' : await this.options.keys.fingerprint(keyId);
    if (fingerprint === undefined) return undefined;
    return createHmac('sha256', this.options.files.secret).update(`${claim}.${fingerprint}`).digest('base64url');
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
