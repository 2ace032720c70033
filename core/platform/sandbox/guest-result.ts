import { z } from 'zod';
import { AppError, type ErrorCode, errorTable } from '../../common/errors';
import { sandboxLimits } from './messages';
import { SandboxError } from './plugin-sandbox';

const failure = z.object({
  error: z.object({ code: z.string().refine((code) => Object.hasOwn(errorTable, code)), message: z.string() }),
});

/** Thrown when a plugin reports an error with a code. */
class ReportedError extends SandboxError {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message.slice(0, sandboxLimits.sentenceChars));
  }
}

/**
 * Validates the result of a call, because the plugin can send any JSON. Throws SandboxError if the result is invalid or
 * reports an error.
 */
export function readResult<Result>(json: string, schema: z.ZodType<Result>): Result {
  const value = parseSafely(json);
  const failed = failure.safeParse(value);
  if (failed.success) throw new ReportedError(failed.data.error.code as ErrorCode, failed.data.error.message);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.slice(1).join('.');
  throw new SandboxError(`its result is not valid${field ? ` ("${field}": ${issue?.message})` : ''}.`);
}

/**
 * Converts the failure of a call to an AppError that contains the plugin's name. If the plugin reports an error with a
 * code in `codes`, that code is used. Otherwise, the first code is used. Errors that are not from the sandbox are
 * returned unchanged.
 */
export function namedError(name: string, thrown: unknown, codes: readonly [ErrorCode, ...ErrorCode[]]): unknown {
  if (!(thrown instanceof SandboxError)) return thrown;
  const code = thrown instanceof ReportedError && codes.includes(thrown.code) ? thrown.code : codes[0];
  return new AppError(code, `The plugin ${name} failed: ${thrown.message}`, { cause: thrown });
}

/** Parses JSON from a plugin. Drops keys that would change a prototype when they are copied. */
export function parseSafely(json: string): unknown {
  try {
    // `__proto__` may also be written with escape sequences.
    if (!/__proto__|\\u00/.test(json)) return JSON.parse(json);
    return JSON.parse(json, (key, value) => (key === '__proto__' ? undefined : value));
  } catch {
    throw new SandboxError('its result is not valid JSON.');
  }
}

/** Schema of a file with its bytes encoded as base64. */
export const encodedFile = (mediaType: RegExp) =>
  z
    .object({ $bytes: z.string(), mediaType: z.string().regex(mediaType) })
    .transform(({ $bytes, mediaType: type }) => ({ bytes: bytesOf($bytes), mediaType: type }));

/** Decodes base64. */
export const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));
