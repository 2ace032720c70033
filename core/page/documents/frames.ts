import { type Document, type Element, isTag } from 'domhandler';
import { type ParsedHtml, parseHtml } from './parse-html';

const FRAMES = new Set(['iframe', 'frame']);
/** Deeper frames in frames are left as they are. */
const MAX_DEPTH = 5;
/** More characters of written-out frames are not read. */
const MAX_CHARS = 2_000_000;

/** True for a frame whose page comes from the same origin as the page around it, so that a browser can read it. */
export function isOwnFrame({ name, attribs }: Element, url: string): boolean {
  if (!FRAMES.has(name)) return false;
  const address = attribs.src?.trim();
  if (!address || /^(?:about|data|blob|javascript):/i.test(address)) return false;
  return URL.canParse(address, url) && URL.canParse(url) && new URL(address, url).origin === new URL(url).origin;
}

/** Puts the pages that frames carry in `srcdoc` in the place of these frames, nested ones too. */
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

/** The body of a parsed page, or all of it where no body is written. */
function bodyOf(document: Document): Document | Element {
  const html = document.children.find((node): node is Element => isTag(node) && node.name === 'html');
  const inside = html ?? document;
  return inside.children.find((node): node is Element => isTag(node) && node.name === 'body') ?? inside;
}
