import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../common/errors';
import { ServerFacts } from '../../ports/server-facts';
import type { McpEngine } from '../mcp/mcp-engine';
import { route, routeGroup } from '../route';

const refusal = z.object({ error: z.string() });

/**
 * Routes for MCP over streamable HTTP at `/mcp`. Each request contains one message or one batch. The server keeps no
 * sessions.
 */
export const mcpRoutes = routeGroup([ServerFacts], (facts: ServerFacts) => [
  route('POST', '/mcp', {}, (request, reply) => answer(request as FastifyRequest, reply, facts)),
  route('GET', '/mcp', {}, refuse),
  route('DELETE', '/mcp', {}, refuse),
]);

async function refuse(_: unknown, reply: FastifyReply): Promise<never> {
  reply.header('allow', 'POST');
  throw new AppError(
    'METHOD_NOT_ALLOWED',
    'This MCP server has no sessions and only sends responses to requests; use POST.',
  );
}

async function answer(request: FastifyRequest, reply: FastifyReply, facts: ServerFacts): Promise<void> {
  const [{ createMcpServer }, { StreamableHTTPServerTransport }] = await Promise.all([
    import('../mcp/mcp-server'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
  ]);
  const server = createMcpServer(engineOf(request, facts), facts.version);
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  reply.raw.once('close', () => void server.close());
  await server.connect(transport);
  reply.hijack();
  await transport.handleRequest(request.raw, reply.raw, request.body);
}

/** Returns an engine that calls this service with the caller's credentials. */
function engineOf({ headers: { authorization, cookie } }: FastifyRequest, { baseUrl }: ServerFacts): McpEngine {
  const credentials = { ...(authorization ? { authorization } : {}), ...(cookie ? { cookie } : {}) };
  return {
    async call({ method, path, body }, signal) {
      const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      const headers = { ...credentials, ...json };
      const response = await fetch(new URL(path, baseUrl), { method, headers, signal, body: JSON.stringify(body) });
      const content: unknown = await response.json();
      if (!response.ok) throw new Error(refusal.safeParse(content).data?.error ?? `HTTP ${response.status}`);
      return content;
    },
  };
}
