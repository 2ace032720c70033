import type { AppError } from '../../../common/errors';
import type { ModelAnswer, ModelInput } from '../../../contract/plugin';

/** Start of the warning that a model has failed. */
export const modelFailedWords = 'The model failed, so rules were used instead:';

/** Returns the values found by rules in place of a failed model's answer. Undefined if the rules found nothing. */
export function answerByRules(
  { rules, answer }: ModelInput,
  failure: AppError,
): Omit<ModelAnswer, 'tokensUsed' | 'costUsd'> | undefined {
  const { data, sources, missing, warning } = rules;
  const hasValues = answer === 'text' ? typeof data === 'string' && data !== '' : sources.length > 0;
  if (!hasValues) return undefined;
  const sentences = [`${modelFailedWords} ${failure.reason}`, warning];
  return { value: data, sources, missing, isByRules: true, warning: sentences.filter(Boolean).join(' ') };
}
