/** Models; part of the contract in `plugin.ts`. */
import type { LanguageModel } from 'ai';
import type { z } from 'zod';
import type { Extraction, MissingValue, ValueSource } from '../common/extraction';
import type { LanguageModelSettings } from '../common/language-model';
import type { PluginBase, PluginServices } from './plugin-base';

/** What a model is asked. */
export interface ModelInput {
  readonly text: string;
  readonly prompt?: string;
  /** `data` for JSON, `text` for plain text. */
  readonly answer: 'data' | 'text';
  /** JSON schema of the data; the model chooses the fields by the prompt when absent. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly url: string;
  /** What rules alone answer to the same question: the answer of a page read without a model, and a start for one. */
  readonly rules: Extraction;
}

/** What a model answered. */
export interface ModelAnswer {
  readonly value: unknown;
  /** Tokens sent and answered, over all calls. */
  readonly tokensUsed: number;
  /** US dollars, by the prices in the model's settings; absent without prices. */
  readonly costUsd?: number;
  readonly warning?: string;
  /** True when the model failed and `value` is what rules have read. */
  readonly isByRules?: boolean;
  /** Where the values come from, as far as the model can tell. */
  readonly sources?: readonly ValueSource[];
  readonly missing?: readonly MissingValue[];
}

/** A question that is not about a page. */
export interface ModelQuestion {
  readonly instructions: string;
  readonly text: string;
  /** JSON schema of the answer, an object; every answer is checked by it. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A running extract model. */
export interface Model {
  /** Rejects with MODEL_FAILED when the model gives no usable answer. */
  extract(input: ModelInput, signal: AbortSignal): Promise<ModelAnswer>;
  /** Answers a question that is not about a page; absent where only pages can be read. Rejects with MODEL_FAILED. */
  ask?(question: ModelQuestion, signal: AbortSignal): Promise<unknown>;
  /** Names of the models the service offers; absent where there is no choice. */
  list?(signal: AbortSignal): Promise<readonly string[]>;
}

/** A language model behind an address, as its plugin describes it. */
export interface LanguageModelSource {
  /** Address that all calls begin with; they reach no other, and follow no redirect. */
  readonly baseUrl: string;
  readonly settings: LanguageModelSettings;
  /** Connects to one model; all its calls must go through `fetch`. */
  connect(fetch: typeof globalThis.fetch, model: string): Promise<LanguageModel>;
  /** How to ask the service which models it offers. */
  readonly catalogue: ModelCatalogue;
}

/** Where a service lists its models. */
export interface ModelCatalogue {
  /** Path behind the base address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the models in the answer's JSON; throws when it is something else. */
  names(answer: unknown): readonly string[];
}

/**
 * What create functions of models are given. `languageModel` makes an extract model of a language model: it splits long
 * pages, checks and repairs answers, and drops values that the page does not state.
 */
export type ModelServices = PluginServices & { languageModel(source: LanguageModelSource): Model };

/** A model plugin. */
export interface ModelPlugin extends PluginBase {
  readonly kind: 'model';
  readonly id: string;
  /** True for the model that answers where no other is configured. */
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
