import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyRequest } from 'fastify';
import { inject, injectable } from 'inversify';
import { toAppError } from '../../../common/errors';
import type { LiveMessage, LiveReceipt } from '../../../common/live';
import { LivePages } from '../../../live/live-pages';
import { Revocations } from '../../../platform/auth/revocations';
import { mirrorPlaces } from './live-mirrors';

/** Length in characters from which a message is compressed. */
const compressedFrom = 32 * 1024;
const closeCodes = { notFound: 1008, unauthorized: 3000 } as const;
const compress = promisify(deflateRaw);

/**
 * Stream of a live page over a WebSocket. Messages are JSON text, and long messages are compressed with raw deflate.
 */
@injectable()
export class LiveSockets {
  constructor(
    @inject(LivePages) private readonly pages: LivePages,
    @inject(Revocations) private readonly revocations: Revocations,
  ) {}

  /** Serves a window until it disconnects. An unauthorized window receives the reason and is disconnected. */
  serve(socket: WebSocket, request: FastifyRequest): void {
    const { refusal, credentials } = request;
    if (refusal) {
      socket.close(closeCodes.unauthorized, refusal.code);
      return;
    }
    const forget = this.revocations.listen(credentials, () => socket.close(closeCodes.unauthorized, 'UNAUTHORIZED'));
    socket.once('close', forget);
    try {
      const session = this.pages.get((request.params as { id: string }).id);
      const places = mirrorPlaces(session, request.headers.host ?? '');
      const withoutNodes = (request.query as { nodes?: string }).nodes === 'false';
      const stream = session.join({ ...places, send: inOrder(socket), withoutNodes });
      socket.on('message', (data: unknown) => {
        const receipt = receiptOf(String(data));
        if (receipt?.type === 'shown') stream.shown();
        else if (receipt) session.picture(stream, receipt.on === true).catch(() => socket.terminate());
      });
      socket.once('close', () => session.leave(stream));
    } catch (thrown) {
      socket.close(closeCodes.notFound, toAppError(thrown).code);
    }
  }
}

/** Parses a message from a window. Returns undefined if the message is invalid. */
function receiptOf(text: string): LiveReceipt | undefined {
  try {
    const receipt = JSON.parse(text) as LiveReceipt | null;
    return receipt?.type === 'shown' || receipt?.type === 'pictures' ? receipt : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a function that sends messages in order, even while a message is being compressed. */
function inOrder(socket: WebSocket): (message: LiveMessage) => void {
  let last: Promise<void> = Promise.resolve();
  const send = async (text: string, isPlain: boolean): Promise<void> => {
    const data = isPlain || text.length < compressedFrom ? text : await compress(text, { level: 1 });
    if (socket.readyState === socket.OPEN) socket.send(data);
  };
  return (message) => {
    const text = JSON.stringify(message);
    // Skips compression for screenshots, which are already compressed.
    last = last.then(() => send(text, message.type === 'picture')).catch(() => socket.terminate());
  };
}
