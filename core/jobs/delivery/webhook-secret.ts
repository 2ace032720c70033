import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../common/concurrency/clock';
import { AppError } from '../../common/errors';
import type { PrivateFiles } from '../../platform/secrets/private-files';
import { secretPrefix } from './signature';

/** The secret that signs notifications. */
export interface WebhookSecret {
  /** Origin of the secret: set by an option, or generated. */
  readonly source: 'option' | 'generated';
  get(): Promise<string>;
  /** Returns the current secret, followed by the previous secret if the secret was rotated within the last day. */
  valid(): Promise<readonly [string, ...string[]]>;
  /** Generates a new secret. Throws CONFLICT when the secret is set by an option. */
  rotate(): Promise<string>;
}

/** Injection token of the webhook secret. */
export const WebhookSecret = Symbol('WebhookSecret');

/** Options for the webhook secret. */
export interface WebhookSecretOptions {
  readonly files: PrivateFiles;
  /** Secret set by an option. Takes precedence over the stored secret. */
  readonly given?: string;
  readonly clock: Clock;
}

const secretFile = z.object({
  current: z.string().min(1),
  previous: z.object({ secret: z.string().min(1), replacedAt: z.string() }).optional(),
});
type SecretFile = z.output<typeof secretFile>;

/** Period in ms during which a replaced secret is still used for signing. */
const changeOverMs = 24 * 60 * 60 * 1000;

const newSecret = (): string => secretPrefix + randomBytes(32).toString('base64');

const path = 'webhook-secret.json';

/**
 * Stores the secret in a private file, where the secret survives restarts. The vault is not used, because it may exist
 * only in memory or prompt the user. The file is read each time, because another node may have rotated the secret.
 */
export class StoredWebhookSecret implements WebhookSecret {
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
        'The webhook secret is set by GLEANER_WEBHOOK_SECRET; change this variable and restart Gleaner.',
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
