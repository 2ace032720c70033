/** Models; part of the contract in `plugin.ts`. */
import type { LanguageModel } from 'ai';
import type { z } from 'zod';
import type { Extraction, MissingValue, ValueSource } from '../common/extraction';
import type { LanguageModelSettings } from '../common/language-model';
import type { Metadata } from '../common/model';
import type { PluginBase, PluginServices } from './plugin-base';

/** Input of a model. */
export interface ModelInput {
  readonly text: string;
  readonly prompt?: string;
  /** `data` for JSON, `text` for plain text. */
  readonly answer: 'data' | 'text';
  /** JSON schema of the data; when absent, the model chooses fields by the prompt. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly url: string;
  /** Title, description and site name of the page, as far as known. */
  readonly metadata?: Metadata;
  /** Result of rules for the same request; the answer without a model, and a starting point for one. */
  readonly rules: Extraction;
}

/** Answer of a model. */
export interface ModelAnswer {
  readonly value: unknown;
  /** Input and output tokens of all calls. */
  readonly tokensUsed: number;
  /** Cost in US dollars by the configured prices; absent without prices. */
  readonly costUsd?: number;
  readonly warning?: string;
  /** True when the model failed and `value` was extracted by rules. */
  readonly isByRules?: boolean;
  /** Sources of the values, as far as known. */
  readonly sources?: readonly ValueSource[];
  readonly missing?: readonly MissingValue[];
}

/** A question that is not about a page. */
export interface ModelQuestion {
  readonly instructions: string;
  readonly text: string;
  /** JSON schema of the answer, an object; answers are validated against it. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A running extract model. */
export interface Model {
  /** Rejects with MODEL_FAILED when the model returns no usable answer. */
  extract(input: ModelInput, signal: AbortSignal): Promise<ModelAnswer>;
  /** Answers a question that is not about a page; absent if the model only reads pages. Rejects with MODEL_FAILED. */
  ask?(question: ModelQuestion, signal: AbortSignal): Promise<unknown>;
  /** Names of the models the service offers; absent without a choice. */
  list?(signal: AbortSignal): Promise<readonly string[]>;
}

/** A language model service, as described by its plugin. */
export interface LanguageModelSource {
  /** Base URL of all calls; other URLs and redirects are refused. */
  readonly baseUrl: string;
  readonly settings: LanguageModelSettings;
  /** Connects to a model; all its calls must use `fetch`. */
  connect(fetch: typeof globalThis.fetch, model: string): Promise<LanguageModel>;
  /** Model list of the service. */
  readonly catalogue: ModelCatalogue;
}

/** Model list of a service. */
export interface ModelCatalogue {
  /** Path below the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Extracts the model names from the response; throws for an unexpected response. */
  names(answer: unknown): readonly string[];
}

/**
 * Services for creating models. `languageModel` makes an extract model from a language model: it splits long pages, validates and
 * repairs answers, and drops values that the page does not state.
 */
export type ModelServices = PluginServices & { languageModel(source: LanguageModelSource): Model };

/** A model plugin. */
export interface ModelPlugin extends PluginBase {
  readonly kind: 'model';
  readonly id: string;
  /** True for the model used when no other is configured. */
  readonly fallback?: boolean;
  readonly config: z.ZodObject;
  create(config: never, services: ModelServices): Model;
}

/** Defines an extract model. */
export function defineModel<Config extends z.ZodObject>(
  definition: Omit<ModelPlugin, 'kind' | 'config' | 'create'> & {
    readonly config: Config;
    create(config: z.output<Config>, services: ModelServices): Model;
  },
): ModelPlugin {
  return { kind: 'model', ...definition } as unknown as ModelPlugin;
}
