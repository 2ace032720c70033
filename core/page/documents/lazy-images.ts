import { type Document, type Element, isTag, type ParentNode } from 'domhandler';
import { findOne } from 'domutils';
import { srcsetCandidates } from '../../common/values/srcset';
import { surveyOf } from './content/page-survey';
import { fileOf } from './stand-in-pictures';

const HOLDS_IMAGE = new Set(['img', 'picture', 'a', 'figure', 'span', 'div']);
const KEPT = ['src', 'srcset', 'alt', 'title'] as const;

/**
 * Shows lazy-loaded images without running scripts. Replaces a placeholder with the image in the adjacent `noscript`.
 * Gives an image without a URL the sources of its `picture`.
 */
export function showLazyImages(document: Document): void {
  const { pictures, fallbacks } = surveyOf(document);
  for (const picture of pictures) showPicture(picture);
  if (fallbacks.some(beginsWithImage)) for (const fallback of fallbacks) showFallback(fallback);
}

/** True for a `noscript` that begins with an image or with an element that may contain an image. */
function beginsWithImage({ children }: Element): boolean {
  const first = children.find((child) => child.type !== 'text' || child.data.trim() !== '');
  return first !== undefined && isTag(first) && HOLDS_IMAGE.has(first.name);
}

function showPicture({ children }: Element): void {
  const image = children.filter(isTag).find(({ name }) => name === 'img');
  const source = children
    .filter(isTag)
    .find(({ name, attribs }) => name === 'source' && sourceSet(attribs) !== undefined);
  if (image === undefined || source === undefined) return;
  if (isPlaceholder(image)) image.attribs.srcset = sourceSet(source.attribs) ?? '';
  else showLargest(image, children.filter(isTag));
}

/** Shows the widest source of a picture instead of a narrower one with the same file name. */
function showLargest(image: Element, sources: readonly Element[]): void {
  const { src = '', srcset, width } = image.attribs;
  if (srcset || !width) return;
  let widest = Number(width);
  for (const { name, attribs } of sources) {
    const address =
      name === 'source' ? srcsetCandidates(attribs.srcset?.slice(0, MAX_SET_CHARS) ?? '')[0]?.url : undefined;
    if (address === undefined || !(Number(attribs.width) > widest) || fileOf(address) !== fileOf(src)) continue;
    widest = Number(attribs.width);
    image.attribs.src = address;
  }
}

const MAX_SET_CHARS = 20_000;

const sourceSet = (attribs: Element['attribs']): string | undefined => attribs.srcset || attribs['data-srcset'];

/** True for an image without a URL or with an inline placeholder, unless another attribute contains a URL. */
const isPlaceholder = ({ attribs }: Element): boolean =>
  /^(?:data:.*)?$/s.test(attribs.src?.trim() ?? '') &&
  !Object.keys(attribs).some((name) => /(?:src|srcset|original|lazy)$/.test(name) && name !== 'src');

function showFallback(fallback: Element): void {
  const image = findOne(({ name }) => name === 'img', fallback.children);
  if (image === null || !image.attribs.src || isInvisible(image)) return;
  const standIn = placeholderOf(fallback);
  if (standIn !== undefined) showIn(standIn, image);
  else if (isPictureBox(fallback.parent)) fallback.name = 'span';
}

/** Finds the placeholder image before or after a `noscript`. */
function placeholderOf(fallback: Element): Element | undefined {
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

/** True for a hidden or one-pixel image, which only tracks visitors. */
function isInvisible({ attribs: { width = '', height = '', style = '' } }: Element): boolean {
  return /^[01](?:px)?$/.test(width) || /^[01](?:px)?$/.test(height) || /display:\s*none/i.test(style);
}

/** True for an element that is meant to contain an image. */
const isPictureBox = (node: ParentNode | null): boolean =>
  node !== null && isTag(node) && /^(?:figure|picture|a)$/.test(node.name);
