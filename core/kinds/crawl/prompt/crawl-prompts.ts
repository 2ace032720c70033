import { inject, injectable } from 'inversify';
import { AppError, toAppError } from '../../../common/errors';
import type { ParamsPreviewSpec } from '../../../common/job-specs';
import { ModelHost } from '../../../page/models/model-host';
import { optionsByModel } from './options-by-model';
import { optionsByRules, type PromptReading } from './options-by-rules';

/** Timeout for a model request in ms. */
const modelMs = 60_000;

const noOption = 'No crawl option could be derived from the prompt.';
const advice = 'Phrase the prompt simply, e.g. "only the blog, at most 50 pages", or set the options yourself.';

/** Crawl options derived from a prompt. */
export interface PromptOptions {
  /** Options in the form used in a request. */
  readonly options: PromptReading['options'];
  readonly warning?: string;
}

/** Derives crawl options from prompts, using the configured model, or rules if no model is configured. */
@injectable()
export class CrawlPrompts {
  constructor(@inject(ModelHost) private readonly models: ModelHost) {}

  /**
   * Derives options from a prompt. If nothing in the prompt was understood, returns empty options and a warning.
   * `signal` aborts when the client disconnects.
   */
  async options(spec: ParamsPreviewSpec, signal = new AbortController().signal): Promise<PromptOptions> {
    const { options, remarks } = await this.#read(spec, signal);
    const isEmpty = Object.keys(options).length === 0;
    const warning = (isEmpty ? [noOption, ...remarks, advice] : remarks).join(' ');
    return { options, ...(warning === '' ? {} : { warning }) };
  }

  /** Derives options without starting a crawl. Throws BAD_REQUEST when nothing in the prompt was understood. */
  async preview(spec: ParamsPreviewSpec, signal: AbortSignal): Promise<PromptOptions> {
    const { options, warning } = await this.options(spec, signal);
    if (Object.keys(options).length === 0) throw new AppError('BAD_REQUEST', warning);
    return { options, warning };
  }

  async #read(spec: ParamsPreviewSpec, signal: AbortSignal): Promise<PromptReading> {
    let problem: string;
    try {
      const model = this.models.current();
      if (!model.ask) return optionsByRules(spec);
      const within = AbortSignal.any([signal, AbortSignal.timeout(modelMs)]);
      return await optionsByModel({ ask: model.ask.bind(model) }, spec, within);
    } catch (thrown) {
      signal.throwIfAborted();
      problem = `The prompt was interpreted using rules, because the model failed: ${toAppError(thrown, 'MODEL_FAILED').reason}`;
    }
    const { options, remarks } = optionsByRules(spec);
    return { options, remarks: [problem, ...remarks] };
  }
}
