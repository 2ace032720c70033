import { describe, expect, it } from 'vitest';
import { allOptions, fewerOptions } from '../../../../core/page/models/language/accepted-options';

describe('options that a service refuses', () => {
  it('are dropped by the words of the refusal', () => {
    const message = "Unsupported value: 'temperature' does not support 0 with this model.";
    expect(fewerOptions(allOptions, message)).toEqual({ temperature: false, format: 'schema' });
    expect(fewerOptions({ ...allOptions, temperature: false }, message)).toBeUndefined();
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
