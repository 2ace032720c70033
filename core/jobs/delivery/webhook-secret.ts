import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../common/concurrency/clock';
import { AppError } from '../../common/errors';
import type { PrivateFiles } from '../../platform/secrets/private-files';
import { secretPrefix } from './signature';

/** The secret that notifications are signed with. */
export interface WebhookSecret {
  /** Where it comes from: this run's options, or Gleaner itself. */
  readonly source: 'option' | 'generated';
  get(): Promise<string>;
  /** The present secret first, then the one it replaced within the last day. */
  valid(): Promise<readonly [string, ...string[]]>;
  /** Makes a new one; CONFLICT when it is given by an option. */
  rotate(): Promise<string>;
}

/** Token of the secret. */
export const WebhookSecret = Symbol('WebhookSecret');

/** What the webhook secret is made of. */
export interface WebhookSecretOptions {
  readonly files: PrivateFiles;
  /** Secret given for this run; it wins over the kept one. */
  readonly given?: string;
  readonly clock: Clock;
}

const secretFile = z.object({
  current: z.string().min(1),
  previous: z.object({ secret: z.string().min(1), replacedAt: z.string() }).optional(),
});
type SecretFile = z.output<typeof secretFile>;

/** How long a replaced secret still signs beside the new one. */
const changeOverMs = 24 * 60 * 60 * 1000;

const newSecret = (): string => secretPrefix + randomBytes(32).toString('base64');

const path = 'webhook-secret.json';

/**
 * Keeps the secret in a private file, not in the vault: it must be there after every restart, also where the vault lives in memory or
 * asks a person. It is read each time, as another node may have rotated it.
 */
export class KeptWebhookSecret implements WebhookSecret {
  readonly #options: WebhookSecretOptions;

  constructor(options: WebhookSecretOptions) {
    this.#options = options;
  }

  get source(): 'option' | 'generated' {
    return this.#options.given === undefined ? 'generated' : 'option';
  }

  async get(): Promise<string> {
    return this.#options.given ?? (await this.#load()).current;
  }

  async valid(): Promise<readonly [string, ...string[]]> {
    if (this.#options.given !== undefined) return [this.#options.given];
    const { current, previous } = await this.#load();
    const fresh = previous && this.#options.clock.now() - Date.parse(previous.replacedAt) < changeOverMs;
    return fresh ? [current, previous.secret] : [current];
  }

  async rotate(): Promise<string> {
    if (this.#options.given !== undefined) {
      throw new AppError(
        'CONFLICT',
        'The webhook secret is set by GLEANER_WEBHOOK_SECRET; change it there and restart Gleaner.',
      );
    }
    const { current: secret } = await this.#load();
    const replacedAt = new Date(this.#options.clock.now()).toISOString();
    const next = { current: newSecret(), previous: { secret, replacedAt } };
    await this.#options.files.write(path, Buffer.from(JSON.stringify(next)));
    return next.current;
  }

  async #load(): Promise<SecretFile> {
    const { files } = this.#options;
    const fresh = (): Buffer => Buffer.from(JSON.stringify({ current: newSecret() }));
    const bytes = (await files.read(path)) ?? (await files.create(path, fresh()));
    return parse(bytes.toString('utf8'));
  }
}

function parse(text: string): SecretFile {
  try {
    return secretFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('STORAGE_ERROR', `${path} is damaged; restore it, or delete it to get a new webhook secret.`, {
      cause,
    });
  }
}
