import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { AppError } from '../../../common/errors';
import type { HostLease } from '../../../common/model';
import type { AddressGuard } from '../../../ports/address-guard';
import { connectTimeoutMs, connectTo, type DialTarget } from './connect-to';
import { readLeniently } from './lenient-answer';
import { lenientFallback, lenientOrigins } from './lenient-fallback';
import { handshakeClosed } from './network-errors';
import { connectToProxy, parseProxy, proxyAuthorization, tunnel } from './proxy-tunnel';

/** Properties that determine which connection pool is used. */
export interface AgentKind {
  readonly insecure: boolean;
  readonly proxyUrl?: string;
}

/** A connection pool, and the origin, path and extra headers to use for a request through it. */
export interface AgentRoute {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  /** Headers that the route adds to the request. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A request that is sent only while its host lease is valid. The lease may expire while the connection is being opened.
 */
export interface LeasedRequest {
  readonly hostLease?: HostLease;
}

/** Checks the lease right before a request is written. If the check throws, the request fails. */
const whileLeased: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const { hostLease } = options as LeasedRequest;
  if (hostLease) {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      hostLease.check();
      start?.(controller, context);
    };
  }
  return dispatch(options, handler);
};

/** TLS options for requests that skip verification: accept any certificate and old protocol versions. */
const lenientTls = { rejectUnauthorized: false, minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;

const poolOptions = {
  keepAliveTimeout: 15_000,
  keepAliveMaxTimeout: 60_000,
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 65_536,
  allowH2: true,
};

/** Connection pools, keyed by their properties. The guard checks every new connection. */
export class AgentPool {
  private readonly agents = new LRUCache<string, Dispatcher>({
    max: 64,
    dispose: (agent, _key, reason) => {
      if (reason === 'evict') agent.close().catch(() => undefined);
    },
  });

  private readonly lenientOrigins = lenientOrigins();
  private readonly sockets = new Set<Socket>();
  private closed = false;

  constructor(private readonly guard: AddressGuard) {}

  /** Returns the pool for a URL, and the origin, path and extra headers to use for a request through the pool. */
  async route(url: URL, kind: AgentKind): Promise<AgentRoute> {
    const path = `${url.pathname}${url.search}`;
    const proxy = kind.proxyUrl === undefined ? undefined : parseProxy(kind.proxyUrl);
    // Plain HTTP requests are sent to an HTTP proxy without a tunnel, because many proxies refuse tunnels to port 80.
    if (!proxy?.protocol.startsWith('http') || url.protocol === 'https:') {
      return { dispatcher: this.direct(kind), origin: url.origin, path, headers: {} };
    }
    await checkBehindProxy(this.guard, targetOf(url));
    const login = proxyAuthorization(proxy);
    const headers = { host: url.host, ...(login ? { 'proxy-authorization': login } : {}) };
    const origin = `http://${proxy.host}`;
    return { dispatcher: this.forwarding(proxy), origin, path: `${url.origin}${path}`, headers };
  }

  /** Returns a pool of connections to the target. The connections are tunnelled through the proxy, if one is set. */
  direct(kind: AgentKind): Dispatcher {
    const key = `direct ${kind.insecure} ${kind.proxyUrl ?? ''}`;
    return this.kept(key, (allowH2) => this.connector(kind, allowH2));
  }

  /** Closes all connections, including those with requests in flight and those still being opened. */
  async close(): Promise<void> {
    this.closed = true;
    const agents = [...this.agents.values()];
    this.agents.clear();
    const ended = Promise.all(agents.map((agent) => agent.destroy()));
    // Gives HTTP/2 sessions time to close before their sockets are destroyed. All sockets are destroyed, because agents
    // would otherwise wait for connections that are still being opened.
    await setImmediate();
    for (const socket of this.sockets) socket.destroy();
    await ended;
  }

  /** Returns a pool of connections to an HTTP proxy, which forwards the requests. */
  private forwarding(proxy: URL): Dispatcher {
    const connect: buildConnector.connector = (_options, callback) => {
      this.hold(connectToProxy(proxy)).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    };
    return this.kept(`forward ${proxy.href}`, () => connect, false);
  }

  /** Opens connections that the guard allows, using TLS if the scheme requires it. */
  private connector({ insecure, proxyUrl }: AgentKind, allowH2: boolean): buildConnector.connector {
    const secure = buildConnector({
      allowH2,
      preferH2: allowH2,
      timeout: connectTimeoutMs,
      ...(insecure ? lenientTls : {}),
    });
    return (options, callback) => {
      this.hold(dial(this.guard, targetOf(options), proxyUrl)).then(
        (socket) => {
          if (options.protocol !== 'https:') return callback(null, socket);
          // If the socket is destroyed during the TLS handshake, no error is reported, but undici expects one.
          const done = once(callback);
          socket.once('close', () => done(handshakeClosed(), null));
          return secure({ ...options, httpSocket: socket }, done);
        },
        (error: Error) => callback(error, null),
      );
    };
  }

  /** Tracks a new connection, so that it can be closed along with the pool. */
  private async hold(connecting: Promise<Socket>): Promise<Socket> {
    const socket = await connecting;
    if (this.closed) {
      socket.destroy();
      throw new AppError('ENGINE_CLOSING');
    }
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }

  /**
   * Returns the pool for a key. The pool uses lenient connections for origins whose responses the strict parser
   * rejects.
   */
  private kept(key: string, connector: (allowH2: boolean) => buildConnector.connector, allowH2 = true): Dispatcher {
    const lenient = () =>
      this.made(`lenient ${key}`, () => {
        const connect = leniently(connector(false));
        return new Agent({ ...poolOptions, allowH2: false, connect }).compose(whileLeased);
      });
    return this.made(key, () => {
      const strict = new Agent({ ...poolOptions, allowH2, connect: connector(allowH2) });
      return strict.compose(whileLeased, lenientFallback(this.lenientOrigins, lenient));
    });
  }

  private made(key: string, make: () => Dispatcher): Dispatcher {
    const known = this.agents.get(key);
    if (known) return known;
    if (this.closed) throw new AppError('ENGINE_CLOSING');
    const made = make();
    this.agents.set(key, made);
    return made;
  }
}

/** Wraps a connector so that responses are parsed as leniently as in browsers. */
function leniently(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error) callback(error, null);
      else callback(null, readLeniently(socket) as Socket);
    });
}

