import { describe, expect, it } from 'vitest';
import { budgetOf } from '../../../../core/page/models/language/context-budget';

const settings = { inputTokens: 8_000, outputTokens: 8_000 };

describe('the context of a model', () => {
  it.each([4_096, 8_192, 32_768])('of %i tokens holds prompt, page, hints and answer', (context) => {
    const { partTokens, answerTokens, hintTokens } = budgetOf(context, settings, 700);
    expect(700 + partTokens + answerTokens + hintTokens).toBeLessThan(context);
    expect(partTokens).toBeGreaterThanOrEqual(Math.min(8_000, context / 3));
  });

  it('is used up to the settings when it is long or unknown', () => {
    expect(budgetOf(131_072, settings, 700)).toEqual({ partTokens: 8_000, answerTokens: 8_000, hintTokens: 1_000 });
    expect(budgetOf(undefined, settings, 700)).toEqual({ partTokens: 8_000, answerTokens: 8_000, hintTokens: 1_000 });
  });

  it('that the prompt fills alone is an error with advice', () => {
    expect(() => budgetOf(2_048, settings, 1_500)).toThrow(
      /1500 of the model's 2048 context tokens; request fewer fields/,
    );
  });
});
