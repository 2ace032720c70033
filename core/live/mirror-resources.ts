import { withoutProlog } from '../common/values/markup-prolog';

/**
 * Media type under which a file of a page may be given to its mirror: pictures and fonts by their first bytes, style
 * sheets by the type they came with, SVG by its beginning. Undefined for everything else, scripts and documents above all.
 */
export async function safeMediaType(bytes: Uint8Array, given: string): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes.subarray(0, 4100)).catch(() => undefined);
  if (found && /^(?:image|font)\//.test(found.mime)) return found.mime;
  if (given === 'text/css') return 'text/css; charset=utf-8';
  return isSvg(Buffer.from(bytes.subarray(0, 1000)).toString('utf8')) ? 'image/svg+xml' : undefined;
}

/** True when the first element is `svg`, past what may precede it. */
function isSvg(head: string): boolean {
  const start = withoutProlog(head);
  const root = /^<!doctype svg/i.test(start) ? withoutProlog(start.slice(start.indexOf('>') + 1)) : start;
  return /^<svg[\s>]/i.test(root);
}

/** Gives an address of the page's the path it is served at; undefined for one that is not served. */
export type ResourcePath = (address: string) => string | undefined;

/** `url(…)`, and `@import "…"`, with the address in one of the groups. */
const addresses =
  /(@import\s+)(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)')|url\(\s*(?:"((?:\\.|[^"\\])*)"\s*|'((?:\\.|[^'\\])*)'\s*|((?:\\.|[^()"'\\\s])+)\s*)?\)/gi;

/** A style sheet, or a declaration, whose addresses are those the mirror may load; others become an invalid one. */
export function cleanCss(css: string, base: string, pathOf: ResourcePath): string {
  if (!/url\(|@import/i.test(css)) return css;
  return css.replace(addresses, (_, start: string | undefined, ...groups: readonly (string | undefined)[]) => {
    const found = groups.slice(0, 5).find((group) => group !== undefined) ?? '';
    const address = found.replace(/\\([^\da-f\n])/gi, '$1').trim();
    const isKept = address === '' || address.startsWith('#') || /^data:/i.test(address);
    const path = isKept ? address : (pathOf(absolute(address, base)) ?? 'about:invalid');
    return `${start ?? ''}url("${quoted(path)}")`;
  });
}

/** An address as an absolute one; empty when it is none. */
export function absolute(address: string, base: string): string {
  return URL.canParse(address, base) ? new URL(address, base).href : '';
}

const quoted = (text: string): string =>
  text.replace(/[\\"\n\r]/g, (sign) => `\\${sign === '\n' || sign === '\r' ? 'a ' : sign}`);
