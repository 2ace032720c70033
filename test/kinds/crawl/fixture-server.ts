import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { FetchFile } from '../../../core/kinds/crawl/sitemap-file';

/** Response for a path: text, bytes, or a function that writes the response. */
export type Answer = string | Uint8Array | ((request: IncomingMessage, response: ServerResponse) => void);

/** A site on loopback. */
export interface FixtureServer {
  readonly base: string;
  readonly asked: string[];
  close(): void;
}

/** Serves the given paths and responds with 404 to all others. Replaces `{base}` in text with the site's URL. */
export async function serve(answers: Readonly<Record<string, Answer>>): Promise<FixtureServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers[path];
    if (answer === undefined) response.writeHead(404).end('not found');
    else if (typeof answer === 'function') answer(request, response);
    else response.end(typeof answer === 'string' ? answer.replaceAll('{base}', base) : answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Fetches files from loopback addresses and follows redirects. */
export const fetchFile: FetchFile = async (url, { signal }) => {
  const response = await fetch(url, { signal });
  const body = response.body ? Readable.fromWeb(response.body as never) : Readable.from([]);
  return {
    status: response.status,
    url: response.url,
    contentType: response.headers.get('content-type') ?? undefined,
    body,
  };
};
