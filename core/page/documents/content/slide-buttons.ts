import { type ChildNode, type Document, type Element, isTag } from 'domhandler';
import { existsOne, findAll, textContent } from 'domutils';
import { imageSource } from './pictures';

/** Matches the trimmed URL of a link that only runs a script. */
const NO_TARGET = /^(?:(?:#!?0?)?$|javascript:)/i;
const STEP = /^(?:data-)?(?:bs-|uk-)?(?:slide|slideshow|slider|carousel|glide|splide|swiper)(?:-[a-z-]+)?$/;
const TOOL = /(?:^|[-_\s])(?:prev|previous|next|arrow|dots?|bullets?|indicators?|close|dismiss)(?:[-_\s]|$)/i;
const SIZE_BEFORE = /^(?:thumb(?:nail)?s?|tn|small|mini|medium|large|big)[-_]/;
const SIZE_AFTER =
  /[-_](?:\d{2,4}x\d{2,4}|\d{2,4}w|thumb(?:nail)?s?|tn|small|mini|medium|large|big|full|scaled|[sml])$/;
const MIN_NAME_CHARS = 3;

const isImage = ({ name }: Element): boolean => name === 'img';

/** True for a link that contains an image and whose URL leads nowhere, because a script handles clicks. */
export const isScriptLink = ({ name, attribs, children }: Element): boolean =>
  name === 'a' && attribs.href !== undefined && NO_TARGET.test(attribs.href.trim()) && existsOne(isImage, children);

/**
 * Returns a predicate for textless buttons that close part of the page or change the slide: close buttons, arrows, and
 * thumbnails of images shown elsewhere on the page.
 */
export function slideButtons(document: Document): (node: ChildNode) => boolean {
  let others: ReadonlySet<string> | undefined;
  return (node) => {
    if (!isTag(node) || !isButton(node)) return false;
    const images = findAll(isImage, node.children);
    if (images.length === 0 || textContent(node).trim() !== '') return false;
    if (Object.keys(node.attribs).some((name) => STEP.test(name)) || TOOL.test(node.attribs.class ?? '')) return true;
    const names = images.map(nameOf);
    others ??= new Set(findAll(isImage, document.children).filter(isOutsideButtons).map(nameOf));
    return names.every((name) => name.length >= MIN_NAME_CHARS && others?.has(name));
  };
}

function isButton({ name, attribs }: Element): boolean {
  const { role, href = '' } = attribs;
  if (name === 'a')
    return NO_TARGET.test(href.trim()) || (href.startsWith('#') && (role === 'button' || role === 'tab'));
  return name === 'button' || role === 'button' || role === 'tab';
}

function isOutsideButtons(image: Element): boolean {
  for (let up = image.parent; up !== null && isTag(up); up = up.parent) if (isButton(up)) return false;
  return true;
}

/**
 * Returns the file name of an image without its size. Returns the entire URL if it has no image file name, e.g. if a
 * server script generates the image.
 */
function nameOf({ attribs }: Element): string {
  const source = imageSource(attribs) ?? '';
  const path = source.split(/[?#]/, 1)[0] ?? '';
  const file = /^(.*)\.(?:jpe?g|png|gif|webp|avif|bmp)$/i
    .exec(path.slice(path.lastIndexOf('/') + 1))?.[1]
    ?.toLowerCase();
  return file === undefined ? source : file.replace(SIZE_BEFORE, '').replace(SIZE_AFTER, '');
}
