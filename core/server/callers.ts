import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../common/errors';

/**
 * Keys that belong to this run: the key from an option or environment variable, and the token of the local command
 * line.
 */
const ownKeys: ReadonlySet<string> = new Set(['key:option', 'key:local']);

/**
 * True for the user of this machine. Such a caller uses a sign-in link, the desktop window, the command line or the key
 * of this run.
 */
export function isOwner({ credentials }: Pick<FastifyRequest, 'credentials'>): boolean {
  const keys = credentials.filter((credential) => credential.startsWith('key:'));
  return keys.every((key) => ownKeys.has(key));
}

/**
 * Throws FORBIDDEN_KEY for a caller with a stored API key, and for a window that was opened with such a key. Only the
 * user of this machine may run programs and export secrets.
 */
export function assertOwner(request: Pick<FastifyRequest, 'credentials'>): void {
  if (!isOwner(request)) throw new AppError('FORBIDDEN_KEY');
}

/** Returns a signal that aborts when the client disconnects before the response has been sent. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new AppError('SCRAPE_JOB_CANCELLED', 'The client disconnected.'));
  });
  return controller.signal;
}
