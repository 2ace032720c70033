import { type ChildNode, type Element, isTag } from 'domhandler';
import { srcsetCandidates } from '../../../common/values/srcset';
import { words } from '../../../common/values/words';
import { remember } from '../remember';
import { type MeasuredPage } from './measured-page';
import { keptWords, traitsNamed, wordsOf } from './parts';
import type { Block, PageElement, Unit } from './segment';
import { isShareUrl } from './service-lines';
import { AVATAR, INLINE_TAGS, MEDIA_TAGS } from './tags';
import { isStartPage } from './urls';

const LAZY_SETS = ['data-srcset', 'data-lazy-srcset', 'data-original-set'] as const;
const LAZY_SOURCES = words(`
  data-src data-original data-lazy-src data-lazy data-original-src data-orig-file data-hi-res-src data-image
  data-img-src data-full-src data-url data-echo data-actualsrc
`);
/**
 * Matches further attributes in which lazy-loading scripts store URLs, e.g. `nitro-lazy-src`, `data-cl-lazy-src` or
 * `data-img-url`.
 */
const OTHER_LAZY_SOURCE = /^(?!data-(?:fallback|error|placeholder|blur|thumb))(?:[a-z]+-)+(?:src|img-url|image-url)$/;
const LOOKS_LIKE_URL = /^(https?:)?\/\/|^\.{0,2}\/|^[^\s<>{}"]+\.(jpe?g|png|gif|webp|avif|svg|bmp)([?#]|$)/i;
const LOOKS_LIKE_FILE = /^(?!data:)[^\s<>{}"]+\.(jpe?g|png|gif|webp|avif|svg|bmp)([?#]|$)/i;
/**
 * URLs of placeholder images, shown until the real image loads. Also matches `<Base64-Image-Removed>`, which replaces
 * base64 images.
 */
const PLACEHOLDER =
  /^data:|^about:blank$|(^|[/_.-])(blank|spacer|placeholder|transparent|pixel|lazy|loading|(pre)?loader\w*|1x1|grey|gray)([/_.-]|$)|^<Base64/i;
const MAX_SET_CHARS = 20_000;

/** Returns the `srcset` candidate with the largest width or density. */
function largestCandidate(srcset: string): string | undefined {
  let best: string | undefined;
  let bestSize = -1;
  for (const { url, descriptor } of srcsetCandidates(srcset.slice(0, MAX_SET_CHARS))) {
    const value = Number(/^([\d.]+)[wxh]/.exec(descriptor)?.[1] ?? 1);
    if (url.startsWith('data:') || value <= bestSize) continue;
    best = url;
    bestSize = value;
  }
  return best;
}

/**
 * Returns the URL of the image shown after lazy loading: the largest `srcset` candidate, else `src`. If `src` is
 * missing or a placeholder, uses the attributes of lazy-loading scripts.
 */
export function imageSource(attribs: Readonly<Record<string, string>>): string | undefined {
  for (const name of ['srcset', ...LAZY_SETS]) {
    const candidate = largestCandidate(attribs[name] ?? '');
    if (candidate !== undefined && !PLACEHOLDER.test(candidate)) return candidate;
  }
  const source = attribs.src?.trim() ?? '';
  if (source !== '' && !PLACEHOLDER.test(source)) return source;
  for (const name of LAZY_SOURCES) {
    const lazy = attribs[name]?.trim() ?? '';
    if (lazy !== '' && LOOKS_LIKE_URL.test(lazy)) return lazy;
  }
  return otherLazySource(attribs) ?? (source === '' ? undefined : source);
}

function otherLazySource(attribs: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(attribs)) {
    const address = value.trim();
    if (OTHER_LAZY_SOURCE.test(name) && LOOKS_LIKE_FILE.test(address)) return address;
  }
  return undefined;
}

/** An image is kept if at least this share of the surrounding words are kept. */
const MIN_AMONG_KEPT = 0.5;
const MIN_AROUND_WORDS = 20;
const CAPTION = /(^|[-_\s])captions?([-_\s]|$)/i;
const MAX_CAPTION_WORDS = 60;
/** Maximum size of a spacer or tracking image, in pixels. */
const MAX_SPACER_PIXELS = 2;
const MAX_ICON_PIXELS = 24;
const SPACER = /(^|[/_.-])(spacer|blank|pixel|transparent|transp|clear|leer|shim|1x1)\.(gif|png|svg)([?#]|$)/i;
/** Class names of elements around share buttons, author portraits and language flags. */
const ORNAMENTAL =
  /(^|\s)(?!(?:has|with|without|no)[-_])([a-z0-9]+[-_]+){0,3}(share|sharing|shares|sharedaddy|social|socials|sns|follow-us|addthis|addtoany|teilen|avatars?|gravatar|flags?|byline|author-(bio|box|info|image|photo))([-_\s]|$)/i;
const FRAME_TRAITS = traitsNamed('nav footer side ad');
const [HEADER = 0] = traitsNamed('header');

/**
 * The element with the main content. If the headline is above this element, `firstBlock` is the start of the headline.
 */
interface Part {
  readonly box: PageElement;
  readonly firstBlock: number;
}

/**
 * Keeps figures and textless images if most of the surrounding text is kept. Also keeps the captions of kept images.
 */
export function keepPictures(page: MeasuredPage, keep: Uint8Array, part: Part): void {
  const { units, elements } = page.segments;
  const isFigure = new Uint8Array(units.map((unit) => (elements[unit.element]?.node.name === 'figure' ? 1 : 0)));
  const kept = keptWords(page, keep);
  // Text in figures does not count. Otherwise, the captions of adjacent figures would count as surrounding text.
  const inFigures = keptWords(page, isFigure);
  const inKeptFigures = keptWords(
    page,
    isFigure.map((is, i) => is & (keep[i] ?? 0)),
  );
  const wordsAround = (element: number): number =>
    page.inside(element).words - wordsInside(inFigures, elements[element]);
  units.forEach((unit, i) => {
    if (keep[i] === 1 || (isFigure[i] === 0 && (wordsOf(page, unit) > 0 || isSign(page, unit)))) return;
    let element = unit.isWhole ? (page.wider[unit.element] ?? 0) : unit.element;
    while (element > 0 && wordsAround(element) < MIN_AROUND_WORDS) element = page.wider[element] ?? 0;
    const around = wordsAround(element);
    const keptAround = wordsInside(kept, elements[element]) - wordsInside(inKeptFigures, elements[element]);
    if (around <= 0 || keptAround < MIN_AMONG_KEPT * around) return;
    if (!isOfNoContent(page, unit) && (isFigure[i] === 1 || !isOrnament(page, unit, part))) keep[i] = 1;
  });
  keepCaptions(page, keep);
}

/** True for a line of symbols without an image, e.g. a question mark in place of a portrait. */
function isSign({ segments: { blocks } }: MeasuredPage, { firstBlock, isWhole }: Unit): boolean {
  const block = blocks[firstBlock];
  return !isWhole && block !== undefined && block.chars > 0 && block.media === 0;
}

/** Returns the number of words in an element. `sums` contains the number of words before each block. */
const wordsInside = (sums: Float64Array, element: PageElement | undefined): number =>
  (sums[element?.endBlock ?? 0] ?? 0) - (sums[element?.firstBlock ?? 0] ?? 0);

/** Keeps the caption next to a kept image if the caption occurs only once on the page. */
function keepCaptions(page: MeasuredPage, keep: Uint8Array): void {
  const { units } = page.segments;
  const isKeptPicture = (i: number): boolean =>
    keep[i] === 1 && units[i] !== undefined && wordsOf(page, units[i]) === 0;
  for (const [i, unit] of units.entries()) {
    if (keep[i] === 1 || unit.isWhole || !(isKeptPicture(i - 1) || isKeptPicture(i + 1))) continue;
    const isOwn = wordsOf(page, unit) <= MAX_CAPTION_WORDS && page.copiesOf(unit.firstBlock) === 1;
    if (isOwn && isCalledCaption(page, unit)) keep[i] = 1;
  }
}

function isCalledCaption({ segments: { elements } }: MeasuredPage, { element }: Unit): boolean {
  const own = elements[element];
  const around = elements[own?.parent ?? 0];
  return [own, around].some((one) => CAPTION.test(one?.node.attribs.class ?? ''));
}

/** True for author portraits, share icons and images outside the content, recognized by their ancestors. */
function isOrnament(page: MeasuredPage, unit: Unit, { box, firstBlock }: Part): boolean {
  const { elements } = page.segments;
  if (unit.firstBlock < firstBlock || unit.endBlock > box.endBlock)
    return FRAME_TRAITS.some((trait) => page.hasAround(unit.element, trait)) || isInSiteHeader(page, unit, firstBlock);
  for (let up = unit.element; up > 0; up = elements[up]?.parent ?? 0) {
    const element = elements[up];
    if (element === undefined || element.node === box.node) break;
    if (isOrnamental(element.node)) return true;
  }
  return false;
}

/** True for a unit in the site header: a header that does not contain the headline. */
function isInSiteHeader(page: MeasuredPage, { element }: Unit, headline: number): boolean {
  const header = page.segments.elements[page.nearest(element, HEADER)];
  if (header === undefined) return false;
  const { firstBlock, endBlock } = header;
  return headline < firstBlock || headline >= endBlock;
}

/**
 * True for a line of images that are all buttons or links to the home page, a feed or a share dialog. Such lines are
 * dropped from kept tables, lists and similar units.
 */
export const isOfDrawnButtons = ({ leaves, words, media }: Block, url: string): boolean =>
  words === 0 &&
  media > 0 &&
  leaves.every((leaf) => !isTag(leaf) || !MEDIA_TAGS.has(leaf.name) || leadsNowhereNew(leaf, url));

/** True for logos, icons, portraits, spacers and share buttons, recognized by size, class and link target. */
function isOfNoContent({ segments: { blocks }, facts }: MeasuredPage, { firstBlock, endBlock }: Unit): boolean {
  let found = false;
  for (let i = firstBlock; i < endBlock; i++) {
    for (const leaf of blocks[i]?.leaves ?? []) {
      if (!isTag(leaf) || !MEDIA_TAGS.has(leaf.name)) continue;
      if (!isSmall(leaf) && !isPortrait(leaf) && !leadsNowhereNew(leaf, facts.url)) return false;
      found = true;
    }
  }
  return found;
}

/** True for the portrait of a user, recognized by the class of the image or of the inline element around it. */
function isPortrait({ name, attribs, parent }: Element): boolean {
  if (name !== 'img') return false;
  const around = parent !== null && isTag(parent) && INLINE_TAGS.has(parent.name) ? parent.attribs.class : '';
  return AVATAR.test(attribs.class ?? '') || AVATAR.test(around ?? '');
}

const isCalledOrnamental = remember((names) => (ORNAMENTAL.test(names) ? 1 : 0));

const isOrnamental = ({ name, attribs: { class: names } }: Element): boolean =>
  name === 'nav' || name === 'footer' || (names !== undefined && isCalledOrnamental(names) === 1);

/** File names of button images and feed icons. */
const DRAWN_BUTTON =
  /(^|[/_.-])(icons?|ico|btn|buttons?)([-_.]|\/[^/]*$)|(^|[/_.-])(rss|feed)\d*\.(gif|png|svg|jpe?g)/i;
const FEED = /(^|\/)(feed|rss|atom)s?(\/|\.xml|\.php|$)/i;

/**
 * True for an image inside a link if the link leads to the home page, a feed or a share dialog, or if the image is a
 * button.
 */
function leadsNowhereNew(node: ChildNode, url: string): boolean {
  let up = node.parent;
  while (up !== null && isTag(up) && up.name !== 'a') up = up.parent;
  const href = up !== null && isTag(up) ? up.attribs.href : undefined;
  if (href === undefined) return false;
  const file = isTag(node) ? (node.attribs.src ?? '') : '';
  return isStartPage(href, url) || isShareUrl(href) || FEED.test(href) || DRAWN_BUTTON.test(file);
}

/** True for a spacer or icon, recognized by its size attributes or file name. */
function isSmall(node: ChildNode): boolean {
  if (!isTag(node) || node.name !== 'img') return false;
  const [width, height] = [pixelsOf(node.attribs.width), pixelsOf(node.attribs.height)];
  if (Math.min(width, height) <= MAX_SPACER_PIXELS || Math.max(width, height) <= MAX_ICON_PIXELS) return true;
  return SPACER.test(imageSource(node.attribs) ?? '');
}

const pixelsOf = (size: string | undefined): number =>
  size !== undefined && /^\s*\d+(px)?\s*$/.test(size) ? Number.parseInt(size, 10) : Number.POSITIVE_INFINITY;
