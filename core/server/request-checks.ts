import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../common/errors';
import { errorBody } from './reply-error';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route that opens a WebSocket. */
    socket?: boolean;
  }
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Refuses malformed requests with a JSON error before they are processed. */
export function addRequestChecks(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => {
    const sentence = `This service supports only \`Expect: 100-continue\`, not \`${request.headers.expect}\`.`;
    const body = JSON.stringify(errorBody(new AppError('BAD_REQUEST', sentence)));
    response.writeHead(400, { 'content-type': 'application/json; charset=utf-8', connection: 'close' }).end(body);
  });
  app.addHook('onRoute', (route) => {
    if (route.wsHandler || route.websocket) route.config = { ...route.config, socket: true };
  });
  app.addHook('onRequest', async (request) => {
    checkHosts(request);
    const problem = request.ws ? upgradeProblem(request) : undefined;
    if (problem) throw new AppError('BAD_REQUEST', problem);
  });
}

/** Refuses requests without exactly one Host header. If there are several, programs disagree on which one applies. */
function checkHosts({ raw: { rawHeaders } }: FastifyRequest): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length === 1) return;
  const found = hosts.length === 0 ? 'has no Host header' : `has ${hosts.length} Host headers`;
  throw new AppError('BAD_REQUEST', `The request ${found}; send exactly one Host header.`);
}

/** Returns the reason for refusing a protocol upgrade. Undefined if the request is a valid WebSocket upgrade. */
function upgradeProblem({ method, headers, routeOptions, is404 }: FastifyRequest): string | undefined {
  if (headers.upgrade?.toLowerCase() !== 'websocket') return `The protocol \`${headers.upgrade}\` is not supported.`;
  if (method !== 'GET') return 'Open the WebSocket with GET.';
  if (!is404 && !routeOptions.config.socket) return 'This path does not support WebSockets; send a plain HTTP request.';
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? ''))
    return 'The Sec-WebSocket-Key is not a valid key.';
  if (!/^(?:8|13)$/.test(headers['sec-websocket-version'] ?? '')) return 'The Sec-WebSocket-Version must be 13.';
  const protocols = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
  const isList = protocols.every((name) => token.test(name)) && new Set(protocols).size === protocols.length;
  return isList ? undefined : 'The Sec-WebSocket-Protocol is not a list of names.';
}
