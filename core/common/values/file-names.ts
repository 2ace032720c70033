/** Maximum length of a name, in characters. */
const maxLength = 60;
/** Matches names that Windows reserves for devices, whatever the extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Converts text to lower-case letters, digits and dashes, which are safe in file names on every operating system. */
export function fileSlug(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const name = Array.from(words).slice(0, maxLength).join('').replace(/-$/, '');
  return reserved.test(name) ? `${name}-file` : name;
}

/** Returns the part of a page title that precedes the name of the site. */
export const titlePart = (title: string): string => title.split(/(?<=\S)\s+[-–—|·»:]\s+/u, 1)[0] ?? '';

/** Returns the last part of a URL's path, without its extension. Empty for a home page. */
function lastPathPart(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const part = path.split('/').findLast((one) => one !== '') ?? '';
  try {
    return decodeURIComponent(part).replace(/\.[a-z0-9]{1,5}$/i, '');
  } catch {
    return part;
  }
}

/**
 * Returns a file name, without an extension, for a page's content: the page's title, or else the last part of its path
 * or its host name.
 */
export function pageFileName(title: string, url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return fileSlug(titlePart(title)) || fileSlug(lastPathPart(url)) || fileSlug(host) || 'page';
}
