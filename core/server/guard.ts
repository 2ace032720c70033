import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../common/errors';
import type { KeyService } from '../platform/auth/key-service';
import type { Credential } from '../platform/auth/revocations';
import type { Session, Sessions } from '../platform/auth/sessions';
import { assertOwner } from './callers';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * ID of the API key, or `desktop` for a signed-in window. Empty when an open route is called without credentials.
     */
    keyId: string;
    /** Credentials of the caller. Empty when an open route is called without a key. */
    credentials: readonly Credential[];
    /** Session of the window that sent the request. Absent if the request was not authenticated by a session. */
    session?: Session;
    /** Reason for closing a WebSocket immediately after it has opened. */
    refusal?: AppError;
  }
}

/** Returns the name of the session cookie. The name contains the port, because several engines may run on one host. */
export const cookieName = (port: number): string => `gleaner_session_${port}`;

/**
 * Options for the guard. The guard admits requests only from Gleaner's own pages and from clients with a key, and only
 * if the Host header is permitted.
 */
export interface GuardOptions {
  readonly keys: KeyService;
  readonly sessions: Sessions;
  /** Address on which the server listens. Available once the server has started listening. */
  readonly address: () => { readonly host: string; readonly port: number };
  /** Additional host names that the user allows, in lower case. A name without a port is valid for any port. */
  readonly serviceHosts: () => readonly string[];
}

/**
 * Makes the server check every request: first the Host header, then the Origin header, and finally the key or session.
 */
export function addGuard(app: FastifyInstance, { keys, sessions, address, serviceHosts }: GuardOptions): void {
  app.decorateRequest('keyId', '');
  app.decorateRequest('refusal', undefined);
  app.decorateRequest('credentials');
  app.decorateRequest('session', undefined);
  app.addHook('onRequest', async (request) => {
    request.credentials = [];
    const allowed = { own: address(), further: serviceHosts() };
    checkHost(request, allowed);
    checkOrigin(request, allowed);
    const { access } = request.routeOptions.config;
    const session = await sessionOf(request, sessions, address().port);
    request.session = session;
    request.keyId = session
      ? 'desktop'
      : await keyOf(request, keys).catch((thrown: unknown) => (access === 'open' ? '' : refuse(request, thrown)));
    request.credentials = session?.credentials ?? (request.keyId ? [`key:${request.keyId}`] : []);
    if (access === 'owner') assertOwner(request);
  });
}

/**
 * Refuses a request. A WebSocket with a wrong key is opened and then closed with the reason, because clients cannot see
 * why an upgrade was refused.
 */
function refuse(request: FastifyRequest, thrown: unknown): string {
  if (!request.ws || !(thrown instanceof AppError) || !request.headers['sec-websocket-protocol']) throw thrown;
  request.refusal = thrown;
  return '';
}

const ownHosts = ({ host, port }: { host: string; port: number }) =>
  new Set(
    ['127.0.0.1', 'localhost', '[::1]', host.includes(':') ? `[${host}]` : host].map((name) => `${name}:${port}`),
  );

interface AllowedHosts {
  readonly own: { readonly host: string; readonly port: number };
  readonly further: readonly string[];
}

const isFurther = (host: string, { further }: AllowedHosts): boolean =>
  further.includes(host) || further.includes(host.replace(/:\d+$/, ''));

const isOwn = (host: string, { own }: AllowedHosts): boolean =>
  ownHosts(own).has(own.port === 80 && !/:\d+$/.test(host) ? `${host}:80` : host);

function checkHost({ headers }: FastifyRequest, allowed: AllowedHosts): void {
  const host = (headers.host ?? '').toLowerCase();
  if (!isOwn(host, allowed) && !isFurther(host, allowed)) throw new AppError('FORBIDDEN_HOST');
}

/**
 * Throws for requests from pages of other origins. Gleaner's own pages use plain HTTP. Under a host name that the user
 * allows, they may also use HTTPS.
 */
function checkOrigin({ headers }: FastifyRequest, allowed: AllowedHosts): void {
  const { origin } = headers;
  if (origin === undefined) return;
  const [scheme, host = ''] = origin.toLowerCase().split('://');
  if (scheme === 'http' && isOwn(host, allowed)) return;
  if ((scheme === 'http' || scheme === 'https') && host !== '' && isFurther(host, allowed)) return;
  throw new AppError('FORBIDDEN_ORIGIN');
}

/**
 * Returns the session of a request, but only if the request was sent by one of Gleaner's own pages. Browsers send a
 * host's cookies to all of its ports, so pages of another local server would also send the session cookie.
 */
async function sessionOf({ headers }: FastifyRequest, sessions: Sessions, port: number): Promise<Session | undefined> {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return undefined;
  const name = `${cookieName(port)}=`;
  const cookie = headers.cookie?.split(/;\s*/).find((pair) => pair.startsWith(name));
  return cookie === undefined ? undefined : sessions.read(cookie.slice(name.length));
}

/** Returns the ID of the key in the Authorization header, or in the subprotocol of a WebSocket. */
async function keyOf({ headers }: FastifyRequest, keys: KeyService): Promise<string> {
  const { authorization, upgrade } = headers;
  const protocol = upgrade?.toLowerCase() === 'websocket' ? headers['sec-websocket-protocol'] : undefined;
  if (authorization === undefined && !protocol) throw new AppError('UNAUTHORIZED', 'Unauthorized');
  const key =
    authorization === undefined ? protocol?.split(',')[0]?.trim() : /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
  if (!key) throw new AppError('UNAUTHORIZED', 'Unauthorized: Token missing');
  const id = await keys.identify(key);
  if (!id) throw new AppError('UNAUTHORIZED', 'Unauthorized: Invalid token');
  return id;
}
