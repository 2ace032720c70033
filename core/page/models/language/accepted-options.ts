/** Optional parameters of a model call. Some services do not accept all of them. */
export interface AcceptedOptions {
  readonly temperature: boolean;
  /** True if the call limits the number of tokens in the answer. */
  readonly limit: boolean;
  /** Answer format enforced by the service. The prompt always describes the format. */
  readonly format: 'schema' | 'json' | 'text';
}

/** Options for the first call to a service. */
export const allOptions: AcceptedOptions = { temperature: true, limit: true, format: 'schema' };

/**
 * Removes the option that the service rejected, and returns the options for the next call. Undefined if the service's
 * error `message` mentions no option.
 */
export function fewerOptions(options: AcceptedOptions, message: string): AcceptedOptions | undefined {
  if (options.limit && /max_(?:\w{1,20}_)?tokens|maximum context|output tokens/i.test(message))
    return { ...options, limit: false };
  if (options.temperature && /temperature/i.test(message)) return { ...options, temperature: false };
  if (!/schema|response.?format|json|grammar|structured|output_config/i.test(message)) return undefined;
  if (options.format === 'schema') return { ...options, format: 'json' };
  return options.format === 'json' ? { ...options, format: 'text' } : undefined;
}
