/**
 * Maximum delay, in seconds, for a refresh to count as a redirect. Longer delays give visitors time to read the page.
 */
const maxSeconds = 5;

/** Number of bytes at the start of a page that are searched for refresh tags. */
const searchedBytes = 16_384;

/**
 * Returns the target of a page's `<meta http-equiv="refresh">` if it acts as a redirect. The delay must be at most 5 s.
 * Ignores tags outside the head and, as browsers do, tags in `<noscript>`. Undefined for a page that refreshes itself.
 */
export function metaRefreshTarget(body: Uint8Array, mediaType: string, base: URL): URL | undefined {
  if (mediaType !== 'text/html' && mediaType !== 'application/xhtml+xml') return undefined;
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, searchedBytes)).toString('latin1');
  if (!/http-equiv\s*=\s*["']?refresh/i.test(start)) return undefined;
  const head = start
    .replace(/<!--.*?(-->|$)/gs, '')
    .replace(/<(noscript|script|style|template)\b.*?(<\/\1\s*>|$)/gis, '')
    .replace(/<body\b.*$/is, '');
  const tags = head.match(/<meta\b[^>]*(?:>|$)/gi) ?? [];
  const tag = tags.find((one) => one.endsWith('>') && /http-equiv\s*=\s*["']?refresh/i.test(one)) ?? '';
  const content = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag);
  return refreshTarget((content?.[1] ?? content?.[2] ?? content?.[3] ?? '').replaceAll('&amp;', '&'), base);
}

/** Returns the target in a refresh tag or a `Refresh` header, which have the same syntax. */
export function refreshTarget(text: string, base: URL): URL | undefined {
  const [, seconds, rest = ''] = /^\s*(\d+)(?:\.\d*)?(?=[\s;,])(.*)$/s.exec(text) ?? [];
  const target = rest.trim().replace(/^[;,]\s*/, '');
  const reference = /^(?:url\s*=\s*)?["']?([^"']*)/i.exec(target)?.[1]?.trim() ?? '';
  if (reference === '' || Number(seconds) > maxSeconds) return undefined;
  return differentPage(reference, base);
}

function differentPage(reference: string, base: URL): URL | undefined {
  if (!URL.canParse(reference, base.href)) return undefined;
  const target = new URL(reference, base);
  const web = target.protocol === 'http:' || target.protocol === 'https:';
  return web && withoutHash(target) !== withoutHash(base) ? target : undefined;
}

function withoutHash(url: URL): string {
  return url.href.split('#', 1)[0] ?? url.href;
}
