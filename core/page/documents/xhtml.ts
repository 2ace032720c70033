import { XmlEntities } from './xml-entities';

/** A start tag. XML does not allow `<` inside a tag. */
const TAG = /<([a-z][\w:.-]*)((?:[^<>"'\w:.-](?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)>/iy;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;
const RAW_TEXT = /^(?:script|style)$/i;
const CDATA_MARKS = /(?:\/\/|\/\*)?<!\[CDATA\[(?:\*\/)?|(?:\/\/|\/\*)?\]\]>(?:\*\/)?/g;
const DOCTYPE_CHARS = '<!DOCTYPE '.length;
const [COMMENT, COMMENT_END, CDATA, CDATA_END] = ['<!--', '-->', '<![CDATA[', ']]>'] as const;

/**
 * Converts XHTML to equivalent HTML: closes `<div/>`, turns CDATA sections into text, and replaces the entities that the
 * page declares.
 */
export function htmlOfXhtml(xhtml: string): string {
  return convert(xhtml, new XmlEntities());
}

function convert(xhtml: string, entities: XmlEntities, isInEntity = false): string {
  const parts: string[] = [];
  const text = (data: string): string =>
    isInEntity ? data : entities.expand(data, (value) => convert(value, entities, true));
  let from = 0;
  let hasDoctype = isInEntity;
  for (let at = xhtml.indexOf('<'); at >= 0; at = xhtml.indexOf('<', from)) {
    parts.push(text(xhtml.slice(from, at)));
    if (!hasDoctype && /^<!DOCTYPE\b/i.test(xhtml.slice(at, at + DOCTYPE_CHARS))) {
      hasDoctype = true;
      from = entities.read(xhtml, at);
      continue;
    }
    const { html, end } = partAt(xhtml, at, entities);
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

function partAt(xhtml: string, at: number, entities: XmlEntities): Part {
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
  const [tag = '<', name = '', written = ''] = TAG.exec(xhtml) ?? [];
  const end = at + tag.length;
  const attributes = entities.expand(written, escapeValue);
  if (attributes.endsWith('/') && !VOID.test(name))
    return { html: `<${name}${attributes.slice(0, -1)}></${name}>`, end };
  const start = name === '' ? tag : `<${name}${attributes}>`;
  if (!RAW_TEXT.test(name)) return { html: start, end };
  const close = xhtml.indexOf(`</${name}`, end);
  const text = xhtml.slice(end, close < 0 ? undefined : close);
  return { html: start + text.replace(CDATA_MARKS, ''), end: end + text.length };
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
