import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import type { Dispatcher } from 'undici';
import { AppError } from '../../../common/errors';
import type { AddressGuard } from '../../../ports/address-guard';
import { createServer } from '../node-http';
import { AgentPool, dial } from './agents';
import type { DialTarget } from './connect-to';
import { EgressRoutes, type Refusal, type Route } from './egress-routes';
import { forwardedHeaders, refusedHeader, upgradeHead } from './forwarded-headers';
import { networkError } from './network-errors';

/** Both ends of a tunnel: the sockets to the browser and to the site. */
interface Tunnel {
  readonly client: Duplex;
  readonly site: Duplex;
  readonly route: Route;
  readonly target: string;
}

/**
 * The browser's only route to the network: an HTTP proxy on the loopback interface. It checks every connection with the
 * address guard. It serves only clients that present the password of a registered route.
 */
export class EgressProxy {
  /** Registered routes, one per browser context. Each route has its own credentials. */
  readonly routes = new EgressRoutes();
  private readonly agents: AgentPool;
  private readonly sockets = new Set<Duplex>();
  private server: Server | undefined;

  constructor(private readonly guard: AddressGuard) {
    this.agents = new AgentPool(guard);
  }

  /** Starts listening on a free loopback port. Returns the address for `--proxy-server`. */
  async start(): Promise<string> {
    if (this.server) return this.address;
    const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0, maxHeaderSize: 65_536 });
    server.on('request', (request, response) => void this.forward(request, response));
    server.on('connect', (request, socket, head) => void this.connect(request, socket, head));
    server.on('upgrade', (request, socket, head) => void this.upgrade(request, socket, head));
    server.on('connection', (socket) => this.track(socket));
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return this.address;
  }

  get port(): number {
    const bound = this.server?.address() as AddressInfo | null | undefined;
    if (!bound) throw new AppError('ENGINE_CLOSING', 'The egress proxy is not running; start it first.');
    return bound.port;
  }

  /** Address of the proxy while it is listening: `http://127.0.0.1:<port>`. */
  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Returns and clears the refusals recorded for a route. */
  takeRefusals(username: string): readonly Refusal[] {
    return this.routes.takeRefusals(username);
  }

  async close(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
    await this.agents.close();
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Forwards a plain HTTP request and returns the response. */
  private async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = this.routes.authenticate(request.headers['proxy-authorization']);
    if (!route) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="gleaner"', 'content-length': 0 }).end();
      return;
    }
    const target = request.url ?? '';
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    let answer: Dispatcher.ResponseData | undefined;
    try {
      const url = webUrl(target);
      this.guard.checkUrl(url);
      this.routes.check(route.username, url.href);
      const way = await this.agents.route(url, { insecure: false, proxyUrl: route.upstreamUrl });
      const { hostLease } = route;
      const sent = {
        origin: way.origin,
        path: way.path,
        method: (request.method ?? 'GET') as Dispatcher.HttpMethod,
        headers: withHeaders(forwardedHeaders(request.rawHeaders), { host: url.host, ...way.headers }),
        body: hasBody(request) ? request : null,
        responseHeaders: 'raw',
        signal: gone.signal,
        hostLease,
      } as const;
      answer = await way.dispatcher.request(sent);
      if (answer.statusCode === 407) throw loginAsked(url, route);
      const headers = forwardedHeaders(answer.headers as unknown as readonly (string | Buffer)[]);
      response.writeHead(answer.statusCode, headers);
      pipeline(answer.body, response, () => undefined);
    } catch (error) {
      // An unread body would block its connection.
      answer?.body.on('error', () => undefined).destroy();
      if (gone.signal.aborted) return;
      const refusal = this.note(route, target, error);
      if (response.headersSent) response.destroy();
      else response.writeHead(statusOf(refusal), refusalHeaders(refusal)).end(refusal.message);
    }
  }

  /** Opens a tunnel for HTTPS or WebSockets. */
  private async connect(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const route = this.routes.authenticate(request.headers['proxy-authorization']);
    if (!route) {
      client.end(rawAnswer(407, 'Proxy Authentication Required', { 'Proxy-Authenticate': 'Basic realm="gleaner"' }));
      return;
    }
    const target = request.url ?? '';
    try {
      this.routes.check(route.username, tunnelUrl(target));
      const site = await dial(this.guard, authority(target), route.upstreamUrl);
      this.join(
        { client, site, route, target },
        () => client.write('HTTP/1.1 200 Connection Established\r\n\r\n'),
        head,
      );
    } catch (error) {
      this.refuse(client, this.note(route, target, error));
    }
  }

  /** Forwards a WebSocket upgrade that was sent without a tunnel. */
  private async upgrade(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const route = this.routes.authenticate(request.headers['proxy-authorization']);
    if (!route) {
      client.end(rawAnswer(407, 'Proxy Authentication Required', { 'Proxy-Authenticate': 'Basic realm="gleaner"' }));
      return;
    }
    const target = request.url ?? '';
    try {
      const url = webUrl(target.replace(/^ws/i, 'http'));
      this.guard.checkUrl(url);
      this.routes.check(route.username, url.href);
      const site = await dial(this.guard, authority(url.host, 80), route.upstreamUrl);
      this.join(
        { client, site, route, target },
        () => site.write(upgradeHead(request, `${url.pathname}${url.search}`)),
        head,
      );
    } catch (error) {
      this.refuse(client, this.note(route, target, error));
    }
  }

  /**
   * Connects two sockets. When one of them closes, closes the other. The requests inside a tunnel are not visible, and
   * the next page may reuse the tunnel. The lease is therefore checked whenever the browser sends data, and the tunnel
   * is closed once the lease has expired.
   */
  private join({ client, site, route, target }: Tunnel, greet: () => void, head: Buffer): void {
    if (client.destroyed) {
      site.destroy();
      return;
    }
    this.track(site);
    this.assertAllowed({ route, site, target });
    client.on('data', () => {
      try {
        this.assertAllowed({ route, site, target });
      } catch (over) {
        this.note(route, target, over);
        client.destroy();
      }
    });
    greet();
    if (head.length > 0) site.write(head);
    pipeline(client, site, () => undefined);
    pipeline(site, client, () => undefined);
  }

  /** Closes the connection and throws when the route may no longer send data. */
  private assertAllowed({ route, site, target }: Omit<Tunnel, 'client'>): void {
    try {
      this.routes.check(route.username, tunnelUrl(target));
    } catch (over) {
      site.destroy();
      throw over;
    }
  }

  private note(route: Route, target: string, thrown: unknown): AppError {
    const error = networkError(thrown, URL.canParse(target) ? new URL(target).host || target : target);
    this.routes.note(route, { target, error });
    return error;
  }

  private refuse(client: Duplex, error: AppError): void {
    if (!client.destroyed)
      client.end(rawAnswer(statusOf(error), error.code, { [refusedHeader]: error.code }, error.message));
  }

  private track(socket: Duplex): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.sockets.delete(socket));
  }
}

