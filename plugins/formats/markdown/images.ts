import { type Element, isTag } from 'domhandler';
import { parentElement } from './tree';

const LAZY = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-original-src',
  'data-lazy',
  'data-hi-res-src',
  'data-url',
];
/** Names under which still other scripts keep the address, as in `nitro-lazy-src`, `data-cl-lazy-src` or `data-img-url`. */
const LAZY_NAME = /^(?!data-(?:fallback|error|placeholder|blur|thumb))(?:[a-z]+-)+(?:src|img-url|image-url)$/;
const PICTURE = /^(?:(?:https?:)?\/\/|[/\w.])[^\s<>]*\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#][^\s<>]*)?$/i;
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset', 'srcset'];
const PLACEHOLDER =
  /(?:^|[/_-])(?:blank|spacer|placeholder|transparent|pixel|loading|preloader|lazy|1x1|grey|gray)[\w.-]*\.(?:gif|png|svg|jpe?g|webp)(?:[?#]|$)/i;
const REMOVED = '<Base64-Image-Removed>';

/** The address an image is really shown from: its own, else what lazy loading keeps for later, else a source of its picture. */
export function imageSource(image: Element): string | undefined {
  const { attribs } = image;
  const own = attribs.src?.trim();
  const shown = own !== undefined && own !== '' && own !== 'about:blank' ? own : undefined;
  const standIn = shown === undefined || shown.startsWith('data:') || shown === REMOVED || PLACEHOLDER.test(shown);
  if (!standIn) return shown;
  for (const name of LAZY) {
    const address = attribs[name]?.trim();
    if (address !== undefined && /^(?!data:)(?:https?:)?[/\w.][^\s]*[./][^\s]*$/.test(address)) return address;
  }
  for (const name of LAZY_SETS) {
    const largest = largestCandidate(attribs[name] ?? '');
    if (largest !== undefined) return largest;
  }
  return pictureSource(image) ?? otherLazySource(image) ?? shown;
}

function otherLazySource({ attribs }: Element): string | undefined {
  for (const name of Object.keys(attribs)) {
    const address = attribs[name]?.trim() ?? '';
    if (LAZY_NAME.test(name) && PICTURE.test(address)) return address;
  }
  return undefined;
}

function pictureSource(image: Element): string | undefined {
  const picture = parentElement(image);
  if (picture?.name !== 'picture') return undefined;
  for (const node of picture.children) {
    if (!isTag(node) || node.name !== 'source') continue;
    const largest = largestCandidate(node.attribs.srcset ?? node.attribs['data-srcset'] ?? '');
    if (largest !== undefined) return largest;
  }
  return undefined;
}

/** The largest candidate of a srcset. */
export function largestCandidate(srcset: string): string | undefined {
  let best: string | undefined;
  let bestSize = -1;
  for (const [, address = '', size = ''] of srcset.matchAll(
    /([^\s,]\S*[^\s,]|[^\s,])(?:\s+([\d.]+)[wx])?\s*(?:,|$)/g,
  )) {
    if (address.startsWith('data:')) continue;
    const value = size === '' ? 1 : Number(size);
    if (value > bestSize) {
      best = address;
      bestSize = value;
    }
  }
  return best;
}

/** What is written in place of an image kept inside the page itself. */
export function withoutBase64(address: string, remove: boolean): string {
  return remove && /^data:image\//i.test(address) ? REMOVED : address;
}
