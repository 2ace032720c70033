import { orAborted } from '../../../common/concurrency/promises';
import { Semaphore } from '../../../common/concurrency/semaphore';
import { AppError } from '../../../common/errors';
import type {
  GuardedHttp,
  LanguageModelSource,
  Model,
  ModelAnswer,
  ModelInput,
  ModelQuestion,
} from '../../../contract/plugin';
import { allOptions } from './accepted-options';
import { answerByRules } from './answer-by-rules';
import { fetchWithin } from './base-fetch';
import { callError, ServiceError } from './call-error';
import type { CompileSchema } from './schema-check';

const maxNamed = 20;
/** Lifetime of the cached context length, in ms. The service may reload the model with another context length. */
const contextMs = 60_000;
/** Timeout of the request for the context length, in ms. */
const contextTimeoutMs = 5_000;
const million = 1_000_000;

/**
 * Creates an extraction model that uses a language model. Loads the SDK and opens a connection only on the first call.
 */
export function createLanguageModel(source: LanguageModelSource, http: GuardedHttp, compile: CompileSchema): Model {
  return new LanguageExtractor(source, http, compile);
}

class LanguageExtractor implements Model {
  readonly #slots: Semaphore;
  readonly #fetch: typeof fetch;
  readonly #accepted = { current: allOptions };
  #name: Promise<string> | undefined;
  #context: { readonly name: string; readonly until: number; readonly tokens: Promise<number | undefined> } | undefined;

  constructor(
    private readonly source: LanguageModelSource,
    private readonly http: GuardedHttp,
    private readonly compile: CompileSchema,
  ) {
    const { baseUrl, settings } = source;
    this.#slots = new Semaphore(settings.concurrency);
    this.#fetch = fetchWithin(http, { baseUrl, timeoutMs: settings.timeoutSeconds * 1000 });
  }

  async extract(input: ModelInput, signal: AbortSignal): Promise<ModelAnswer> {
    try {
      return await this.#extract(input, signal);
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'MODEL_FAILED' || signal.aborted) throw thrown;
      const answer = answerByRules(input, thrown);
      if (!answer) throw thrown;
      return { ...answer, tokensUsed: 0 };
    }
  }

  async #extract(input: ModelInput, signal: AbortSignal): Promise<ModelAnswer> {
    const { settings } = this.source;
    const name = await this.#modelName(signal);
    const model = await this.source.connect(this.#fetch, name);
    const { extractWithModel } = await import('./extract-with-model');
    const contextTokens = await this.#contextTokens(name, signal);
    const options = { settings, contextTokens, slots: this.#slots, compile: this.compile };
    const reading = await extractWithModel(this.#asked(model), input, options, signal);
    const { inputTokens, outputTokens, ...answer } = reading;
    const cost = (inputTokens * settings.inputPrice + outputTokens * settings.outputPrice) / million;
    return { ...answer, tokensUsed: inputTokens + outputTokens, ...(cost > 0 ? { costUsd: cost } : {}) };
  }

  /** Returns the configured context length, else the length reported by the service. */
  async #contextTokens(name: string, signal: AbortSignal): Promise<number | undefined> {
    const { settings, baseUrl } = this.source;
    if (settings.contextTokens !== undefined || !this.source.contextTokens) return settings.contextTokens;
    if (this.#context?.name !== name || performance.now() >= this.#context.until) {
      const fetch = fetchWithin(this.http, { baseUrl: new URL(baseUrl).origin, timeoutMs: contextTimeoutMs });
      const within = AbortSignal.timeout(contextTimeoutMs);
      const tokens = this.source.contextTokens({ name, fetch, signal: within }).catch(() => undefined);
      this.#context = { name, until: performance.now() + contextMs, tokens };
    }
    return orAborted(this.#context.tokens, signal);
  }

  #asked(model: Awaited<ReturnType<LanguageModelSource['connect']>>) {
    const { baseUrl, settings } = this.source;
    return { model, service: baseUrl, outputTokens: settings.outputTokens, accepted: this.#accepted };
  }

  async ask({ schema, ...question }: ModelQuestion, signal: AbortSignal): Promise<unknown> {
    const model = await this.source.connect(this.#fetch, await this.#modelName(signal));
    const { ask } = await import('./ask');
    const { jsonBy } = await import('./schema-check');
    const read = await jsonBy(schema, this.compile);
    const free = await this.#slots.acquire(signal);
    try {
      return (await ask(this.#asked(model), { ...question, schema, read }, signal)).value;
    } finally {
      free();
    }
  }

  async list(signal: AbortSignal): Promise<readonly string[]> {
    const { baseUrl, catalogue } = this.source;
    try {
      const answer = await this.#fetch(baseUrl + catalogue.path, { headers: catalogue.headers, signal });
      if (!answer.ok) throw new ServiceError(answer.status, await answer.text());
      return catalogue.names(await answer.json());
    } catch (thrown) {
      throw callError(thrown, baseUrl, signal);
    }
  }

  /**
   * Returns the configured model, else the only model of the service. Throws MODEL_NOT_CONFIGURED if neither exists.
   */
  async #modelName(signal: AbortSignal): Promise<string> {
    const { model } = this.source.settings;
    if (model !== '') return model;
    // All callers share this request. It has its own signal, so that a caller that aborts does not affect the other
    // callers.
    this.#name ??= this.#onlyModel(new AbortController().signal).catch((thrown: unknown) => {
      this.#name = undefined;
      throw thrown;
    });
    return orAborted(this.#name, signal);
  }

  async #onlyModel(signal: AbortSignal): Promise<string> {
    const names = await this.list(signal);
    const [only] = names;
    if (only !== undefined && names.length === 1) return only;
    const offered = names.length === 0 ? 'it lists no models' : `it offers ${names.slice(0, maxNamed).join(', ')}`;
    const { baseUrl } = this.source;
    throw new AppError('MODEL_NOT_CONFIGURED', `Choose a model for ${baseUrl} in Settings: ${offered}.`);
  }
}
