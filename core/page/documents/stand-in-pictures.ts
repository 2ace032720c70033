import { Buffer } from 'node:buffer';
import { percentDecoded } from '../../common/values/percent-decoded';

/** File names of pictures that are shown while the real image loads. */
const LOADING =
  /^(?:img|image)?[_-]?(?:(?:pre)?load(?:ing|er)|spinner|lazy(?:[_-]?load(?:er|ing)?)?|placeholder|blank|spacer|transparent|pixel|1x1)(?![a-z0-9])[^/]{0,40}$/i;
/** File names of icons of a site or app. */
const ICON = /^(?:apple-?touch-?icon|fav-?icon|android-chrome|mstile|site-?icon|app-?icon)/i;
/** File names of pictures for users or products without a picture of their own. */
const DEFAULT =
  /^(?:(?:default|no|missing|empty|blank|generic|unknown|anonymous)[_-]?(?:user|profile|product)?[_-]?(?:photo|avatar|image|img|picture|pic|icon|thumb(?:nail)?|gravatar)|(?:avatar|user|profile|photo|image|product)[_-](?:default|placeholder|blank|missing)|image-?coming-?soon|mystery-?man)(?![a-z])/i;
const LAZY = /(?:^|[\s_-])lazy/i;
const maxSide = 4;
/** A picture with sides of at least `minPlainSide` pixels and at most this many bytes shows a single colour. */
const maxPlainBytes = 200;
const minPlainSide = 32;

/** Returns the decoded file name in the URL of a picture. */
export const fileOf = (address: string): string => {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  return percentDecoded(path.slice(path.lastIndexOf('/') + 1));
};

/** True for the URL of an icon, of a default portrait, or of a picture that is shown while the real image loads. */
export function isStandInAddress(address: string): boolean {
  if (/^data:/i.test(address)) return isBlankData(address);
  const file = fileOf(address);
  return ICON.test(file) || DEFAULT.test(file) || LOADING.test(file);
}

/**
 * True for an image that shows only a placeholder. `source` is the image's URL, possibly from an attribute of a
 * lazy-loading script.
 */
export function isStandInImage({ class: names }: Readonly<Record<string, string>>, source: string): boolean {
  if (/^data:/i.test(source)) return isBlankData(source);
  return names !== undefined && LAZY.test(names) && LOADING.test(fileOf(source));
}

/** True for an embedded picture that is tiny, has a single colour, or shows only the initials of a name. */
function isBlankData(address: string): boolean {
  const [, type = '', coding = '', data = ''] = /^data:image\/([a-z+]+)([^,]{0,40}),(.*)$/is.exec(address) ?? [];
  const isBase64 = /base64/i.test(coding);
  if (type.toLowerCase() === 'svg+xml')
    return isBlankDrawing(isBase64 ? Buffer.from(data, 'base64').toString('utf8') : percentDecoded(data));
  if (!isBase64 || data.length > 2 * maxPlainBytes) return false;
  const bytes = Buffer.from(data, 'base64');
  const [width, height] = sizeOf(bytes);
  if (width === 0 || height === 0) return false;
  return (
    Math.max(width, height) <= maxSide || (Math.min(width, height) >= minPlainSide && bytes.length <= maxPlainBytes)
  );
}

/** Returns the size of a GIF or PNG in pixels. Zeros for other data. */
function sizeOf(bytes: Buffer): readonly [width: number, height: number] {
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 4) === 'GIF8')
    return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  if (bytes.length >= 24 && bytes.toString('latin1', 1, 4) === 'PNG')
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return [0, 0];
}

const DRAWN = /<(?:path|image|text|circle|ellipse|use|polygon|polyline|line|foreignObject)(?=[\s/>])/gi;
const INITIALS = /<text[^<>]*>\s*\p{L}{1,2}\s*<\/text>/u;

function isBlankDrawing(code: string): boolean {
  if (!/<svg(?=[\s/>])/i.test(code)) return false;
  const drawn = code.match(DRAWN)?.length ?? 0;
  return drawn === 0 || (drawn === 1 && INITIALS.test(code));
}
