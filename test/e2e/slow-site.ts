import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site that takes a request and never answers. */
export interface SlowSite {
  readonly url: string;
  /** Resolves when a request has come. */
  readonly asked: Promise<void>;
  /** Resolves when the asker has gone away. */
  readonly left: Promise<void>;
  close(): Promise<void>;
}

/** Starts the site on a free loopback port. */
export async function startSlowSite(): Promise<SlowSite> {
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    asked.resolve();
    response.once('close', () => left.resolve());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slow`,
    asked: asked.promise,
    left: left.promise,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
