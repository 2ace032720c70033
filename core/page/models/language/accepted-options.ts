/** Call options that some services refuse. */
export interface AcceptedOptions {
  readonly temperature: boolean;
  /** True to limit the number of tokens in the answer. */
  readonly limit: boolean;
  /** Constraint on the format of the answer. Every prompt also describes the format. */
  readonly format: 'schema' | 'json' | 'text';
}

/** Options for the first call. */
export const allOptions: AcceptedOptions = { temperature: true, limit: true, format: 'schema' };

/**
 * Returns the options for the next call after a service refused a call with `message`; undefined if the message
 * mentions no option.
 */
export function fewerOptions(options: AcceptedOptions, message: string): AcceptedOptions | undefined {
  if (options.limit && /max_(?:\w{1,20}_)?tokens|maximum context|output tokens/i.test(message))
    return { ...options, limit: false };
  if (options.temperature && /temperature/i.test(message)) return { ...options, temperature: false };
  if (!/schema|response.?format|json|grammar|structured|output_config/i.test(message)) return undefined;
  if (options.format === 'schema') return { ...options, format: 'json' };
  return options.format === 'json' ? { ...options, format: 'text' } : undefined;
}
