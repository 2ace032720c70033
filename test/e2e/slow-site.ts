import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site that never responds. */
export interface SlowSite {
  readonly url: string;
  /** Resolves once a request has arrived. */
  readonly asked: Promise<unknown>;
  /** Resolves once the client has disconnected. */
  readonly left: Promise<unknown>;
  close(): Promise<void>;
}

/** Starts the site on a free loopback port. */
export async function startSlowSite(): Promise<SlowSite> {
  const server = createServer();
  const asked = once(server, 'request').then(([, response]) => response as ServerResponse);
  const left = asked.then((response) => once(response, 'close'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slow`,
    asked,
    left,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
