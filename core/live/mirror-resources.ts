import { cssUrls } from '../common/values/css-urls';
import { withoutProlog } from '../common/values/markup-prolog';
import type { ResourcePaths } from './resource-paths';

/**
 * Returns the media type of a file from the page if the mirror may load it. Images and fonts are detected by their
 * first bytes, style sheets by their declared type, and SVG by its first element. Undefined for everything else, in
 * particular scripts and documents.
 */
export async function safeMediaType(bytes: Uint8Array, given: string): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes.subarray(0, 4100)).catch(() => undefined);
  if (found && /^(?:image|font)\//.test(found.mime)) return found.mime;
  if (given === 'text/css') return 'text/css; charset=utf-8';
  return isSvg(Buffer.from(bytes.subarray(0, 1000)).toString('utf8')) ? 'image/svg+xml' : undefined;
}

/** True when the first element is `svg`, optionally after a prolog. */
function isSvg(head: string): boolean {
  const start = withoutProlog(head);
  const root = /^<!doctype svg/i.test(start) ? withoutProlog(start.slice(start.indexOf('>') + 1)) : start;
  return /^<svg[\s>]/i.test(root);
}

/** Returns the path at which the engine serves a URL from the page. Undefined when the URL is not served. */
export type ResourcePath = (address: string) => string | undefined;

/**
 * Rewrites the URLs in a style sheet or declaration. Replaces URLs that the mirror may load with the mirror's own URLs,
 * and all other URLs with an invalid URL.
 */
export function cleanCss(css: string, base: string, pathOf: ResourcePath): string {
  if (!/url\(|@import/i.test(css)) return css;
  return css.replace(cssUrls, (_, start: string | undefined, ...groups: readonly (string | undefined)[]) => {
    const found = groups.slice(0, 5).find((group) => group !== undefined) ?? '';
    const address = found.replace(/\\([^\da-f\n])/gi, '$1').trim();
    const isKept = address === '' || address.startsWith('#') || /^data:/i.test(address);
    const path = isKept ? address : (pathOf(absolute(address, base)) ?? 'about:invalid');
    return `${start ?? ''}url("${quoted(path)}")`;
  });
}

/**
 * Rewrites the URLs in a style sheet that the mirror loads as a resource. `url` is the URL of the style sheet after
 * redirects. The new URLs are relative, because resources are served from a different host than the window.
 */
export function cleanServedSheet(resources: ResourcePaths, url: string, bytes: Buffer): string {
  const pathOf: ResourcePath = (address) => resources.numberOf(address)?.toString();
  return cleanCss(bytes.toString('utf8'), url, pathOf);
}

/** Resolves a URL. Returns an empty string when it is invalid. */
export function absolute(address: string, base: string): string {
  return URL.canParse(address, base) ? new URL(address, base).href : '';
}

const quoted = (text: string): string =>
  text.replace(/[\\"\n\r]/g, (sign) => `\\${sign === '\n' || sign === '\r' ? 'a ' : sign}`);
