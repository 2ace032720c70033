import type { IncomingMessage } from 'node:http';

/** Marks the proxy's own answers: the error code why the target was not reached. */
export const refusedHeader = 'x-gleaner-refused';

/** Headers that end at a proxy. */
const hopByHop = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade expect'.split(
    ' ',
  ),
);

/** The headers a proxy hands on, as a flat list of names and values in their order and spelling. */
export function forwardedHeaders(raw: readonly (string | Buffer)[]): string[] {
  const named = new Set<string>();
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = text(raw[index]);
    const value = text(raw[index + 1]);
    if (name.toLowerCase() === 'connection') for (const part of value.split(',')) named.add(part.trim().toLowerCase());
    pairs.push([name, value]);
  }
  // A site must not be able to pass its answer off as a refusal of the proxy.
  const dropped = (name: string) => hopByHop.has(name) || named.has(name) || name === refusedHeader;
  return pairs.filter(([name]) => !dropped(name.toLowerCase())).flat();
}

/** The request line and headers of an upgrade request, ready for the wire. */
export function upgradeHead(request: IncomingMessage, path: string): string {
  const kept = forwardedHeaders(request.rawHeaders);
  const pairs = [...kept, 'Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? ''];
  const lines: string[] = [];
  for (let index = 0; index + 1 < pairs.length; index += 2) lines.push(`${pairs[index]}: ${pairs[index + 1]}\r\n`);
  return `${request.method ?? 'GET'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function text(part: string | Buffer | undefined): string {
  return typeof part === 'string' ? part : (part?.toString('latin1') ?? '');
}
