import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../common/errors';

/**
 * IDs of the keys that exist only in this run: the key from an option or environment variable, and the command line's
 * token.
 */
const ownKeys: ReadonlySet<string> = new Set(['key:option', 'key:local']);

/**
 * True if the caller is the user of this machine. Such a caller uses a sign-in link, the desktop window, the command
 * line or the key of this run.
 */
export function isOwner({ credentials }: Pick<FastifyRequest, 'credentials'>): boolean {
  const keys = credentials.filter((credential) => credential.startsWith('key:'));
  return keys.every((key) => ownKeys.has(key));
}

/**
 * Throws FORBIDDEN_KEY if the caller uses a stored API key, or a window opened with such a key. Only the user of this
 * machine may run programs and export secrets.
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
