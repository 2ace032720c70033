import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '../common/errors';
import type { Log } from '../common/log';

/** Maps the HTTP server's error codes to codes in the error table. */
const serverCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_REQUEST_INVALID_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_REQUEST_INVALID_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
};

/** Retry-After value in seconds while the database is unreachable. */
const retryAfterSeconds = 5;

/** Replies with an error from the error table. `status` overrides the error's own status. */
export const replyError = (reply: FastifyReply, thrown: FastifyError | AppError, status?: number): FastifyReply => {
  const error = asAppError(thrown);
  if (error.code === 'DATABASE_UNAVAILABLE') reply.header('Retry-After', retryAfterSeconds);
  return reply.status(status ?? error.status).send(errorBody(error));
};

/** Responds to malformed or slow requests, and closes the connection. */
export function refuseBrokenRequest(thrown: Error & { readonly code?: string }, socket: Socket): void {
  if (socket.destroyed) return;
  if (!socket.writable || thrown.code === 'ECONNRESET') return void socket.destroy();
  const reasons: Readonly<Record<string, readonly [string, string]>> = {
    ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive; send it without pauses.'],
    HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are larger than 16 KB; send fewer.'],
  };
  const [status, error] = reasons[thrown.code ?? ''] ?? ['400 Bad Request', 'This is not a valid HTTP request.'];
  const body = JSON.stringify({ success: false, error, code: 'BAD_REQUEST' });
  const headers = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\nConnection: close\r\n\r\n${body}`);
}

function asAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  const code = serverCodes[error.code];
  if (code) return new AppError(code, undefined, { cause: error });
  const status = error.statusCode ?? 500;
  return status < 500
    ? new AppError(status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST', error.message, { cause: error })
    : new AppError('UNKNOWN_ERROR', undefined, { cause: error });
}

/** Body of an error response. With status 401, the body contains no code, because published clients expect none. */
export function errorBody(error: AppError): Record<string, unknown> {
  const code = error.code === 'UNAUTHORIZED' ? {} : { code: error.code };
  return {
    success: false,
    error: error.message,
    ...code,
    ...(error.details === undefined ? {} : { details: error.details }),
  };
}

/** Time limit in ms for a client to finish sending a rejected body. */
const drainMs = 5000;

/** Waits until the client has sent the entire body, because many clients read the response only then. */
function drained({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, drainMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    raw.once('end', done).once('close', done).resume();
  });
}

/** Formats every error in the same way, with a code from the error table. */
export function addErrorReply(app: FastifyInstance, log: Log): void {
  app.setErrorHandler(async (thrown: FastifyError, request, reply) => {
    const error = asAppError(thrown);
    if (error.code === 'BODY_TOO_LARGE') await drained(request);
    if (error.code === 'UNKNOWN_ERROR') {
      const cause = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : String(error.cause);
      log.warn(`${request.method} ${request.url}: ${error.message} ${cause}`);
    }
    // Replaces status 408 with 504 for requests from the UI. After a 408 response on a reused connection, browsers
    // repeat the request, and the engine would process it twice.
    const isWindow = request.session !== undefined;
    return replyError(reply, error, isWindow && error.status === 408 ? 504 : error.status);
  });
  app.setNotFoundHandler((request, reply) =>
    replyError(
      reply,
      new AppError(
        'NOT_FOUND',
        `There is nothing at ${request.method} ${request.url.split('?')[0]}; see /docs for the routes.`,
      ),
    ),
  );
}
