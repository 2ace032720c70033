import { XmlEntities } from './xml-entities';

/** A start tag. XML does not allow `<` inside a tag. */
const TAG = /<([a-z][\w:.-]*)((?:[^<>"'\w:.-](?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)>/iy;
const END_TAG = /<\/([a-z][\w:.-]{0,200})\s{0,99}>/iy;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;
const RAW_TEXT = /^(?:script|style)$/i;
const CDATA_MARKS = /(?:\/\/|\/\*)?<!\[CDATA\[(?:\*\/)?|(?:\/\/|\/\*)?\]\]>(?:\*\/)?/g;
/** A declaration of a namespace prefix. */
const PREFIX = /\sxmlns:([\w.-]{1,50})\s{0,9}=\s{0,9}["']([^"'<]{0,200})["']/g;
/** Namespaces whose elements HTML writes without a prefix. */
const HTML_NAMESPACES = new Set([
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1998/Math/MathML',
]);
const DOCTYPE_CHARS = '<!DOCTYPE '.length;
const [COMMENT, COMMENT_END, CDATA, CDATA_END] = ['<!--', '-->', '<![CDATA[', ']]>'] as const;

/**
 * Converts XHTML to equivalent HTML: closes `<div/>`, turns CDATA sections into text, replaces the entities that the
 * page declares, and removes the prefixes of the XHTML, SVG and MathML namespaces.
 */
export function htmlOfXhtml(xhtml: string): string {
  return convert(xhtml, { entities: new XmlEntities(), prefixes: prefixesOf(xhtml) });
}

/** Returns the prefixes that a page declares only for the XHTML, SVG and MathML namespaces. */
function prefixesOf(xhtml: string): ReadonlySet<string> {
  const prefixes = new Set<string>();
  const others = new Set<string>();
  for (const [, prefix = '', namespace = ''] of xhtml.matchAll(PREFIX))
    (HTML_NAMESPACES.has(namespace.trim()) ? prefixes : others).add(prefix);
  return new Set([...prefixes].filter((prefix) => !others.has(prefix)));
}

/** Declarations of a page that apply to all its parts. */
interface Declared {
  readonly entities: XmlEntities;
  readonly prefixes: ReadonlySet<string>;
}

function convert(xhtml: string, declared: Declared, isInEntity = false): string {
  const { entities } = declared;
  const parts: string[] = [];
  const text = (data: string): string =>
    isInEntity ? data : entities.expand(data, (value) => convert(value, declared, true));
  let from = 0;
  let hasDoctype = isInEntity;
  for (let at = xhtml.indexOf('<'); at >= 0; at = xhtml.indexOf('<', from)) {
    parts.push(text(xhtml.slice(from, at)));
    if (!hasDoctype && /^<!DOCTYPE\b/i.test(xhtml.slice(at, at + DOCTYPE_CHARS))) {
      hasDoctype = true;
      from = entities.read(xhtml, at);
      continue;
    }
    const { html, end } = partAt(xhtml, at, declared);
    parts.push(html);
    from = end;
  }
  return parts.join('') + text(xhtml.slice(from));
}

interface Part {
  readonly html: string;
  /** Index of the first character after the part. */
  readonly end: number;
}

function partAt(xhtml: string, at: number, { entities, prefixes }: Declared): Part {
  if (xhtml.startsWith(COMMENT, at)) {
    const end = endOf(xhtml, COMMENT_END, at);
    return { html: xhtml.slice(at, end), end };
  }
  if (xhtml.startsWith(CDATA, at)) {
    const end = endOf(xhtml, CDATA_END, at);
    const text = xhtml.slice(at + CDATA.length, end).replace(CDATA_END, '');
    return { html: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), end };
  }
  TAG.lastIndex = at;
  const [tag = '<', written = '', rawAttributes = ''] = TAG.exec(xhtml) ?? [];
  const end = at + tag.length;
  if (written === '') return endTagAt(xhtml, at, prefixes) ?? { html: tag, end };
  const name = unprefixed(written, prefixes);
  const attributes = entities.expand(rawAttributes, escapeValue);
  if (attributes.endsWith('/') && !VOID.test(name))
    return { html: `<${name}${attributes.slice(0, -1)}></${name}>`, end };
  const start = `<${name}${attributes}>`;
  if (!RAW_TEXT.test(name)) return { html: start, end };
  const close = xhtml.indexOf(`</${written}`, end);
  const text = xhtml.slice(end, close < 0 ? undefined : close);
  return { html: start + text.replace(CDATA_MARKS, ''), end: end + text.length };
}

/** Returns an end tag without its prefix. Undefined if no end tag with a prefix starts here. */
function endTagAt(xhtml: string, at: number, prefixes: ReadonlySet<string>): Part | undefined {
  if (prefixes.size === 0) return undefined;
  END_TAG.lastIndex = at;
  const [tag, name = ''] = END_TAG.exec(xhtml) ?? [];
  return tag === undefined ? undefined : { html: `</${unprefixed(name, prefixes)}>`, end: at + tag.length };
}

function unprefixed(name: string, prefixes: ReadonlySet<string>): string {
  const colon = name.indexOf(':');
  return colon > 0 && prefixes.has(name.slice(0, colon)) ? name.slice(colon + 1) : name;
}

/** Escapes quotes and `<` in the value of an entity that is used in an attribute. */
const escapeValue = (value: string): string =>
  value.replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;');

function endOf(xhtml: string, sign: string, from: number): number {
  const at = xhtml.indexOf(sign, from);
  return at < 0 ? xhtml.length : at + sign.length;
}

/** True for the XHTML media type, which browsers parse as XML. */
export const isXhtml = (contentType: string | undefined): boolean =>
  /^\s*application\/xhtml\+xml\s*(?:;|$)/i.test(contentType ?? '');
