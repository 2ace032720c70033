import type { z } from 'zod';
import { fieldName, issuesByPath } from '../display/issue-words';
import { engineMessage } from '../display/messages/engine-message';
import { t } from '../texts/i18n';

/**
 * Error from a failed API call. The message comes from the engine's error table. Only `ENGINE_UNREACHABLE` and
 * `CANCELLED` originate in the UI.
 */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    readonly details?: unknown,
    /** The rejected request. The paths of the issues refer to this request. */
    readonly sent?: unknown,
    /** The message as the engine sent it. */
    readonly original: string = message,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/**
 * Returns the error for a form with invalid fields. Undefined if all fields are valid. `request` is the request that
 * the form would send.
 */
export function formError(issues: Readonly<Record<string, string>>, request?: unknown): ApiError | undefined {
  const details = Object.entries(issues).map(([path, message]) => ({ path, message }));
  if (details.length === 0) return undefined;
  return new ApiError('BAD_REQUEST', t('shell.correctFields'), 0, details, request);
}

/** Options for an API call. */
export interface CallOptions {
  /** Request body. Sent as JSON unless it is a form. */
  readonly body?: unknown;
  /** File to send unchanged instead of `body`, with its own content type. */
  readonly file?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

let signedOut: () => void = () => {};

/** Sets the listener to call when the engine no longer accepts the session. */
export function onSignedOut(listener: () => void): void {
  signedOut = listener;
}

/** Calls the engine and returns the JSON response, typed by the route's schema. Throws `ApiError` on failure. */
export async function call<Schema extends z.ZodType>(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<z.output<Schema>> {
  const response = await send(method, path, options);
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as z.output<Schema>;
  if (response.status === 401) signedOut();
  throw errorOf(response.status, answer, sentIn(options.body));
}

/** Loads a file from the engine. Throws `ApiError` on failure. */
export async function loadFile(path: string, signal?: AbortSignal): Promise<Blob> {
  const response = await send('GET', path, { signal });
  if (response.ok) return response.blob();
  throw errorOf(response.status, await response.json().catch(() => undefined), undefined);
}

async function send(method: string, path: string, { body, file, headers, signal }: CallOptions): Promise<Response> {
  const isForm = body instanceof FormData;
  const type: Record<string, string> = body === undefined || isForm ? {} : { 'content-type': 'application/json' };
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { ...type, ...headers },
      body: file ?? (body === undefined || isForm ? body : JSON.stringify(body)),
      signal,
    });
  } catch (thrown) {
    if (signal?.aborted) throw new ApiError('CANCELLED', t('shell.cancelled'), 0);
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new ApiError('ENGINE_UNREACHABLE', t('shell.noAnswer'), 0, reason);
  }
}

/** Returns the request that was sent. For an upload, this is the form field `options`. Otherwise, it is the body. */
function sentIn(body: unknown): unknown {
  const options = body instanceof FormData ? body.get('options') : undefined;
  return typeof options === 'string' ? JSON.parse(options) : body;
}

function errorOf(status: number, answer: unknown, sent: unknown): ApiError {
  const body = (answer ?? {}) as { error?: unknown; code?: unknown; details?: unknown };
  const original = typeof body.error === 'string' ? body.error : t('shell.engineStatus', { status });
  const code = typeof body.code === 'string' ? body.code : `HTTP_${status}`;
  const message = issueSentence(body.details, sent) ?? engineMessage(original);
  return new ApiError(code, message, status, body.details, sent, original);
}

/** Lists the issues of a rejected request in one line, e.g. `Formats · Highlights · Query: Required.` */
function issueSentence(details: unknown, sent: unknown): string | undefined {
  const issues = Object.entries(issuesByPath(details));
  if (issues.length === 0) return undefined;
  return issues.map(([path, text]) => (path === '' ? text : `${fieldName(path, sent)}: ${text}`)).join(' ');
}

/** Converts any thrown value to an `ApiError`. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError('UNKNOWN_ERROR', thrown instanceof Error ? thrown.message : String(thrown), 0);
}
