import { describe, expect, it } from 'vitest';
import { allOptions, fewerOptions } from '../../../../core/page/models/language/accepted-options';

describe('options that a service refuses', () => {
  it('are dropped by the words of the refusal', () => {
    const message = "Unsupported value: 'temperature' does not support 0 with this model.";
    expect(fewerOptions(allOptions, message)).toEqual({ ...allOptions, temperature: false });
    expect(fewerOptions({ ...allOptions, temperature: false }, message)).toBeUndefined();
  });

  it.each([
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    "This model's maximum context length is 8192 tokens.",
    'max_tokens: 8000 > 4096, which is the maximum allowed number of output tokens',
  ])('include a limit of the answer: %s', (message) => {
    expect(fewerOptions(allOptions, message)).toEqual({ ...allOptions, limit: false });
  });

  it('fall back from a JSON schema to any JSON, then to plain text', () => {
    const message = "'response_format.type' must be 'text'";
    const json = fewerOptions(allOptions, message)!;
    const text = fewerOptions(json, message)!;
    expect([json.format, text.format, fewerOptions(text, message)]).toEqual(['json', 'text', undefined]);
  });

  it('are kept for other refusals', () => {
    expect(fewerOptions(allOptions, 'The model `x` does not exist.')).toBeUndefined();
  });
});
