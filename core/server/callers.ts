import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../common/errors';

/** Keys of a run: that of its option or environment, and the token of the command line on this machine. */
const ownKeys: ReadonlySet<string> = new Set(['key:option', 'key:local']);

/** True for the person at this machine: the sign-in link, the desktop window, the command line, or the key of this run. */
export function isOwner({ credentials }: Pick<FastifyRequest, 'credentials'>): boolean {
  const keys = credentials.filter((credential) => credential.startsWith('key:'));
  return keys.every((key) => ownKeys.has(key));
}

/**
 * Throws FORBIDDEN_KEY for a caller with a stored API key, or a window that was opened with one: what runs programs on this
 * machine or gives secrets away takes the person at it, who has the sign-in link, the desktop window or the command line.
 */
export function assertOwner(request: Pick<FastifyRequest, 'credentials'>): void {
  if (!isOwner(request)) throw new AppError('FORBIDDEN_KEY');
}

/** A signal that aborts when the caller hangs up before the answer has been sent. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new AppError('SCRAPE_JOB_CANCELLED', 'The client disconnected.'));
  });
  return controller.signal;
}
