import { FirstValues, hashOf, Quotas } from './quota';
import { RecentMap } from './recent';
import { isIdName, isNoiseName, isToken } from './trap-tokens';

/** Maximum number of query parameters. URLs with more parameters are refused. */
const maxParams = 12;

interface PathQueries {
  readonly variants: Set<number>;
  readonly values: Set<number>;
  readonly names: Set<string>;
}

/** Number of values remembered per path. A path with more values is assumed to be a catalogue of real pages. */
const maxValues = 1000;
const maxNames = 40;

/** Detects endless variations of a query, so that a page is not crawled again for each of its query strings. */
export class QueryWatch {
  readonly #first = new FirstValues();
  readonly #quotas = new Quotas();
  /** Known queries by hash of the path. For a path with only one query, the value is the hash of that query. */
  readonly #paths = new RecentMap<number, PathQueries | number>(5000);

  /** `share` is the maximum number of pages for each kind of suspicious query. */
  constructor(private readonly share: number) {}

  /** Returns the reason why a URL's query is redundant or suspicious, or undefined if the URL may be crawled. */
  check(url: URL, site: string): string | undefined {
    if (url.search === '') return undefined;
    const params = [...url.searchParams];
    if (params.length > maxParams) return `it has ${params.length} parameters`;
    const path = `${site}${url.pathname}`;
    return (
      this.#checkNoise(path, params, url.search) ??
      this.#checkOrder(path, params, url.search) ??
      this.#checkLists(path, params) ??
      this.#checkMany(path, params, url.search) ??
      this.#checkVariants(path, params)
    );
  }

  /**
   * Refuses URLs that differ from earlier URLs only in parameters for sessions, campaigns or return URLs, or only in
   * random values.
   */
  #checkNoise(path: string, params: readonly [string, string][], query: string): string | undefined {
    const kept = params.filter(([name]) => !isNoiseName(name));
    if (kept.length < params.length && !this.#first.admit(`noise ${path} ${textOf(kept)}`, query)) {
      return 'it differs from another URL only by a session id, campaign tag or return URL';
    }
    const plain = params.filter(([name, value]) => isIdName(name) || !isToken(value));
    if (plain.length < params.length && !this.#quotas.admit(`token ${path} ${textOf(plain)}`, query, 3)) {
      return 'it differs from other URLs only by a random value';
    }
    return undefined;
  }

  #checkOrder(path: string, params: readonly [string, string][], query: string): string | undefined {
    if (params.length < 2) return undefined;
    return this.#first.admit(`order ${path} ${textOf(params)}`, query)
      ? undefined
      : 'it differs from another URL only in the order of its parameters';
  }

  /** Refuses lists such as `?f=a,b,c` that contain the same items in a different order, or that keep growing. */
  #checkLists(path: string, params: readonly [string, string][]): string | undefined {
    for (const [name, value] of params) {
      const items = value.split(/[,|;+ ]/);
      if (items.length < 2 || items.some((item) => item === '')) continue;
      const others = textOf(params.filter(([other]) => other !== name));
      if (!this.#first.admit(`list ${path} ${others} ${name} ${[...items].sort().join()}`, value)) {
        return `it differs from another URL only in the order of its "${name}" values`;
      }
      if (items.length > 2 && !this.#quotas.admit(`lists ${path} ${name}`, value, this.share / 4)) {
        return `too many similar URLs differ only in a list of "${name}" values`;
      }
    }
    return undefined;
  }

  #checkMany(path: string, params: readonly [string, string][], query: string): string | undefined {
    const repeated = params.length - new Set(params.map(([name]) => name)).size;
    if (params.length < 5 && repeated < 2) return undefined;
    return this.#quotas.admit(`many ${path}`, query, this.share / 2)
      ? undefined
      : 'its path has too many URLs with long queries';
  }

  /**
   * Refuses queries that combine a few values in many ways, because such queries show different views of one page.
   * Queries with many distinct values are accepted, because they probably lead to real pages.
   */
  #checkVariants(path: string, params: readonly [string, string][]): string | undefined {
    const variant = hashOf(textOf(params));
    const known = this.#queriesOf(path, variant);
    if (!known || known.variants.has(variant) || known.values.size >= maxValues) return undefined;
    const names = params.map(([name]) => name).filter((name) => !known.names.has(name));
    if (known.names.size + names.length > maxNames) return 'its path keeps getting new parameters';
    const values = params
      .map(([name, value]) => hashOf(`${name}=${value}`))
      .filter((value) => !known.values.has(value));
    if (known.variants.size >= 20 + 4 * (known.values.size + values.length)) {
      return 'too many URLs combine the same few values';
    }
    known.variants.add(variant);
    for (const name of names) known.names.add(name);
    for (const value of values) known.values.add(value);
    return undefined;
  }

  /** Returns a path's known queries. Undefined while there is only one query. */
  #queriesOf(path: string, variant: number): PathQueries | undefined {
    const key = hashOf(path);
    const known = this.#paths.get(key) ?? variant;
    if (typeof known === 'object') return known;
    const queries = { variants: new Set([known]), values: new Set<number>(), names: new Set<string>() };
    this.#paths.set(key, known === variant ? variant : queries);
    return known === variant ? undefined : queries;
  }
}

/** Serializes parameters, ignoring their order. */
const textOf = (params: readonly [string, string][]): string =>
  params.length === 1
    ? `${params[0]?.[0]}=${params[0]?.[1]}`
    : params
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join('&');
