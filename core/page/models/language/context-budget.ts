import { AppError } from '../../../common/errors';
import type { LanguageModelSettings } from '../../../common/language-model';

/** Share of the context that is reserved for the answer. */
const answerShare = 0.3;
/** Maximum share of the context for the values found by rules. */
const hintShare = 0.08;
/** Maximum size of the list of values found by rules, in tokens. */
const maxHintTokens = 1_000;
/**
 * Usable share of the context that remains after the answer's share. The rest is a safety margin, because token counts
 * are only estimates.
 */
const safety = 0.9;
/** Number of tokens that the service's chat template adds for roles and turns. */
const templateTokens = 50;
const minAnswerTokens = 200;
/** The model is called only if at least this many tokens of the page fit into its context. */
const minPartTokens = 200;

/** Token limits for a model call that processes one page. */
export interface Budget {
  /** Maximum size of a part of the page, in tokens. */
  readonly partTokens: number;
  readonly answerTokens: number;
  /** Maximum size of the list of values found by rules, in tokens. */
  readonly hintTokens: number;
}

/**
 * Divides a model's context among the prompt, the page and the answer. `promptTokens` is the size of the prompt without
 * the page and the values found by rules. Throws MODEL_FAILED if fewer than `minPartTokens` tokens remain for the page.
 */
export function budgetOf(
  contextTokens: number | undefined,
  { inputTokens, outputTokens }: Pick<LanguageModelSettings, 'inputTokens' | 'outputTokens'>,
  promptTokens: number,
): Budget {
  if (contextTokens === undefined) {
    return { partTokens: inputTokens, answerTokens: outputTokens, hintTokens: maxHintTokens };
  }
  const answerTokens = Math.min(outputTokens, Math.max(minAnswerTokens, Math.floor(contextTokens * answerShare)));
  const hintTokens = Math.min(maxHintTokens, Math.floor(contextTokens * hintShare));
  const left = (contextTokens - answerTokens - templateTokens) * safety - promptTokens - hintTokens;
  if (left < minPartTokens) {
    throw new AppError(
      'MODEL_FAILED',
      `Even without the page, the prompt uses ${promptTokens} of the model's ${contextTokens} context tokens; request fewer fields or raise the model's context length.`,
    );
  }
  return { partTokens: Math.min(inputTokens, Math.floor(left)), answerTokens, hintTokens };
}
