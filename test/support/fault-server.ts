import { createServer, type Server } from 'node:http';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { faultAnswers } from './fault-answers';
import { startTlsFaults, type TlsFaults } from './fault-tls';

/** A server on the loopback address that misbehaves on request. Its pages are defined in `fault-answers.ts`. */
export interface FaultServer {
  /** `http://127.0.0.1:<port>`. */
  readonly http: string;
  readonly port: number;
  /** Base URLs of the TLS variants. */
  readonly tls: TlsFaults['urls'];
  /** Returns the number of requests so far for a path, with any query. */
  hits(path: string): number;
  /** Returns the total number of open connections to all variants. */
  openSockets(): number;
  /** Waits until there are no open connections, for at most `withinMs` milliseconds. */
  socketsFreed(withinMs?: number): Promise<void>;
  /** Closes all open connections, as when a site restarts. */
  dropSockets(): void;
  close(): Promise<void>;
}

/** Starts the plain server and the TLS variants on free ports. */
export async function startFaultServer(): Promise<FaultServer> {
  const sockets = new Set<Socket>();
  const hits = new Map<string, number>();
  const plain = createServer({ keepAliveTimeout: 30_000, requestTimeout: 0 }, (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
    hits.set(url.pathname, (hits.get(url.pathname) ?? 0) + 1);
    faultAnswers(url, request, response);
  });
  track(plain, sockets);
  const port = await listen(plain);
  const tls = await startTlsFaults((server) => track(server, sockets));
  return {
    http: `http://127.0.0.1:${port}`,
    port,
    tls: tls.urls,
    hits: (path) => hits.get(path) ?? 0,
    openSockets: () => sockets.size,
    socketsFreed: (withinMs = 5_000) => freed(sockets, withinMs),
    dropSockets: () => {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([...tls.servers, plain].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** Listens on a free loopback port and returns the port. */
export async function listen(server: Server | NetServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function track(server: Server | NetServer, sockets: Set<Socket>): void {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
}

function freed(sockets: Set<Socket>, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${sockets.size} connections are still open`)), withinMs);
    const check = () => {
      if (sockets.size > 0) return;
      clearTimeout(timer);
      resolve();
    };
    for (const socket of sockets) socket.once('close', () => setImmediate(check));
    check();
  });
}
