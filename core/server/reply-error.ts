import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '../common/errors';
import type { Log } from '../log';

/** Codes of the table for what the HTTP server itself finds wrong. */
const serverCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_REQUEST_INVALID_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_REQUEST_INVALID_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
};

/** The error as an AppError of the table. */
function asAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  const code = serverCodes[error.code];
  if (code) return new AppError(code, undefined, { cause: error });
  const status = error.statusCode ?? 500;
  return status < 500
    ? new AppError(status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST', error.message, { cause: error })
    : new AppError('UNKNOWN_ERROR', undefined, { cause: error });
}

/** The body of an error answer. 401 carries no code, as published clients expect. */
export function errorBody(error: AppError): Record<string, unknown> {
  const code = error.code === 'UNAUTHORIZED' ? {} : { code: error.code };
  return {
    success: false,
    error: error.message,
    ...code,
    ...(error.details === undefined ? {} : { details: error.details }),
  };
}

/** Longest a caller may take to finish sending a body that has been refused. */
const drainMs = 5000;

/** Lets the caller finish sending, since many read no answer before that. */
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

/** Makes every error leave in one shape, with a code of the one table. */
export function addErrorReply(app: FastifyInstance, log: Log): void {
  const send = (reply: FastifyReply, error: AppError) => reply.status(error.status).send(errorBody(error));
  app.setErrorHandler(async (thrown: FastifyError, request, reply) => {
    const error = asAppError(thrown);
    if (error.code === 'BODY_TOO_LARGE') await drained(request);
    if (error.code === 'UNKNOWN_ERROR') {
      const cause = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : String(error.cause);
      log.warn(`${request.method} ${request.url}: ${error.message} ${cause}`);
    }
    return send(reply, error);
  });
  app.setNotFoundHandler((request, reply) =>
    send(
      reply,
      new AppError(
        'NOT_FOUND',
        `There is nothing at ${request.method} ${request.url.split('?')[0]}; see /docs for the routes.`,
      ),
    ),
  );
}
