import { isDeepStrictEqual } from 'node:util';
import { inject, injectable } from 'inversify';
import type { z } from 'zod';
import { compactIssues } from '../../common/api/issues';
import { AppError } from '../../common/errors';
import { type Config, refusePasswords, SettingSecrets, secretNames } from '../settings/setting-secrets';
import { pluginKey, type Settings } from '../settings/settings';
import type { SettingsChange } from '../settings/settings-service';
import { Registries } from './registry';

/** Settings of a single plugin, and their path in the overall settings. */
interface Entry {
  readonly setting: 'proxies' | 'sinks' | 'plugins';
  readonly kind: string;
  readonly id: string;
  readonly config: Config;
  /** Path of the entry, used as a prefix for the paths in validation issues. */
  readonly path: readonly (string | number)[];
}

const entriesOf = (settings: Settings): readonly Entry[] => [
  ...listed(settings, 'proxies', 'proxy'),
  ...listed(settings, 'sinks', 'sink'),
  ...Object.entries(settings.plugins).map(([key, config]): Entry => {
    const [kind = '', id = ''] = key.split(/:(.*)/s);
    return { setting: 'plugins', kind, id, config, path: ['plugins', key] };
  }),
];

const listed = (settings: Settings, setting: 'proxies' | 'sinks', kind: string): readonly Entry[] =>
  settings[setting].map(({ plugin, config }, index) => {
    return { setting, kind, id: plugin, config, path: [setting, index, 'config'] };
  });

/** Validates plugin settings with the schema of each plugin, and moves secrets to the vault. */
@injectable()
export class PluginEntries {
  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(SettingSecrets) private readonly secrets: SettingSecrets,
  ) {}

  /** Returns validated settings without secrets. Unchanged entries are not validated again. */
  async shape({ before, wanted, names }: SettingsChange): Promise<Settings> {
    const known = entriesOf(before);
    const hidden = new Map<Entry, Config>();
    try {
      for (const entry of entriesOf(wanted).filter(({ setting }) => names.has(setting))) {
        const own = known.filter((one) => one.kind === entry.kind && one.id === entry.id).map(({ config }) => config);
        const unchanged = own.some((config) => isDeepStrictEqual(config, entry.config));
        hidden.set(entry, unchanged ? entry.config : await this.#shapeOne(entry, own));
      }
    } catch (thrown) {
      await this.#forgetNew([...hidden.values()], before);
      throw thrown;
    }
    return withConfigs(wanted, [...hidden.entries()]);
  }

  /**
   * Returns unsaved settings of a plugin for a test, including secrets. Throws BAD_REQUEST if the settings are invalid.
   */
  async reveal(kind: string, id: string, config: Config, stored: Settings): Promise<Config> {
    const key = pluginKey(kind, id);
    const entry: Entry = { setting: 'plugins', kind, id, config, path: ['plugins', key] };
    const own = entriesOf(stored).filter((one) => one.kind === kind && one.id === id);
    return this.#check(
      entry,
      own.map((one) => one.config),
    );
  }

  /** Deletes vault secrets that the settings no longer refer to. */
  async forgetUnused(settings: Settings, before: Settings): Promise<void> {
    await this.#forgetNew([before], settings);
  }

  async #forgetNew(values: readonly unknown[], settings: Settings): Promise<void> {
    const used = new Set(secretNames(settings));
    await this.secrets.forget(values.flatMap(secretNames).filter((name) => !used.has(name)));
  }

  async #shapeOne(entry: Entry, own: readonly Config[]): Promise<Config> {
    await this.#check(entry, own);
    return this.secrets.hide(this.#schemaOf(entry), entry.config);
  }

  /**
   * Validates the settings and returns them in the form passed to the plugin. Throws BAD_REQUEST if they are invalid.
   */
  async #check(entry: Entry, own: readonly Config[]): Promise<Config> {
    const schema = this.#schemaOf(entry);
    try {
      refusePasswords(schema, entry.config);
      const unknown = unknownSettings(schema, entry.config, own);
      if (unknown.length > 0) throw invalidConfig(entry, unknown);
      this.secrets.assertOwn(schema, entry.config, own);
      const parsed = schema.safeParse(await this.secrets.reveal(schema, entry.config));
      if (!parsed.success) throw invalidConfig(entry, parsed.error.issues);
      return parsed.data;
    } catch (thrown) {
      throw placed(thrown, entry);
    }
  }

  #schemaOf({ kind, id, path }: Entry): z.ZodObject {
    const plugin = this.registries.find(kind, id);
    const message = plugin
      ? `The ${kind} plugin "${id}" has no settings.`
      : `There is no ${kind} plugin "${id}"; remove the entry.`;
    const schema = plugin && 'config' in plugin ? plugin.config : undefined;
    if (schema) return schema;
    throw new AppError('BAD_REQUEST', message, { details: [{ code: 'custom', path, message }] });
  }
}

/**
 * Returns an issue for each new setting that the schema does not define. Such a setting could contain a secret, and
 * would be stored in plain text. Ignores settings that are already stored, e.g. by an earlier version of the plugin.
 * Returns no issues if the schema accepts any setting.
 */
function unknownSettings(schema: z.ZodObject, config: Config, own: readonly Config[]): readonly z.core.$ZodIssue[] {
  const { catchall } = schema.def;
  if (catchall && catchall._zod.def.type !== 'never') return [];
  const names = Object.keys(schema.shape);
  return Object.keys(config)
    .filter((name) => !names.includes(name) && !own.some((stored) => Object.hasOwn(stored, name)))
    .map((name) => {
      const message = `Unknown setting; the settings are ${names.join(', ')}`;
      return { code: 'custom', path: [name], message, input: undefined };
    });
}

/** Returns the error for invalid plugin settings, as one sentence. */
function invalidConfig({ kind, id }: Entry, issues: readonly z.core.$ZodIssue[]): AppError {
  const [first] = issues;
  const what = first ? ` (${first.path.join('.')}: ${first.message})` : '';
  return new AppError('BAD_REQUEST', `The settings for ${kind} "${id}" are invalid${what}.`, {
    details: compactIssues(issues),
  });
}

/** Returns the given error, with the paths of its issues relative to the overall settings. */
function placed(thrown: unknown, { path }: Entry): unknown {
  if (!(thrown instanceof AppError) || !Array.isArray(thrown.details)) return thrown;
  const details = (thrown.details as readonly z.core.$ZodIssue[]).map((issue) => {
    return { ...issue, path: [...path, ...issue.path] };
  });
  return new AppError(thrown.code, thrown.message, { details, cause: thrown });
}

function withConfigs(settings: Settings, changed: readonly (readonly [Entry, Config])[]): Settings {
  const at = new Map(changed.map(([{ path }, config]) => [path.join(' '), config]));
  const inList = <T extends { readonly config: Config }>(setting: string, items: readonly T[]): T[] =>
    items.map((item, index) => ({ ...item, config: at.get(`${setting} ${index} config`) ?? item.config }));
  return {
    ...settings,
    proxies: inList('proxies', settings.proxies),
    sinks: inList('sinks', settings.sinks),
    plugins: Object.fromEntries(
      Object.entries(settings.plugins).map(([key, config]) => [key, at.get(`plugins ${key}`) ?? config]),
    ),
  };
}
