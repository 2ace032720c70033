import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
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

/** Makes every error leave in one shape, with a code of the one table. */
export function addErrorReply(app: FastifyInstance, log: Log): void {
  const send = (reply: FastifyReply, error: AppError) => reply.status(error.status).send(errorBody(error));
  app.setErrorHandler((thrown: FastifyError, request, reply) => {
    const error = asAppError(thrown);
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