/**
 * Converts a 407 response from an upstream proxy into an error. The browser would otherwise mistake it for a challenge
 * from this proxy.
 */
function loginAsked(url: URL, route: Route): AppError {
  if (route.upstreamUrl === undefined) {
    return new AppError('SCRAPE_SITE_ERROR', `\`${url.host}\` returned status 407, which only proxies may send.`);
  }
  return new AppError(
    'SCRAPE_PROXY_ERROR',
    'The proxy requires a user name and password (407); check its credentials.',
  );
}

function webUrl(target: string): URL {
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) {
    throw new AppError('BAD_REQUEST', 'This proxy accepts only absolute http URLs.');
  }
  return new URL(target);
}

/** Returns the target of a tunnel or an upgrade request as a URL. A tunnel's target is given as `host:port`. */
const tunnelUrl = (target: string): string => (target.includes('://') ? target : `https://${target}`);

/** Parses the `host:port` in a tunnel request. */
function authority(text: string, defaultPort?: number): DialTarget {
  const match = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(text);
  const port = Number(match?.[2] ?? defaultPort);
  if (!match?.[1] || !(port > 0 && port < 65_536)) {
    throw new AppError('BAD_REQUEST', `\`${text}\` is not a host and port.`);
  }
  return { host: match[1].replace(/^\[|\]$/g, ''), port };
}

function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function withHeaders(flat: readonly string[], extra: Readonly<Record<string, string>>): string[] {
  const kept: string[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const name = flat[index] ?? '';
    if (!(name.toLowerCase() in extra)) kept.push(name, flat[index + 1] ?? '');
  }
  return [...kept, ...Object.entries(extra).flat()];
}

function statusOf(error: AppError): number {
  if (error.code === 'PRIVATE_ADDRESS_BLOCKED' || error.code === 'SCRAPE_HOST_BLOCKED') return 403;
  return error.code === 'BAD_REQUEST' ? 400 : 502;
}

function refusalHeaders(error: AppError): Record<string, string> {
  return { [refusedHeader]: error.code, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
}

function rawAnswer(status: number, reason: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const lines = Object.entries({ ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' });
  return `HTTP/1.1 ${status} ${reason}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}
