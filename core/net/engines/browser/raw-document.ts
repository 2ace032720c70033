import { NotAPage } from '../../../ports/engine';
import type { DocumentResponse } from './document-watch';
import type { PageSlot } from './page-slot';

/** A text document that is not HTML. */
export interface RawDocument {
  readonly response: DocumentResponse;
  readonly body: Uint8Array;
}

/** Reads a text document that is not HTML (JSON, XML, plain text). Undefined for HTML pages. */
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

/** Sets the charset to UTF-8, because the browser returns text in UTF-8 regardless of the site's encoding. */
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

/**
 * Restores the original bytes of text that the browser decoded as windows-1252 because no charset was given. Undefined
 * if the browser used another encoding.
 */
function westernBytes(text: string): Uint8Array | undefined {
  const bytes = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at++) {
    const byte = western.get(text.charAt(at));
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}
