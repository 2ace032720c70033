import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer } from '../../core/server/mcp/mcp-server';
import type { EngineClient } from './engine-client';
import { uploadForm } from './upload-form';

/** Serves MCP over standard input and output until the input ends or `signal` aborts. */
export async function serveMcp(client: EngineClient, version: string, signal: AbortSignal): Promise<void> {
  const server = createMcpServer({ call: client.call, upload: uploadBy(client) }, version);
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}

/**
 * Uploads files whose paths the MCP client specifies. This is safe, because the client runs as the same user as this
 * process.
 */
const uploadBy =
  (client: EngineClient) =>
  async (path: string, file: string, options: Readonly<Record<string, unknown>>, signal: AbortSignal) => {
    const body = await uploadForm(file, options).catch(() => {
      throw new Error(`The file ${file} could not be read; check its path.`);
    });
    return client.call({ method: 'POST', path, body }, signal);
  };
