/** A start tag. XML does not allow `<` inside a tag. */
const TAG = /<([a-z][\w:.-]*)((?:[^<>"'\w:.-](?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)>/iy;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;
const RAW_TEXT = /^(?:script|style)$/i;
const CDATA_MARKS = /(?:\/\/|\/\*)?<!\[CDATA\[(?:\*\/)?|(?:\/\/|\/\*)?\]\]>(?:\*\/)?/g;
const [COMMENT, COMMENT_END, CDATA, CDATA_END] = ['<!--', '-->', '<![CDATA[', ']]>'] as const;

/** Converts XHTML to equivalent HTML: closes `<div/>` and turns CDATA sections into text. */
export function htmlOfXhtml(xhtml: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = xhtml.indexOf('<'); at >= 0; at = xhtml.indexOf('<', from)) {
    parts.push(xhtml.slice(from, at));
    const { html, end } = partAt(xhtml, at);
    parts.push(html);
    from = end;
  }
  return parts.join('') + xhtml.slice(from);
}

interface Part {
  readonly html: string;
  /** Index of the first character after the part. */
  readonly end: number;
}

function partAt(xhtml: string, at: number): Part {
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
  const [tag = '<', name = '', attributes = ''] = TAG.exec(xhtml) ?? [];
  const end = at + tag.length;
  if (attributes.endsWith('/') && !VOID.test(name))
    return { html: `<${name}${attributes.slice(0, -1)}></${name}>`, end };
  if (!RAW_TEXT.test(name)) return { html: tag, end };
  const close = xhtml.indexOf(`</${name}`, end);
  const text = xhtml.slice(end, close < 0 ? undefined : close);
  return { html: tag + text.replace(CDATA_MARKS, ''), end: end + text.length };
}

function endOf(xhtml: string, sign: string, from: number): number {
  const at = xhtml.indexOf(sign, from);
  return at < 0 ? xhtml.length : at + sign.length;
}

/** True for the XHTML media type, which browsers parse as XML. */
export const isXhtml = (contentType: string | undefined): boolean =>
  /^\s*application\/xhtml\+xml\s*(?:;|$)/i.test(contentType ?? '');
