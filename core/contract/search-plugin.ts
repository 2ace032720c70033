import type { z } from 'zod';
import type { SearchQuery, SearchSource } from '../common/search-query';
import type { PluginBase, PluginServices } from './plugin-base';

export type { SearchQuery, SearchSource } from '../common/search-query';

/** A search result. */
export interface SearchHit {
  readonly url: string;
  readonly title: string;
  readonly description?: string;
  /** Publication date of a news item, as formatted by the provider. */
  readonly date?: string;
  readonly imageUrl?: string;
  readonly imageWidth?: number;
  readonly imageHeight?: number;
}

/** Results of a search, best match first. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** Warning for the caller, e.g. about an ignored option. */
  readonly warning?: string;
}

/** An instance of a search provider. */
export interface SearchProvider {
  /** Runs a search. On failure, rejects with SEARCH_FAILED and advice for the user. */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer>;
}

/** Search over the scraped pages that Gleaner still stores. */
export interface OwnPages {
  /** Returns pages that contain the words of `text`, best match first. */
  search(text: string, limit: number): Promise<readonly SearchHit[]>;
}

/**
 * Services passed to the `create` function of a search plugin. `http` also allows private addresses that are in the
 * plugin's settings.
 */
export type SearchServices = PluginServices & { readonly ownPages: OwnPages };

/** A search plugin finds web pages for a query. */
export interface SearchPlugin extends PluginBase {
  readonly kind: 'search';
  readonly id: string;
  readonly sources: readonly SearchSource[];
  /** True for a search plugin that is used only when all other search plugins fail. */
  readonly fallback?: boolean;
  /** True for a search plugin that is used only if the user has selected it. */
  readonly optIn?: boolean;
  readonly config: z.ZodObject;
  create(config: never, services: SearchServices): SearchProvider;
}

/** Defines a search plugin. */
export function defineSearch<Config extends z.ZodObject>(
  definition: Omit<SearchPlugin, 'kind' | 'config' | 'create'> & {
    readonly config: Config;
    create(config: z.output<Config>, services: SearchServices): SearchProvider;
  },
): SearchPlugin {
  return { kind: 'search', ...definition } as unknown as SearchPlugin;
}
