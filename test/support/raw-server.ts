import { createServer, type Socket } from 'node:net';
import { listen } from './fault-server';

/** A server that sends the given bytes unchanged. */
export interface RawServer {
  readonly url: string;
  /** First lines of the requests so far. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts a server that responds to `/<name>` with the bytes stored under that name. It then closes the connection,
 * unless `staysOpen` contains the name.
 */
export async function startRawServer(
  answers: Readonly<Record<string, string | Uint8Array>>,
  staysOpen: readonly string[] = [],
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).once('close', () => sockets.delete(socket)));
    let request = '';
    socket.on('data', (chunk) => {
      request += chunk.toString('latin1');
      if (!request.includes('\r\n\r\n')) return;
      const line = request.slice(0, request.indexOf('\r\n'));
      request = '';
      requests.push(line);
      const name = /^\S+ (?:http:\/\/[^/]+)?\/([^\s?]*)/.exec(line)?.[1] ?? '';
      const answer = answers[name] ?? 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n';
      socket.write(typeof answer === 'string' ? Buffer.from(answer, 'latin1') : answer);
      if (!staysOpen.includes(name)) socket.end();
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
