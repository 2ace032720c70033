import type { WebSocket } from '@fastify/websocket';
import { inject, injectable } from 'inversify';
import { type AppError, toAppError } from '../../../common/errors';
import { isUuid } from '../../../common/values/ids';
import { JobReader } from '../../../jobs/job-reader';
import { type Credential, Revocations } from '../../../platform/auth/revocations';
import { EventBus } from '../../../ports/delivery/event-bus';
import { listJson } from '../../list-json';

/** Close codes used by the live-status protocol. */
const closeCodes = { done: 1000, notFound: 1008, internal: 1011, unauthorized: 3000 } as const;
/** Maximum number of documents per message. */
const batchSize = 100;
/** Number of unread bytes above which sending to the client pauses. */
const maxUnreadBytes = 4 * 1024 * 1024;

/** Credentials of the caller that opened a socket, or the reason for refusing the caller. */
interface SocketCaller {
  readonly credentials: readonly Credential[];
  readonly refusal?: AppError;
}

/**
 * Sends the live status of a job over a WebSocket: the existing documents, and then each new document. Closes the
 * socket with the final state.
 */
@injectable()
export class JobSockets {
  constructor(
    @inject(JobReader) private readonly reader: JobReader,
    @inject(EventBus) private readonly events: EventBus,
    @inject(Revocations) private readonly revocations: Revocations,
  ) {}

  /**
   * Serves a socket until its job ends or the client disconnects. An unauthorized client receives the reason and is
   * disconnected.
   */
  async serve(socket: WebSocket, id: string, { credentials, refusal }: SocketCaller): Promise<void> {
    const refuse = (error: string) => close(socket, closeCodes.unauthorized, { type: 'error', error });
    if (refusal) return refuse(refusal.message);
    socket.once(
      'close',
      this.revocations.listen(credentials, () => refuse('Unauthorized: Invalid token')),
    );
    try {
      if (!isUuid(id)) return close(socket, closeCodes.notFound, { type: 'error', error: 'Invalid job id' });
      await this.#stream(socket, id);
    } catch (thrown) {
      const error = toAppError(thrown);
      close(socket, error.status === 404 ? closeCodes.notFound : closeCodes.internal, {
        type: 'error',
        error: error.message,
      });
    }
  }

  async #stream(socket: WebSocket, id: string): Promise<void> {
    const changes = changesOf(this.events, id, socket);
    try {
      await this.#send(socket, id, changes.next);
    } finally {
      changes.stop();
    }
  }

  async #send(socket: WebSocket, id: string, change: () => Promise<void>): Promise<void> {
    const first = await this.reader.status(id, { skip: 0 });
    let sent = first.end;
    const head = JSON.stringify(first.facts);
    await send(socket, listJson(`{"type":"catchup","data":${head.slice(0, -1)},"data":[`, first.documents, ']}}'));
    for (let status = first.facts.status; ; ) {
      while (socket.readyState === socket.OPEN) {
        const page = await this.reader.status(id, { skip: sent, limit: batchSize });
        for (const json of page.documents) await send(socket, listJson('{"type":"document","data":', [json], '}'));
        sent = page.end;
        status = page.facts.status;
        if (page.next === undefined) break;
      }
      if (socket.readyState !== socket.OPEN) return;
      if (status !== 'scraping') break;
      await change();
    }
    close(socket, closeCodes.done, { type: 'done' });
  }
}

/**
 * Sends a text message in UTF-8. If the client has too many unread bytes, waits until the client has read them or has
 * disconnected.
 */
async function send(socket: WebSocket, text: Uint8Array): Promise<void> {
  if (socket.readyState !== socket.OPEN) return;
  const flushed = new Promise<void>((resolve) => socket.send(text, { binary: false }, () => resolve()));
  if (socket.bufferedAmount > maxUnreadBytes) await flushed;
}

function close(socket: WebSocket, code: number, reason: object): void {
  // The WebSocket protocol limits close reasons to 123 bytes.
  const text = JSON.stringify(reason);
  socket.close(code, text.length <= 123 ? text : JSON.stringify({ type: 'error' }));
}

/** Watches a job's events. `next` resolves on the next event, after one second, or when the client disconnects. */
function changesOf(events: EventBus, id: string, socket: WebSocket) {
  let changed = false;
  let wake = () => undefined as void;
  const signal = () => {
    changed = true;
    wake();
  };
  const stop = events.listen((event) => {
    if (event.jobId === id) signal();
  });
  socket.once('close', signal);
  return {
    stop,
    async next(): Promise<void> {
      if (!changed) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 1000);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      changed = false;
    },
  };
}
