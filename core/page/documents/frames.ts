import { type Document, type Element, isTag } from 'domhandler';
import { type ParsedHtml, parseHtml } from './parse-html';

const FRAMES = new Set(['iframe', 'frame']);
/** Maximum nesting depth of expanded frames. */
const MAX_DEPTH = 5;
/** Maximum length of a `srcdoc`, in characters. */
const MAX_CHARS = 2_000_000;

/** True for a frame whose source has the same origin as the surrounding page. */
export function isOwnFrame({ name, attribs }: Element, url: string): boolean {
  if (!FRAMES.has(name)) return false;
  const address = attribs.src?.trim();
  if (!address || /^(?:about|data|blob|javascript):/i.test(address)) return false;
  return URL.canParse(address, url) && URL.canParse(url) && new URL(address, url).origin === new URL(url).origin;
}

/** Replaces `srcdoc` frames with their content, including nested frames. */
export function openWrittenFrames({ writtenFrames }: ParsedHtml, depth = 0): void {
  for (const frame of writtenFrames) {
    const html = frame.attribs.srcdoc?.trim() ?? '';
    if (html === '' || html.length > MAX_CHARS) continue;
    const inner = parseHtml(html);
    if (depth < MAX_DEPTH) openWrittenFrames(inner, depth + 1);
    frame.name = 'div';
    frame.attribs = { 'data-original-tag': 'iframe' };
    frame.children = bodyOf(inner.document).children;
    for (const child of frame.children) child.parent = frame;
  }
}

/** Returns the body of a parsed page, else its `html` element, else the document. */
function bodyOf(document: Document): Document | Element {
  const html = document.children.find((node): node is Element => isTag(node) && node.name === 'html');
  const inside = html ?? document;
  return inside.children.find((node): node is Element => isTag(node) && node.name === 'body') ?? inside;
}
