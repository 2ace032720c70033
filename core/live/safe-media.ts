import { fileTypeFromBuffer } from 'file-type';

/**
 * Media type under which a file of a page may be given to its mirror: pictures and fonts by their first bytes, style
 * sheets by the type they came with, SVG by its beginning. Undefined for everything else, scripts and documents above all.
 */
export async function safeMediaType(bytes: Uint8Array, given: string): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(bytes.subarray(0, 4100)).catch(() => undefined);
  if (found && /^(?:image|font)\//.test(found.mime)) return found.mime;
  if (given === 'text/css') return 'text/css; charset=utf-8';
  const head = Buffer.from(bytes.subarray(0, 1000)).toString('utf8').trimStart();
  const isSvg = /^(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!doctype svg[^>]*>\s*)*<svg[\s>]/i.test(head);
  return isSvg ? 'image/svg+xml' : undefined;
}
