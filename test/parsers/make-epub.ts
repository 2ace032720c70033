import { makeZip, type ZipFiles } from './make-zip';

/** Creates a book. `chapters` maps each file path to the HTML of its body. `spine` is the reading order. */
export function makeEpub(
  chapters: Readonly<Record<string, string>>,
  spine: readonly string[],
  more: ZipFiles = {},
): Uint8Array {
  const pages = Object.entries(chapters).map(([path, body]): [string, string] => [
    `OEBPS/${path}`,
    `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>${body}</body></html>`,
  ]);
  const items = spine
    .map((path, at) => `<item id="c${at}" href="${path}" media-type="application/xhtml+xml"/>`)
    .join('');
  const order = spine.map((_, at) => `<itemref idref="c${at}"/>`).join('');
  return makeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Harbour tales</dc:title><dc:creator>Ada Example</dc:creator><dc:language>en</dc:language></metadata><manifest>${items}</manifest><spine>${order}</spine></package>`,
    ...Object.fromEntries(pages),
    ...more,
  });
}
