/** Gives an address of the page's the path it is served at; undefined for one that is not served. */
export type ResourcePath = (address: string) => string | undefined;

/** `url(…)`, and `@import "…"`, with the address in one of the groups. */
const addresses =
  /(@import\s+)(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)')|url\(\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|([^)"'\s]*))\s*\)/gi;

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
