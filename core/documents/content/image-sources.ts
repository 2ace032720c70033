const CANDIDATE = /(\S*[^,\s])(?:\s+([\d.]+)([wxh]))?\s*(?:,|$)/g;
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset', 'data-original-set'] as const;
const LAZY_SOURCES = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-original-src',
  'data-orig-file',
  'data-hi-res-src',
  'data-image',
  'data-img-src',
  'data-full-src',
  'data-url',
  'data-echo',
  'data-actualsrc',
] as const;
/** Names under which still other scripts keep the address, as in `nitro-lazy-src`, `data-cl-lazy-src` or `data-img-url`. */
const OTHER_LAZY_SOURCE = /^(?!data-(?:fallback|error|placeholder|blur|thumb))(?:[a-z]+-)+(?:src|img-url|image-url)$/;
const LOOKS_LIKE_URL = /^(https?:)?\/\/|^\.{0,2}\/|^[^\s<>{}"]+\.(jpe?g|png|gif|webp|avif|svg|bmp)([?#]|$)/i;
const LOOKS_LIKE_FILE = /^(?!data:)[^\s<>{}"]+\.(jpe?g|png|gif|webp|avif|svg|bmp)([?#]|$)/i;
/** Stands in for a picture that is loaded later; the last is what this product itself writes for base64 data. */
const PLACEHOLDER =
  /^data:|^about:blank$|(^|[/_.-])(blank|spacer|placeholder|transparent|pixel|lazy|loading|(pre)?loader\w*|1x1|grey|gray)([/_.-]|$)|^<Base64/i;
const MAX_SET_CHARS = 20_000;

/** The candidate of a `srcset` with the largest width or density. */
function largestCandidate(srcset: string): string | undefined {
  let best: string | undefined;
  let bestSize = -1;
  for (const [, url, size] of srcset.slice(0, MAX_SET_CHARS).matchAll(CANDIDATE)) {
    const value = size === undefined ? 1 : Number(size);
    // A data URL holds a comma, so its halves are no candidates.
    if (url === undefined || url.startsWith('data:') || value <= bestSize) continue;
    best = url;
    bestSize = value;
  }
  return best;
}

/** The address a reader's browser would end up showing: largest candidate first, then what lazy loading fills in. */
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
