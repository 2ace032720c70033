import { makeZip } from './make-zip';

const NAMES = ['office', 'text', 'table', 'draw', 'style', 'presentation', 'meta']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const SPACES = `${NAMES} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"`;

/** Kinds of OpenDocument files. */
export type OpenDocumentKind = 'text' | 'spreadsheet' | 'presentation';

/** Creates an OpenDocument file with the given content and styles. */
export function makeOpenDocument(kind: OpenDocumentKind, body: string, styles = '', doctype = ''): Uint8Array {
  const head = `<?xml version="1.0" encoding="UTF-8"?>${doctype}`;
  return makeZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `${head}<office:document-content ${SPACES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'meta.xml': `${head}<office:document-meta ${SPACES}><office:meta><dc:title>Harbour &amp; town</dc:title><dc:creator>Ada Example</dc:creator></office:meta></office:document-meta>`,
  });
}
