import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { McpEngine } from '../../core/server/mcp/mcp-engine';
import { createMcpServer } from '../../core/server/mcp/mcp-server';

/** Serves MCP on standard input and output until the input ends or the signal aborts. */
export async function serveMcp(engine: McpEngine, version: string, signal: AbortSignal): Promise<void> {
  const server = createMcpServer(engine, version);
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}
