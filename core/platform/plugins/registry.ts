import type { FormatRequest } from '../../common/model';
import type {
  ActionPlugin,
  FormatPlugin,
  ModelPlugin,
  ParserPlugin,
  Plugin,
  ProxyPlugin,
  SearchPlugin,
  SinkPlugin,
} from '../../contract/plugin';
import { type DerivationOrder, orderFormats } from './format-graph';

/** Returns the ID of a plugin. */
export const pluginId = (plugin: Plugin): string => (plugin.kind === 'action' ? plugin.type : plugin.id);

/** Plugins of one kind, keyed by ID in insertion order. */
export class Registry<P extends Plugin> {
  readonly #plugins = new Map<string, P>();

  /** Adds a plugin. Throws if its ID is already taken. Returns a function that removes the plugin. */
  add(plugin: P): () => void {
    const id = pluginId(plugin);
    if (this.#plugins.has(id)) throw new Error(`A ${plugin.kind} plugin named "${id}" already exists`);
    this.#plugins.set(id, plugin);
    return () => this.#plugins.delete(id);
  }

  get(id: string): P | undefined {
    return this.#plugins.get(id);
  }

  list(): readonly P[] {
    return [...this.#plugins.values()];
  }
}

/** Registries for all kinds of plugins. */
export class Registries {
  readonly format = new Registry<FormatPlugin>();
  readonly action = new Registry<ActionPlugin>();
  readonly proxy = new Registry<ProxyPlugin>();
  readonly model = new Registry<ModelPlugin>();
  readonly sink = new Registry<SinkPlugin>();
  readonly parser = new Registry<ParserPlugin>();
  readonly search = new Registry<SearchPlugin>();

  readonly #added = new Set<Plugin>();
  readonly #orders = new WeakMap<readonly FormatRequest[], DerivationOrder>();

  constructor(plugins: readonly Plugin[] = []) {
    for (const plugin of plugins) this.add(plugin);
  }

  /** Adds a plugin to the registry of its kind. Returns a function that removes the plugin. */
  add(plugin: Plugin): () => void {
    return (this[plugin.kind] as Registry<Plugin>).add(plugin);
  }

  /** Returns a plugin of any kind. Undefined when the plugin or the kind is unknown. */
  find(kind: string, id: string): Plugin | undefined {
    return this.all().find((plugin) => plugin.kind === kind && pluginId(plugin) === id);
  }

  /**
   * Returns the order in which the formats of a request are derived. The order is computed once for each list of
   * formats. See `orderFormats`.
   */
  orderOf({ formats }: { readonly formats: readonly FormatRequest[] }): DerivationOrder {
    const known = this.#orders.get(formats);
    if (known) return known;
    const order = orderFormats(formats, (id) => this.format.get(id));
    this.#orders.set(formats, order);
    return order;
  }

  /** Records that a plugin came from the user's plugin folder. */
  markAdded(plugin: Plugin): void {
    this.#added.add(plugin);
  }

  /** True for plugins bundled with Gleaner. */
  isBuiltIn(plugin: Plugin): boolean {
    return !this.#added.has(plugin);
  }

  all(): readonly Plugin[] {
    return [this.format, this.action, this.proxy, this.model, this.sink, this.parser, this.search].flatMap(
      (registry) => [...(registry as Registry<Plugin>).list()],
    );
  }
}

/** Returns the requested formats that compare a page with its last snapshot. */
export const comparisonValues = (
  { formats }: { readonly formats: readonly FormatRequest[] },
  { format }: Registries,
): readonly FormatRequest[] => formats.filter(({ type }) => format.get(type)?.needs.includes('previous'));
