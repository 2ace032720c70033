import { NotAPage } from '../../../ports/engine';
import type { DocumentResponse } from './document-watch';
import type { PageSlot } from './page-slot';

/** A document that is text but no HTML. */
export interface RawDocument {
  readonly response: DocumentResponse;
  readonly body: Uint8Array;
}

/** A document that is text but no HTML (JSON, XML, plain text); undefined for pages. */
export async function rawDocument(
  slot: PageSlot,
  response: DocumentResponse,
  deadline: number,
): Promise<RawDocument | undefined> {
  const { mimeType, requestId, status, headers, url } = response;
  const contentType = headers['content-type'];
  if (/^(text\/html|application\/xhtml\+xml)$|^$/.test(mimeType)) return undefined;
  if (status === 204 || status === 205) return { response, body: new Uint8Array() };
  if (!/^text\/|json|xml|javascript|yaml/.test(mimeType)) throw new NotAPage(contentType ?? mimeType, url);
  await slot.watch.until(() => slot.watch.hasArrived(requestId), Math.max(0, deadline - performance.now()));
  const { body, base64Encoded } = await slot.client.send('Network.getResponseBody', { requestId });
  if (base64Encoded) return { response, body: Buffer.from(body, 'base64') };
  const isDeclared = /charset=/i.test(contentType ?? '');
  const bytes = isDeclared || !mimeType.startsWith('text/') ? undefined : westernBytes(body);
  return bytes ? { response, body: bytes } : { response: inUtf8(response), body: Buffer.from(body) };
}

/** Text comes out of the browser as UTF-8, whatever charset the site sent it in. */
function inUtf8(response: DocumentResponse): DocumentResponse {
  const contentType = response.headers['content-type']?.replace(/charset=[^;]+/i, 'charset=utf-8');
  return contentType === undefined
    ? response
    : { ...response, headers: { ...response.headers, 'content-type': contentType } };
}

const western = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (char, byte) => [char, byte] as const,
  ),
);

/** The bytes of a text that the browser has read as windows-1252 for want of a charset; undefined when it was another one. */
function westernBytes(text: string): Uint8Array | undefined {
  const bytes = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at++) {
    const byte = western.get(text.charAt(at));
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}