function once(callback: buildConnector.Callback): buildConnector.Callback {
  let called = false;
  return (...outcome) => {
    if (called) return;
    called = true;
    callback(...outcome);
  };
}

/** Returns the host and port of a URL. The port defaults to the scheme's default port. */
function targetOf(address: {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
}): DialTarget {
  const port = Number(address.port || (address.protocol === 'https:' ? 443 : 80));
  return { host: address.hostname.replace(/^\[|\]$/g, ''), port };
}

/**
 * Opens a connection that the guard has allowed. A direct connection uses only the addresses that the guard checked.
 * With a proxy, the name is checked here, but the proxy resolves it again. The proxy is trusted because the user
 * configured it.
 */
export async function dial(guard: AddressGuard, target: DialTarget, proxyUrl?: string): Promise<Socket> {
  if (proxyUrl === undefined) {
    return connectTo(target, await guard.resolve(target.host, target.port));
  }
  await checkBehindProxy(guard, target);
  return tunnel(proxyUrl, target);
}

/** Throws if the target behind a proxy is private. Allows names that only the proxy can resolve. */
export async function checkBehindProxy(guard: AddressGuard, target: DialTarget): Promise<void> {
  try {
    await guard.resolve(target.host, target.port);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SCRAPE_DNS_RESOLUTION_ERROR') throw error;
  }
}
