import type { FastifyReply } from 'fastify';
import { AppError } from '../common/errors';

/** A signal that aborts when the caller hangs up before the answer has been sent. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new AppError('SCRAPE_JOB_CANCELLED', 'The caller went away.'));
  });
  return controller.signal;
}
