import { AppError } from '../../../common/errors';

/** Error response of a service, with the same fields as an SDK error. */
export class ServiceError extends Error {
  constructor(
    readonly statusCode: number,
    readonly responseBody?: string,
  ) {
    super(`The service returned status ${statusCode}.`);
  }
}

const advice: Readonly<Record<number, string>> = {
  400: 'check the model name and that the model supports JSON schemas',
  401: 'enter its API key again in Settings',
  403: 'its API key does not allow this; enter another API key in Settings',
  404: 'check the base URL and the model name in Settings',
  429: 'its rate limit has been reached; lower `concurrency` or try again later',
};

/**
 * Converts the error of a failed model call to MODEL_FAILED. If the caller aborted the call, returns the abort reason
 * instead.
 */
export function callError(thrown: unknown, service: string, caller: AbortSignal): unknown {
  if (caller.aborted) return caller.reason;
  const chain = causesOf(thrown);
  const known = chain.find((link): link is AppError => link instanceof AppError);
  if (known?.code === 'MODEL_FAILED') return known;
  if (chain.some((link) => link instanceof Error && link.name === 'TimeoutError')) {
    return failed(
      `The model at ${service} did not answer in time; raise \`timeoutSeconds\` or send less text.`,
      thrown,
    );
  }
  const answered = chain.find(hasStatus);
  if (answered && answered.statusCode >= 300) {
    const next = advice[answered.statusCode] ?? 'try again later';
    const words = wordsOf(answered.responseBody);
    return failed(`The model at ${service} returned status ${answered.statusCode}${words}; ${next}.`, thrown);
  }
  if (known) {
    return failed(`The model at ${service} cannot be reached: ${known.reason} Check that it is running.`, thrown);
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return failed(`The model at ${service} sent an invalid response: ${message.slice(0, 200)}`, thrown);
}

/** True if a service sent a stream although none was requested, or if it accepts only streaming requests. */
export const onlyStreams = (thrown: unknown): boolean =>
  causesOf(thrown).some((link) => {
    const {
      responseHeaders,
      statusCode,
      responseBody = '',
    } = link as Partial<ServiceError> & {
      readonly responseHeaders?: Readonly<Record<string, string>>;
    };
    const isStream = /event-stream/.test(responseHeaders?.['content-type'] ?? '');
    return isStream || (statusCode === 400 && /\bstream/i.test(responseBody));
  });

/** Returns the response of a service that rejected a call as invalid. Undefined for any other failure. */
export function refusalOf(thrown: unknown): string | undefined {
  const answered = causesOf(thrown).find(hasStatus);
  const isRefusal = answered?.statusCode === 400 || answered?.statusCode === 422;
  return isRefusal ? (answered.responseBody ?? '') : undefined;
}

const hasStatus = (link: unknown): link is ServiceError =>
  link instanceof Error && 'statusCode' in link && typeof link.statusCode === 'number';

const failed = (message: string, cause: unknown): AppError => new AppError('MODEL_FAILED', message, { cause });

/** Returns a thrown value, then its last retry error and its causes, outermost first. */
function causesOf(thrown: unknown, depth = 0): readonly unknown[] {
  if (!(thrown instanceof Error) || depth > 6) return [thrown];
  const { errors } = thrown as { readonly errors?: readonly unknown[] };
  const inner = [...(Array.isArray(errors) ? errors.slice(-1) : []), thrown.cause];
  return [thrown, ...inner.filter((link) => link !== undefined).flatMap((link) => causesOf(link, depth + 1))];
}

/** Returns the service's own error message, shortened to one line. */
function wordsOf(body: string | undefined): string {
  if (!body) return '';
  const found = /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(body)?.[1] ?? (body.includes('<') ? '' : body);
  const line = found
    .replace(/\\[nrt"]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
  return line === '' ? '' : ` (${line.replace(/\.$/, '')})`;
}
