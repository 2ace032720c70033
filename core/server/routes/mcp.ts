import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { AppError } from '../../common/errors';
import { ServerFacts } from '../../ports/server-facts';
import type { Routes } from '../http-server';
import type { McpEngine } from '../mcp/mcp-engine';

const refusal = z.object({ error: z.string() });

/** MCP over streamable HTTP at `/mcp`, one message or batch per request, without sessions. */
@injectable()
export class McpRoutes implements Routes {
  constructor(@inject(ServerFacts) private readonly facts: ServerFacts) {}

  register(app: FastifyInstance): void {
    const schema = { hide: true };
    app.post('/mcp', { schema }, (request, reply) => this.#answer(request, reply));
    const refuse = async (_request: FastifyRequest, reply: FastifyReply) => {
      reply.header('allow', 'POST');
      throw new AppError(
        'METHOD_NOT_ALLOWED',
        'This MCP server keeps no sessions and sends nothing by itself; use POST.',
      );
    };
    app.get('/mcp', { schema }, refuse);
    app.delete('/mcp', { schema }, refuse);
  }

  async #answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const [{ createMcpServer }, { StreamableHTTPServerTransport }] = await Promise.all([
      import('../mcp/mcp-server'),
      import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    ]);
    const server = createMcpServer(this.#engine(request), this.facts.version);
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    reply.raw.once('close', () => void server.close());
    await server.connect(transport);
    reply.hijack();
    await transport.handleRequest(request.raw, reply.raw, request.body);
  }

  /** This very engine, with the caller's own credentials. */
  #engine({ headers: { authorization, cookie } }: FastifyRequest): McpEngine {
    const { baseUrl } = this.facts;
    const credentials = { ...(authorization ? { authorization } : {}), ...(cookie ? { cookie } : {}) };
    return {
      async call({ method, path, body }, signal) {
        const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
        const headers = { ...credentials, ...json };
        const answer = await fetch(new URL(path, baseUrl), { method, headers, signal, body: JSON.stringify(body) });
        const content: unknown = await answer.json();
        if (!answer.ok) throw new Error(refusal.safeParse(content).data?.error ?? `HTTP ${answer.status}`);
        return content;
      },
    };
  }
}
