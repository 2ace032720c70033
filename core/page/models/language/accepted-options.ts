/** Options of a call that a service may refuse. */
export interface AcceptedOptions {
  readonly temperature: boolean;
  /** True for a limit of the answer's tokens. */
  readonly limit: boolean;
  /** How the answer is constrained; every prompt names its form, too. */
  readonly format: 'schema' | 'json' | 'text';
}

/** Options of the first call. */
export const allOptions: AcceptedOptions = { temperature: true, limit: true, format: 'schema' };

/**
 * Returns the options for another call after a service refused one with `message`; undefined when the message names none of
 * them.
 */
export function fewerOptions(options: AcceptedOptions, message: string): AcceptedOptions | undefined {
  if (options.limit && /max_(?:\w{1,20}_)?tokens|maximum context|output tokens/i.test(message))
    return { ...options, limit: false };
  if (options.temperature && /temperature/i.test(message)) return { ...options, temperature: false };
  if (!/schema|response.?format|json|grammar|structured|output_config/i.test(message)) return undefined;
  if (options.format === 'schema') return { ...options, format: 'json' };
  return options.format === 'json' ? { ...options, format: 'text' } : undefined;
}
