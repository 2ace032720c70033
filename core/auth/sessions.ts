import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a window stays signed in. */
export const sessionSeconds = 30 * 24 * 3600;

/**
 * Browser windows that are signed in: a one-time link makes a session, a signed cookie carries it. The cookie is checked
 * by its signature alone, so that windows stay signed in when the engine restarts.
 */
export class Sessions {
  readonly #links = new Set<string>();

  constructor(
    /** At least 32 random bytes, the same after a restart. */
    private readonly secret: Uint8Array,
    private readonly now: () => number = Date.now,
  ) {}

  /** A new one-time token for a sign-in link; only its hash is kept. */
  createLinkToken(): string {
    const token = randomBytes(24).toString('base64url');
    this.#links.add(createHash('sha256').update(token).digest('hex'));
    return token;
  }

  /** Opens a session for a one-time token; undefined when the token is unknown or used. */
  redeem(token: string): string | undefined {
    return this.#links.delete(createHash('sha256').update(token).digest('hex')) ? this.open() : undefined;
  }

  /** Opens a session and gives back the cookie's value. */
  open(): string {
    const claim = `${this.now() + sessionSeconds * 1000}.${randomBytes(12).toString('base64url')}`;
    return `${claim}.${this.#sign(claim)}`;
  }

  /** True for the value of a live session. */
  has(value: string): boolean {
    const end = value.lastIndexOf('.');
    const claim = value.slice(0, Math.max(end, 0));
    const shown = Buffer.from(value.slice(end + 1));
    const expected = Buffer.from(this.#sign(claim));
    return (
      shown.length === expected.length && timingSafeEqual(shown, expected) && Number.parseInt(claim, 10) > this.now()
    );
  }

  #sign(claim: string): string {
    return createHmac('sha256', this.secret).update(claim).digest('base64url');
  }
}
