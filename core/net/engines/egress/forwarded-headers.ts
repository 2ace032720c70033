import type { IncomingMessage } from 'node:http';

/** Header that marks responses of the proxy itself. Its value is the error code for the unreachable target. */
export const refusedHeader = 'x-gleaner-refused';

/** Hop-by-hop headers. Proxies do not forward them. */
const hopByHop = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade expect'.split(
    ' ',
  ),
);

/** Returns the headers to forward, as a flat list of names and values in their original order and spelling. */
export function forwardedHeaders(raw: readonly (string | Buffer)[]): string[] {
  const named = new Set<string>();
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = text(raw[index]);
    const value = text(raw[index + 1]);
    if (name.toLowerCase() === 'connection') for (const part of value.split(',')) named.add(part.trim().toLowerCase());
    pairs.push([name, value]);
  }
  // `refusedHeader` is dropped, so that sites cannot fake a refusal by the proxy.
  const dropped = (name: string) => hopByHop.has(name) || named.has(name) || name === refusedHeader;
  return pairs.filter(([name]) => !dropped(name.toLowerCase())).flat();
}

/** Returns the request line and headers of an upgrade request as sent over the wire. */
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
