/** Model plugins, part of the contract defined in `plugin.ts`. */
import type { LanguageModel } from 'ai';
import type { z } from 'zod';
import type { Extraction, MissingValue, ValueSource } from '../common/extraction';
import type { LanguageModelSettings } from '../common/language-model';
import type { Metadata } from '../common/model';
import type { PluginBase, PluginServices } from './plugin-base';

/** Input for a model. */
export interface ModelInput {
  readonly text: string;
  readonly prompt?: string;
  /** `data` requests JSON, and `text` requests plain text. */
  readonly answer: 'data' | 'text';
  /** JSON schema of the data. If absent, the model chooses the fields based on the prompt. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly url: string;
  /** Title, description and site name of the page, if known. */
  readonly metadata?: Metadata;
  /** Lines outside the page's main content that contain contact data, if any. */
  readonly siteFacts?: string;
  /**
   * Result of the extraction rules for the same request, as a starting point. The built-in `rules` model returns this
   * result as its answer.
   */
  readonly rules: Extraction;
}

/** A model's answer. */
export interface ModelAnswer {
  readonly value: unknown;
  /** Total number of input and output tokens used in all calls. */
  readonly tokensUsed: number;
  /** Cost in US dollars at the configured prices. Absent if no prices are configured. */
  readonly costUsd?: number;
  readonly warning?: string;
  /** True when the model failed and `value` was extracted by rules instead. */
  readonly isByRules?: boolean;
  /** Source of each value, if known. */
  readonly sources?: readonly ValueSource[];
  readonly missing?: readonly MissingValue[];
}

/** A question that is not about a page. */
export interface ModelQuestion {
  readonly instructions: string;
  readonly text: string;
  /** JSON schema of an object. The answer is validated against this schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** An instance of an extraction model. */
export interface Model {
  /** Rejects with MODEL_FAILED when the model returns no usable answer. */
  extract(input: ModelInput, signal: AbortSignal): Promise<ModelAnswer>;
  /**
   * Answers a question that is not about a page. Absent if the model can only read pages. Rejects with MODEL_FAILED
   * when the model returns no usable answer.
   */
  ask?(question: ModelQuestion, signal: AbortSignal): Promise<unknown>;
  /** Returns the names of the models that the service offers. Absent if users cannot choose a model. */
  list?(signal: AbortSignal): Promise<readonly string[]>;
}

/** A language model service, as defined by its plugin. */
export interface LanguageModelSource {
  /** Base URL for all calls. Requests to other URLs, including redirects, are refused. */
  readonly baseUrl: string;
  readonly settings: LanguageModelSettings;
  /** Connects to a model. The returned model must use `fetch` for all calls. */
  connect(fetch: typeof globalThis.fetch, model: string): Promise<LanguageModel>;
  /** Endpoint that lists the service's models. */
  readonly catalogue: ModelCatalogue;
  /** Returns the context length of a model in tokens, if the service reports it. */
  contextTokens?(model: ServiceModel): Promise<number | undefined>;
}

/** A model offered by a service. */
export interface ServiceModel {
  readonly name: string;
  /** A `fetch` that can reach only the host of the base URL. */
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** Endpoint that lists a service's models. */
export interface ModelCatalogue {
  /** Path below the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Extracts the model names from the response. Throws if the response has an unexpected format. */
  names(answer: unknown): readonly string[];
}

/**
 * Services for creating models. `languageModel` turns a language model into an extraction model. The extraction model
 * splits long pages, validates and repairs answers, and drops values that are not on the page.
 */
export type ModelServices = PluginServices & { languageModel(source: LanguageModelSource): Model };

/** A model plugin. */
export interface ModelPlugin extends PluginBase {
  readonly kind: 'model';
  readonly id: string;
  /** True for the model that is used if no model is configured. */
  readonly fallback?: boolean;
  readonly config: z.ZodObject;
  create(config: never, services: ModelServices): Model;
}

/** Defines an extraction model. */
export function defineModel<Config extends z.ZodObject>(
  definition: Omit<ModelPlugin, 'kind' | 'config' | 'create'> & {
    readonly config: Config;
    create(config: z.output<Config>, services: ModelServices): Model;
  },
): ModelPlugin {
  return { kind: 'model', ...definition } as unknown as ModelPlugin;
}
