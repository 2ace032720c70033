import { AsyncSeriesWaterfallHook } from 'tapable';
import type { Log } from '../../common/log';
import type { Hooks } from '../../contract/hooks';
import type { Plugin, PluginLog } from '../../contract/plugin';
import { pluginId, type Registries } from './registry';

/** Loads and unloads plugins: registers them, runs their `setup`, and isolates their taps. */
export class PluginHost {
  readonly #disposers: (() => void)[] = [];

  constructor(
    private readonly registries: Registries,
    private readonly hooks: Hooks,
    private readonly log: Log,
  ) {}

  /** Registers a plugin and lets it tap the hooks. Returns a function that undoes both. */
  add(plugin: Plugin): () => void {
    const name = `${plugin.kind} ${pluginId(plugin)}`;
    const unregister = this.registries.add(plugin);
    const untap = plugin.setup ? this.#setup(plugin, name) : () => undefined;
    const dispose = () => {
      untap();
      unregister();
    };
    this.#disposers.push(dispose);
    return dispose;
  }

  /** Unloads all plugins, in reverse order. */
  dispose(): void {
    for (const dispose of this.#disposers.splice(0).reverse()) dispose();
  }

  #setup(plugin: Plugin, name: string): () => void {
    const log: PluginLog = {
      info: (message) => this.log.info(`${name}: ${message}`),
      warn: (message) => this.log.warn(`${name}: ${message}`),
    };
    const { hooks, untap } = scopedHooks(this.hooks, name, log);
    plugin.setup?.({ hooks, log });
    return untap;
  }
}

interface Tappable {
  tapPromise(options: string, fn: (...args: unknown[]) => Promise<unknown>): void;
}

/**
 * Returns the hooks for a single plugin. Taps are registered under the plugin's name. If a tap throws, the error is
 * logged and the value remains unchanged. All taps of the plugin can be removed together.
 */
function scopedHooks(hooks: Hooks, name: string, log: PluginLog): { hooks: Hooks; untap: () => void } {
  let active = true;
  const guard =
    (fn: (...args: unknown[]) => unknown, keepsValue: boolean) =>
    async (...args: unknown[]) => {
      const unchanged = keepsValue ? args[0] : undefined;
      if (!active) return unchanged;
      try {
        return (await fn(...args)) ?? unchanged;
      } catch (thrown) {
        log.warn(`a plugin hook failed and was skipped: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
        return unchanged;
      }
    };
  const scoped = (hook: Tappable) => {
    const keepsValue = (hook.constructor as unknown) === AsyncSeriesWaterfallHook;
    const tap = (_: unknown, fn: (...args: unknown[]) => unknown) => hook.tapPromise(name, guard(fn, keepsValue));
    return { tap, tapPromise: tap };
  };
  const table = Object.fromEntries(
    Object.entries(hooks).map(([key, hook]) => {
      if (key !== 'derive') return [key, scoped(hook as unknown as Tappable)];
      return [key, { for: (id: string) => scoped(hooks.derive.for(id) as unknown as Tappable) }];
    }),
  );
  return {
    hooks: Object.freeze(table) as unknown as Hooks,
    untap: () => {
      active = false;
    },
  };
}
