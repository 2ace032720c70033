import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { AppError } from '../../common/errors';
import { SecretVault } from '../../ports/secret-vault';

/** Settings for a plugin. */
export type Config = Readonly<Record<string, unknown>>;

/** Matches a reference to a secret in the settings file, and captures the secret's name in the vault. */
const reference = /^vault:(setting-[\w-]+)$/;

const nameIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? reference.exec(value)?.[1] : undefined;

/** Returns the names of all secrets that a value refers to. */
export function secretNames(value: unknown): readonly string[] {
  const name = nameIn(value);
  if (name !== undefined) return [name];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(secretNames) : [];
}

type Change = (secret: string, field: string) => Promise<string>;

/** Moves plugin secrets from the settings file to the vault. The file contains only references to the secrets. */
@injectable()
export class SettingSecrets {
  constructor(@inject(SecretVault) private readonly vault: SecretVault) {}

  /**
   * Throws BAD_REQUEST for references to secrets that do not belong to the plugin. Accepts a reference only if earlier
   * settings (`before`) contained it in the same field, with the same values in all `bindsSecrets` fields. A secret is
   * therefore sent only to the URL for which it was entered.
   */
  assertOwn(schema: z.ZodObject, config: Config, before: readonly Config[]): void {
    for (const [field, value] of secretFields(schema, config)) {
      for (const name of secretNames(value)) {
        const owners = before.filter((known) => secretNames(known[field]).includes(name));
        if (owners.some((owner) => sameBindings(schema, owner, config))) continue;
        const message = `Enter \`${field}\` again: the saved value was entered for another address.`;
        throw new AppError('BAD_REQUEST', message, { details: [{ code: 'custom', path: [field], message }] });
      }
    }
  }

  /** Moves new secrets to the vault. Returns the plugin's settings with references in place of the secrets. */
  hide(schema: z.ZodObject, config: Config): Promise<Config> {
    return changeSecrets(schema, config, (value) => (nameIn(value) ? Promise.resolve(value) : this.#keep(value)));
  }

  /**
   * Returns a plugin's settings with secrets from the vault in place of references. Throws BAD_REQUEST if a secret is
   * missing.
   */
  reveal(schema: z.ZodObject, config: Config): Promise<Config> {
    return changeSecrets(schema, config, async (value, field) => {
      const name = nameIn(value);
      const secret = name === undefined ? value : await this.vault.get(name);
      if (secret !== undefined) return secret;
      throw new AppError('BAD_REQUEST', `\`${field}\` is no longer in the vault; enter it again in Settings.`);
    });
  }

  async forget(names: readonly string[]): Promise<void> {
    for (const name of names) await this.vault.delete(name);
  }

  async #keep(secret: string): Promise<string> {
    const name = `setting-${randomUUID()}`;
    await this.vault.set(name, secret);
    return `vault:${name}`;
  }
}

/** Returns the metadata (`.meta({ … })`) of a field's schema. Unwraps optional fields and fields with a default. */
export function metaOf(schema: unknown): Readonly<Record<string, unknown>> {
  if (!(schema instanceof z.ZodType)) return {};
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? metaOf(schema.unwrap()) : {};
  return { ...inner, ...schema.meta() };
}

const isSecret = (schema: unknown): boolean => metaOf(schema).secret === true;

/**
 * Applies a change to each secret in a field. The value is a single secret, a list of secrets, or secrets keyed by
 * name.
 */
async function changeAll(value: unknown, change: (secret: string) => Promise<string>): Promise<unknown> {
  if (typeof value === 'string') return value === '' ? value : change(value);
  if (Array.isArray(value)) return Promise.all(value.map((one) => changeAll(one, change)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([key, one]) => [key, await changeAll(one, change)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

const secretFields = (schema: z.ZodObject, config: Config): readonly (readonly [string, unknown])[] =>
  Object.entries(config).filter(([field]) => isSecret(schema.shape[field]));

async function changeSecrets(schema: z.ZodObject, config: Config, change: Change): Promise<Config> {
  const changed = secretFields(schema, config).map(async ([field, value]) => {
    return [field, await changeAll(value, (secret) => change(secret, field))] as const;
  });
  return { ...config, ...Object.fromEntries(await Promise.all(changed)) };
}

function sameBindings(schema: z.ZodObject, before: Config, after: Config): boolean {
  const binding = Object.keys(schema.shape).filter((field) => metaOf(schema.shape[field]).bindsSecrets === true);
  return binding.every((field) => isDeepStrictEqual(before[field], after[field]));
}

/** Throws BAD_REQUEST if a URL outside the secret fields contains a password, which would be stored in plain text. */
export function refusePasswords(schema: z.ZodObject, config: Config): void {
  for (const [field, value] of Object.entries(config)) {
    if (isSecret(schema.shape[field]) || typeof value !== 'string' || !URL.canParse(value)) continue;
    if (!new URL(value).password) continue;
    const message = `\`${field}\` contains a password, which would be stored unencrypted; send it as an Authorization header or enter it in the field for secrets.`;
    throw new AppError('BAD_REQUEST', message, { details: [{ code: 'custom', path: [field], message }] });
  }
}
