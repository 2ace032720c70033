import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { AppError } from '../common/errors';
import type { Plugin } from '../plugin';
import { Registries } from '../plugins/registry';
import { SecretVault } from '../secrets/secret-vault';
import type { Settings } from './settings';

/** How a secret stands in the settings file: the name it has in the vault. */
const reference = /^vault:(.+)$/;

type Config = Readonly<Record<string, unknown>>;
type Change = (secret: string) => Promise<string>;

/** True for a field whose schema says `.meta({ secret: true })`. */
const isSecret = (schema: unknown): boolean => schema instanceof z.ZodType && schema.meta()?.secret === true;

/** The value with every secret in it changed; fields hold a secret or a list of secrets. */
async function changeSecret(schema: unknown, value: unknown, change: Change): Promise<unknown> {
  if (isSecret(schema)) return typeof value === 'string' ? change(value) : value;
  const element = schema instanceof z.ZodArray ? schema.element : undefined;
  if (!isSecret(element) || !Array.isArray(value)) return value;
  return Promise.all(value.map((one) => changeSecret(element, one, change)));
}

/** Keeps secrets of plugins out of the settings file: they go to the vault, and the file holds their names. */
@injectable()
export class SettingSecrets {
  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(SecretVault) private readonly vault: SecretVault,
  ) {}

  /** The settings with each new secret put into the vault. */
  hide(settings: Settings): Promise<Settings> {
    return this.#change(settings, async (value) => {
      if (reference.test(value)) return value;
      const name = `setting-${randomUUID()}`;
      await this.vault.set(name, value);
      return `vault:${name}`;
    });
  }

  /** The settings with each secret fetched from the vault; throws BAD_REQUEST for one that is not there. */
  reveal(settings: Settings): Promise<Settings> {
    return this.#change(settings, async (value) => {
      const name = reference.exec(value)?.[1];
      const secret = name === undefined ? value : await this.vault.get(name);
      if (secret !== undefined) return secret;
      throw new AppError(
        'BAD_REQUEST',
        'A secret of the settings is no longer in the vault; enter it again in Settings.',
      );
    });
  }

  async #change(settings: Settings, change: Change): Promise<Settings> {
    const proxies = settings.proxies.map(async (entry) => ({
      ...entry,
      config: await this.#changeConfig(this.registries.proxy.get(entry.plugin), entry.config, change),
    }));
    return { ...settings, proxies: await Promise.all(proxies) };
  }

  async #changeConfig(plugin: Plugin | undefined, config: Config, change: Change): Promise<Record<string, unknown>> {
    const shape: Config = plugin && 'config' in plugin && plugin.config ? plugin.config.shape : {};
    const entries = Object.entries(config).map(async ([field, value]) => {
      return [field, await changeSecret(shape[field], value, change)] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }
}
