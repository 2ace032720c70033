import { percentDecoded } from '../../../../common/values/percent-decoded';
import { isStandInAddress } from '../../../documents/stand-in-pictures';
import type { Sighting } from '../find/sighting';
import type { Field } from '../schema/field';
import type { Evidence } from './evidence';

/** Names of fields whose images may be icons. */
const ICON_FIELD = /icon|logo|avatar|placeholder/i;
const LARGE_METAS = ['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src'];

/**
 * Removes icons, default portraits and pictures shown during loading. Replaces a small variant of the image in the meta
 * tags by that image.
 */
export function ownPictures(
  { name }: Field,
  found: readonly Sighting[],
  { metas, base }: Evidence,
): readonly Sighting[] {
  if (ICON_FIELD.test(name)) return found;
  const large = LARGE_METAS.flatMap((meta) => metas.get(meta) ?? []).flatMap(({ content }) => {
    const href = URL.parse(content, base)?.href;
    return href === undefined || isStandInAddress(href) ? [] : [{ href, ...variantOf(href) }];
  });
  return found.flatMap((one) => {
    const address = URL.parse(String(one.raw), base)?.href;
    if (address === undefined) return [one];
    if (isStandInAddress(address)) return [];
    if (one.kind === 'meta') return [one];
    const own = variantOf(address);
    const better = large.find(({ key, size }) => key !== '' && key === own.key && isLarger(size, own.size));
    return [better ? { ...one, raw: better.href } : one];
  });
}

interface Variant {
  /** Path of the image without the parts that state a size. */
  readonly key: string;
  readonly size: Size;
}

/**
 * Size in the URL of an image: a number of pixels, or the rank of a size name such as `thumb`. Undefined if the URL
 * contains no size.
 */
type Size = { readonly pixels: number } | { readonly rank: number } | undefined;

const SIZE_PART =
  /(?<=^|[_\-./@])(?:(\d{2,4})x\d{2,4}|(\d{2,4})w|(xs|thumb(?:nail)?s?|mini|tiny)|(sm|small)|(md|medium)|(lg|large)|(xl|xxl|xlarge))(?=[_\-./]|$)/g;
const SIZE_IN_QUERY = /[?&](?:w|width|sz|size)=(\d{2,4})/i;
const firstRank = 3;

/** Splits the URL of an image into its name and its size. */
function variantOf(address: string): Variant {
  const path = percentDecoded(address.split(/[?#]/, 1)[0] ?? '')
    .replace(/^https?:\/\/[^/]*/i, '')
    .toLowerCase();
  const sizes = [...path.matchAll(SIZE_PART)].map((match): Size => {
    const pixels = Number(match[1] ?? match[2] ?? 0);
    return pixels > 0 ? { pixels } : { rank: match.findIndex((part, at) => at >= firstRank && part !== undefined) };
  });
  const inQuery = Number(SIZE_IN_QUERY.exec(address)?.[1] ?? 0);
  const key = path.replace(SIZE_PART, '').replace(/(?<![_-])[_-]+(?=[./])|(?<=\/)[_-]+/g, '');
  return { key, size: sizes.at(-1) ?? (inQuery > 0 ? { pixels: inQuery } : undefined) };
}

function isLarger(size: Size, than: Size): boolean {
  if (than === undefined) return false;
  if (size === undefined) return true;
  if ('pixels' in size && 'pixels' in than) return size.pixels > than.pixels;
  return 'rank' in size && 'rank' in than && size.rank > than.rank;
}
