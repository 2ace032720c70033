import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { AppError } from '../../../common/errors';
import type { HostLease } from '../../../common/model';
import type { AddressGuard } from '../../../ports/address-guard';
import { connectTimeoutMs, connectTo, type DialTarget } from './connect-to';
import { readLeniently } from './lenient-answer';
import { lenientFallback, sloppyOrigins } from './lenient-fallback';
import { handshakeClosed } from './network-errors';
import { parseProxy, proxyAuthorization, reachProxy, tunnel } from './proxy-tunnel';

/** How a connection pool is kept apart from the others. */
export interface AgentKind {
  readonly insecure: boolean;
  /** Proxy the connections go through. */
  readonly proxyUrl?: string;
}

/** A pool and the request as it wants it. */
export interface AgentRoute {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  /** Headers the route needs, besides those of the request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A request that is sent only while its lease holds; connecting may take longer. */
export interface LeasedRequest {
  readonly hostLease?: HostLease;
}

/** Checks the lease of a request in the moment before it is written; what the check throws ends the request. */
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

/** TLS as lenient as a caller who skips verification expects: any certificate, old protocol versions too. */
const lenientTls = { rejectUnauthorized: false, minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;

const poolOptions = {
  keepAliveTimeout: 15_000,
  keepAliveMaxTimeout: 60_000,
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 65_536,
  allowH2: true,
};

/** Connection pools by kind; every connection of a pool passes the guard when it is made. */
export class AgentPool {
  private readonly agents = new LRUCache<string, Dispatcher>({
    max: 64,
    dispose: (agent, _key, reason) => {
      if (reason === 'evict') agent.close().catch(() => undefined);
    },
  });

  private readonly sloppy = sloppyOrigins();
  private readonly sockets = new Set<Socket>();
  private closed = false;

  constructor(private readonly guard: AddressGuard) {}

  /** The pool a request to `url` goes through, and how the request must be worded there. */
  async route(url: URL, kind: AgentKind): Promise<AgentRoute> {
    const path = `${url.pathname}${url.search}`;
    const proxy = kind.proxyUrl === undefined ? undefined : parseProxy(kind.proxyUrl);
    // Plain http through an http proxy is fetched by the proxy itself: many refuse tunnels to port 80.
    if (!proxy?.protocol.startsWith('http') || url.protocol === 'https:') {
      return { dispatcher: this.direct(kind), origin: url.origin, path, headers: {} };
    }
    await checkBehindProxy(this.guard, targetOf(url));
    const login = proxyAuthorization(proxy);
    const headers = { host: url.host, ...(login ? { 'proxy-authorization': login } : {}) };
    const origin = `http://${proxy.host}`;
    return { dispatcher: this.forwarding(proxy), origin, path: `${url.origin}${path}`, headers };
  }

  /** Connections that lead to the target itself, through the proxy if there is one. */
  direct(kind: AgentKind): Dispatcher {
    const key = `direct ${kind.insecure} ${kind.proxyUrl ?? ''}`;
    return this.kept(key, (allowH2) => this.connector(kind, allowH2));
  }

  /** Ends every connection, running requests and half-made connections included. */
  async close(): Promise<void> {
    this.closed = true;
    const agents = [...this.agents.values()];
    this.agents.clear();
    const ended = Promise.all(agents.map((agent) => agent.destroy()));
    // Agents end their own connections but wait for those still being made; HTTP/2 sessions must go before their sockets.
    await setImmediate();
    for (const socket of this.sockets) socket.destroy();
    await ended;
  }

  /** Connections that end at an http proxy. */
  private forwarding(proxy: URL): Dispatcher {
    const connect: buildConnector.connector = (_options, callback) => {
      this.hold(reachProxy(proxy)).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    };
    return this.kept(`forward ${proxy.href}`, () => connect, false);
  }

  /** Opens connections through the guard, with TLS where the scheme asks for it. */
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
          // A TLS handshake whose socket is destroyed ends silently; undici must still get an error.
          const done = once(callback);
          socket.once('close', () => done(handshakeClosed(), null));
          return secure({ ...options, httpSocket: socket }, done);
        },
        (error: Error) => callback(error, null),
      );
    };
  }

  /** Remembers a new connection so that it can be ended with the pool. */
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

  /** The pool of a key: strict connections, and lenient ones for answers those cannot read. */
  private kept(key: string, connector: (allowH2: boolean) => buildConnector.connector, allowH2 = true): Dispatcher {
    const lenient = () =>
      this.made(`lenient ${key}`, () => {
        const connect = leniently(connector(false));
        return new Agent({ ...poolOptions, allowH2: false, connect }).compose(whileLeased);
      });
    return this.made(key, () => {
      const strict = new Agent({ ...poolOptions, allowH2, connect: connector(allowH2) });
      return strict.compose(whileLeased, lenientFallback(this.sloppy, lenient));
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

/** Connections whose answers are read as browsers do. */
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

/** Host and port of an address, the scheme's port when none is named. */
function targetOf(address: {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
}): DialTarget {
  const port = Number(address.port || (address.protocol === 'https:' ? 443 : 80));
  return { host: address.hostname.replace(/^\[|\]$/g, ''), port };
}

/**
 * Opens a connection that the guard has agreed to. A direct connection goes to the checked addresses and to no other;
 * through a proxy the name is checked here and resolved again by the proxy, which the user has configured and trusts.
 */
export async function dial(guard: AddressGuard, target: DialTarget, proxyUrl?: string): Promise<Socket> {
  if (proxyUrl === undefined) {
    return connectTo(target, await guard.resolve(target.host, target.port));
  }
  await checkBehindProxy(guard, target);
  return tunnel(proxyUrl, target);
}

/** Refuses private targets behind a proxy; a name only the proxy can resolve is left to it. */
export async function checkBehindProxy(guard: AddressGuard, target: DialTarget): Promise<void> {
  try {
    await guard.resolve(target.host, target.port);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SCRAPE_DNS_RESOLUTION_ERROR') throw error;
  }
}
