import fastifyStatic from '@fastify/static';
import fastifyWebsocket from '@fastify/websocket';
import Fastify, { type FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../common/errors';
import type { Log } from '../common/log';
import type { KeyService } from '../platform/auth/key-service';
import type { Sessions } from '../platform/auth/sessions';
import { describeApi } from './describe-api';
import { addGuard } from './guard';
import { checkJsonBounds, refusePrototypeKeys } from './json-bounds';
import type { AnsweredRequest } from './metrics/metrics';
import { addErrorReply, refuseBrokenRequest, replyError } from './reply-error';
import { addRequestChecks } from './request-checks';
import { type Access, addRoute, type Route } from './route';
import { addValidation } from './validation';

/** Dependencies of the server. */
export interface ServerOptions {
  readonly keys: KeyService;
  readonly sessions: Sessions;
  readonly log: Log;
  readonly version: string;
  /** Additional host names under which clients may reach the service. */
  readonly serviceHosts: () => readonly string[];
  /** Called after every response. */
  readonly answered: (request: AnsweredRequest) => void;
  /** Directory of the built UI. If absent, `/` reports that the UI is missing. */
  readonly uiDir?: string;
  /** True for a worker. A worker serves only health and metrics, not the API description or the UI. */
  readonly isWorker?: boolean;
}

/** A route and the access it requires. */
export interface ServedRoute {
  readonly method: string;
  readonly url: string;
  readonly access: Access;
  /** Schema of a JSON response, or the media type of any other response. */
  readonly answer?: z.ZodType | string;
}

/** Timeout in ms for receiving a request, including the body. */
const requestMs = 60_000;

/**
 * Maximum size of a WebSocket message, in bytes. It is large enough for DevTools protocol clients, which send scripts
 * of 500 kB.
 */
const maxSocketBytes = 4 * 1024 * 1024;

const contentPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
  "connect-src 'self'; frame-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * Headers that stop other sites from reading or framing responses, and stop browsers from guessing media types. A route
 * may set stricter headers.
 */
const safetyHeaders = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** The REST service on this machine. */
export class HttpServer {
  #address = { host: '127.0.0.1', port: 0 };
  #app: FastifyInstance | undefined;
  readonly #served: ServedRoute[] = [];

  constructor(
    private readonly options: ServerOptions,
    private readonly routes: readonly Route[],
  ) {}

  /** URL of the service, e.g. `http://127.0.0.1:3002`. */
  get baseUrl(): string {
    const { host, port } = this.#address;
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  }

  get served(): readonly ServedRoute[] {
    return this.#served;
  }

  get port(): number {
    return this.#address.port;
  }

  /** Starts listening. Port 0 selects a free port. Throws CONFLICT when the port is in use. */
  async listen(host: string, port: number): Promise<void> {
    this.#address = { host, port };
    this.#app = await this.#build();
    try {
      await this.#app.listen({ host, port });
    } catch (thrown) {
      await this.close();
      throw listenError(thrown, host, port);
    }
    const bound = this.#app.server.address();
    this.#address = { host, port: typeof bound === 'object' && bound ? bound.port : port };
  }

  /** Stops listening, and closes open connections. */
  async close(): Promise<void> {
    await this.#app?.close();
  }

  async #build(): Promise<FastifyInstance> {
    const app = Fastify({
      forceCloseConnections: true,
      bodyLimit: 10 * 1024 * 1024,
      requestTimeout: requestMs,
      // Disables Node.js's own check for a missing Host header, because `addRequestChecks` reports this error as JSON.
      http: { requireHostHeader: false },
      routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
      frameworkErrors: (error, _, reply) => void replyError(reply, error),
      clientErrorHandler: refuseBrokenRequest,
    });
    addErrorReply(app, this.options.log);
    addValidation(app);
    addBodyParser(app);
    // Must be registered before the guard, which checks whether a request opens a WebSocket.
    await app.register(fastifyWebsocket, { options: { maxPayload: maxSocketBytes } });
    addRequestChecks(app);
    addGuard(app, { ...this.options, address: () => this.#address });
    app.addHook('onSend', async (_, reply) => {
      for (const [name, value] of Object.entries(safetyHeaders)) if (!reply.hasHeader(name)) reply.header(name, value);
    });
    app.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime: durationMs }) =>
      this.options.answered({ method, route: routeName(routeOptions.url), status, durationMs }),
    );
    app.addHook('onRoute', (route) => {
      if (/^\/(?:docs|openapi|assets|$)/.test(route.url)) route.config = { ...route.config, access: 'open' };
      const { access = 'key', answer } = route.config ?? {};
      for (const method of [route.method].flat()) this.#served.push({ method, url: route.url, access, answer });
    });
    if (!this.options.isWorker) await describeApi(app, this.options.version);
    for (const route of this.routes) await addRoute(app, route);
    if (!this.options.isWorker) await this.#serveUi(app);
    return app;
  }

  async #serveUi(app: FastifyInstance): Promise<void> {
    const { uiDir } = this.options;
    if (uiDir) return void (await app.register(fastifyStatic, { root: uiDir, wildcard: false, cacheControl: false }));
    app.get('/', { schema: { hide: true } }, () => 'Gleaner is running; the UI has not been built (npm run build).');
  }
}

/** Returns the name of a route in the metrics. All UI files share one name, and all unknown paths share another. */
function routeName(url: string | undefined): string {
  if (url === undefined) return 'unknown';
  return url.startsWith('/assets/') ? '/assets/*' : url;
}

/** Returns an error that explains why the server cannot listen. */
function listenError(thrown: unknown, host: string, port: number): AppError {
  const { code, message } = thrown as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new AppError(
      'CONFLICT',
      `Port ${port} is in use; stop the other program, or start Gleaner on another port with --port.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new AppError('BAD_REQUEST', `${host} is not an address of this machine; change --host, or omit it.`);
  }
  if (code === 'EACCES') {
    return new AppError('BAD_REQUEST', `Port ${port} is reserved by the system; start Gleaner with a higher --port.`);
  }
  return new AppError('UNKNOWN_ERROR', `Cannot listen on ${host}:${port}: ${message}`, { cause: thrown });
}

/** Parses JSON bodies and refuses bodies of other media types. This also blocks forms submitted by other sites. */
function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json\b/i, { parseAs: 'string' }, (request, body, done) => {
    // Removes a byte order mark, which some clients send before the JSON.
    const text = String(body).replace(/^\uFEFF/, '');
    if (text.trim() === '') {
      if (request.method === 'DELETE' || request.method === 'GET') return done(null, undefined);
      return done(new AppError('BAD_REQUEST_INVALID_JSON', 'the body is empty; send a JSON object.'));
    }
    try {
      checkJsonBounds(text);
      const body: unknown = JSON.parse(text);
      if (mayHoldPrototypeKey.test(text)) refusePrototypeKeys(body);
      return done(null, body);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      return done(new AppError('BAD_REQUEST_INVALID_JSON', `${reason}.`));
    }
  });
}

/**
 * Matches a body that may contain the key `__proto__`, even in escaped form. All other bodies can skip
 * `refusePrototypeKeys`.
 */
const mayHoldPrototypeKey = /__proto__|\\u/;
