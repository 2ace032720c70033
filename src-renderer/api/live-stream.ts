import type { LiveMessage, LiveReceipt } from '../../core/common/live';

/** Callbacks for a live page's stream. */
export interface LiveStreamListener {
  /** Handles a message. The next message is delivered once the returned promise resolves. */
  message(message: LiveMessage): Promise<void>;
  /** Called when the stream ends because the engine was stopped or the live page was closed. */
  ended(): void;
}

/** Controls for an open stream. */
export interface LiveStreamControl {
  /** Turns screenshots on or off. DOM changes are always sent. */
  pictures(on: boolean): void;
  end(): void;
}

/** Opens the stream of a live page. With `nodes: false`, messages contain only the page's version numbers. */
export function openLiveStream(id: string, listener: LiveStreamListener, { nodes = true } = {}): LiveStreamControl {
  const address = new URL(`/local/live/${encodeURIComponent(id)}/stream`, location.href);
  if (!nodes) address.searchParams.set('nodes', 'false');
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  let stopped = false;
  let last: Promise<void> = Promise.resolve();
  const take = async (data: string | ArrayBuffer): Promise<void> => {
    const message = JSON.parse(typeof data === 'string' ? data : await inflated(data)) as LiveMessage;
    if (stopped) return;
    await listener.message(message);
    if (message.type !== 'facts') say({ type: 'shown' });
  };
  const say = (receipt: LiveReceipt): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(receipt));
  };
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    last = last.then(() => take(data)).catch(() => socket.close());
  };
  socket.onclose = () => {
    if (!stopped) listener.ended();
  };
  return {
    pictures: (on) => say({ type: 'pictures', on }),
    end: () => {
      stopped = true;
      socket.close();
    },
  };
}

async function inflated(data: ArrayBuffer): Promise<string> {
  const plain = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(plain).text();
}
