/** Maximum size, in bytes, of a page that is searched for an embedded PDF. */
const MAX_BYTES = 65_536;
/**
 * Maximum length, in characters, of a page's text outside an embedded PDF. Text up to this length, such as a file name,
 * does not count as content.
 */
const MAX_TEXT_CHARS = 60;
const SILENT = /<!--.*?(?:-->|$)|<(head|script|style|noscript|template|title)\b.*?(?:<\/\1\s*>|$)/gis;
/** Matches elements around the content of a page, such as the navigation. */
const AROUND = /<(nav|header|footer|aside)\b.*?(?:<\/\1\s*>|$)/gis;
const FALLBACK = /<object\b.*?(?:<\/object\s*>|$)/gis;
const FRAMES = /<(?:embed|object|iframe|frame)\b(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/gi;
const BASE = /<base\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/i;
const ADDRESS = /\s(?:src|data|href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const PDF_TYPE = /\stype\s*=\s*["']?application\/(?:x-)?pdf\b/i;

/** Returns the URL of the embedded PDF if the page shows nothing else. */
export function embeddedPdf(body: Uint8Array, mediaType: string, base: URL): URL | undefined {
  if (mediaType !== 'text/html' || body.byteLength > MAX_BYTES) return undefined;
  const source = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  const html = source.replace(SILENT, '');
  const frames = html.match(FRAMES) ?? [];
  const [frame] = frames;
  if (frame === undefined || new Set(frames.map(addressOf)).size > 1) return undefined;
  const address = URL.parse(addressOf(frame), baseOf(source, base));
  const file = address && shownFile(address);
  const target = file ?? address;
  if (!target || !/^https?:$/.test(target.protocol)) return undefined;
  if (!PDF_TYPE.test(frame) && !isPdfPath(target)) return undefined;
  const text = html
    .replace(FALLBACK, '')
    .replace(AROUND, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  if (text.trim().length > MAX_TEXT_CHARS) return undefined;
  target.hash = '';
  return target.href === base.href ? undefined : target;
}

/** Returns the base URL for relative URLs: that of the first `<base>` with an `href`, or else the URL of the page. */
function baseOf(html: string, page: URL): string {
  const [element] = html.match(BASE) ?? [];
  return (element && URL.parse(addressOf(element), page.href)?.href) || page.href;
}

const isPdfPath = ({ pathname }: URL): boolean => /\.pdf$/i.test(pathname);

/** Query parameters in which viewers such as PDF.js or Google's viewer receive the URL of the file. */
const FILE_PARAMETERS = ['file', 'url', 'src'];

/** Returns the PDF that a viewer page shows. */
function shownFile(viewer: URL): URL | undefined {
  if (isPdfPath(viewer)) return undefined;
  const files = FILE_PARAMETERS.flatMap((name) => viewer.searchParams.getAll(name));
  return files.flatMap((file) => URL.parse(file, viewer.href) ?? []).find(isPdfPath);
}

function addressOf(frame: string): string {
  const [, double, single, bare] = ADDRESS.exec(frame) ?? [];
  return (double ?? single ?? bare ?? '').trim().replaceAll('&amp;', '&');
}
