import { type Document, type Element, isTag, type ParentNode } from 'domhandler';
import { findOne, getElementsByTagName } from 'domutils';

const HOLDS_IMAGE = /<noscript[^>]*>\s*<(?:img|picture|a|figure|span|div)\b/i;
const KEPT = ['src', 'srcset', 'alt', 'title'] as const;

/**
 * Shows the images that a page gives readers without scripts: the image in a `noscript` takes the place of the stand-in
 * next to it that a script would fill. `html` is the page's text, by which pages without any are told at once.
 */
export function showFallbackImages(document: Document, html: string): void {
  if (!HOLDS_IMAGE.test(html)) return;
  for (const fallback of getElementsByTagName('noscript', document)) {
    const image = findOne(({ name }) => name === 'img', fallback.children);
    if (image === null || !image.attribs.src || isInvisible(image)) continue;
    const standIn = standInOf(fallback);
    if (standIn !== undefined) showIn(standIn, image);
    else if (isPictureBox(fallback.parent)) fallback.name = 'span';
  }
}

/** The image before a `noscript`, or after it, that shows nothing of its own. */
function standInOf(fallback: Element): Element | undefined {
  for (const side of ['prev', 'next'] as const) {
    let node = fallback[side];
    while (node !== null && !isTag(node) && node.type === 'text' && node.data.trim() === '') node = node[side];
    if (node === null || !isTag(node)) continue;
    const image = node.name === 'img' ? node : findOne(({ name }) => name === 'img', node.children);
    if (image !== null) return image;
  }
  return undefined;
}

function showIn(standIn: Element, image: Element): void {
  const alt = standIn.attribs.alt;
  for (const name of KEPT) if (image.attribs[name] !== undefined) standIn.attribs[name] = image.attribs[name];
  if (alt) standIn.attribs.alt = alt;
}

/** Images of one pixel, or hidden, only count visitors. */
function isInvisible({ attribs: { width = '', height = '', style = '' } }: Element): boolean {
  return /^[01](?:px)?$/.test(width) || /^[01](?:px)?$/.test(height) || /display:\s*none/i.test(style);
}

/** True for what is made to hold a picture. */
const isPictureBox = (node: ParentNode | null): boolean =>
  node !== null && isTag(node) && /^(?:figure|picture|a)$/.test(node.name);
