import type { z } from 'zod';
import type { SearchQuery, SearchSource } from '../common/search-query';
import type { PluginBase, PluginServices } from './plugin-base';

export type { SearchQuery, SearchSource } from '../common/search-query';

/** One result. */
export interface SearchHit {
  readonly url: string;
  readonly title: string;
  readonly description?: string;
  /** When news were published, as the provider writes it. */
  readonly date?: string;
  readonly imageUrl?: string;
  readonly imageWidth?: number;
  readonly imageHeight?: number;
}

/** What a search found, the best first. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** What the caller should know, e.g. an option that had no effect. */
  readonly warning?: string;
}

/** A running search. */
export interface SearchProvider {
  /** Rejects with SEARCH_FAILED and a sentence that says what to do. */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer>;
}

/** The pages Gleaner has read and still keeps. */
export interface OwnPages {
  /** Pages that hold the words, the best first. */
  search(text: string, limit: number): Promise<readonly SearchHit[]>;
}

/** What create functions of searches are given; `http` also reaches private addresses that stand in the plugin's settings. */
export type SearchServices = PluginServices & { readonly ownPages: OwnPages };

/** A search plugin: somewhere pages are found by words. */
export interface SearchPlugin extends PluginBase {
  readonly kind: 'search';
  readonly id: string;
  readonly sources: readonly SearchSource[];
  /** True for the search that is asked where no other answers. */
  readonly fallback?: boolean;
  /** True for a search that is asked only when it is the chosen one. */
  readonly optIn?: boolean;
  readonly config: z.ZodObject;
  create(config: never, services: SearchServices): SearchProvider;
}

/** Defines a search. */
export function defineSearch<Config extends z.ZodObject>(
  definition: Omit<SearchPlugin, 'kind' | 'config' | 'create'> & {
    readonly config: Config;
    create(config: z.output<Config>, services: SearchServices): SearchProvider;
  },
): SearchPlugin {
  return { kind: 'search', ...definition } as unknown as SearchPlugin;
}
