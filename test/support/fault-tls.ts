import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type Server } from 'node:net';
import { join } from 'node:path';
import { listen } from './fault-server';

const fixtures = join(import.meta.dirname, '../fixtures/tls');
const pair = (name: string) => ({
  key: readFileSync(join(fixtures, `${name}.key`)),
  cert: readFileSync(join(fixtures, `${name}.pem`)),
});

/** TLS servers, each with a different fault. The only fault of `h2` is its untrusted root certificate. */
export interface TlsFaults {
  readonly urls: Readonly<
    Record<
      | 'expired'
      | 'wrongHost'
      | 'selfSigned'
      | 'untrustedRoot'
      | 'tls10'
      | 'handshakeClose'
      | 'handshakeHang'
      | 'h2'
      | 'notTls',
      string
    >
  >;
  readonly servers: readonly Server[];
}

/** Starts all TLS variants on free ports. `watch` is called for each server before it listens. */
export async function startTlsFaults(watch: (server: Server) => void): Promise<TlsFaults> {
  const servers: Server[] = [];
  const start = async (server: Server) => {
    watch(server);
    servers.push(server);
    return `https://127.0.0.1:${await listen(server)}`;
  };
  const https = (name: string, options: object = {}) =>
    start(
      createHttps({ ...pair(name), ...options }, (_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(`<title>${name}</title><h1>Behind TLS</h1>`);
      }),
    );
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' };
  const urls = {
    expired: await https('expired'),
    wrongHost: await https('wrong-host'),
    selfSigned: await https('self-signed'),
    untrustedRoot: await https('good'),
    tls10: await https('old', old),
    handshakeClose: await start(createTcp((socket) => void socket.once('data', () => socket.destroy()))),
    handshakeHang: await start(createTcp((socket) => void socket.resume())),
    notTls: await start(
      createTcp((socket) => void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
    ),
    h2: await start(startH2() as unknown as Server),
  };
  return { urls, servers };
}

function startH2() {
  const server = createSecureServer({ ...pair('good'), allowHTTP1: true }, (request, response) => {
    const path = request.url ?? '/';
    if (path === '/reset') {
      request.stream?.close(2);
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ httpVersion: request.httpVersion, path, headers: request.headers }));
  });
  return server;
}
