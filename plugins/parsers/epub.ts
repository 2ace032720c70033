import render from 'dom-serializer';
import { type Document, Element, isTag } from 'domhandler';
import { getElementsByTagName, removeElement, replaceElement, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import {
  brokenDocument,
  defineParser,
  encryptedDocument,
  isTooDeep,
  type Metadata,
  openOfficeFile,
  type ZipArchive,
} from '../../core/contract/plugin';

const MAX_XML_BYTES = 20_000_000;
/** Matches the encryption methods that only obfuscate fonts. These methods do not affect the text. */
const FONT_METHODS = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;

/** `epub`: the chapters of a book, in reading order. */
export default defineParser({
  id: 'epub',
  summary: 'Reads books in EPUB format.',
  mediaTypes: ['application/epub+zip'],
  extensions: ['.epub'],
  async parse(bytes, { url }) {
    const archive = await openOfficeFile(bytes, url);
    if (await isEncrypted(archive)) throw encryptedDocument(url);
    try {
      const container = await readXml(archive, 'META-INF/container.xml');
      const name = container && getElementsByTagName('rootfile', container)[0]?.attribs['full-path'];
      const book = name === undefined ? undefined : await readXml(archive, name);
      if (name === undefined || book === undefined) throw brokenDocument(url);
      const chapters = chaptersOf(book, name);
      const parts: string[] = [];
      for (const chapter of chapters) {
        const text = await archive.text(chapter, MAX_XML_BYTES);
        if (text !== undefined && !isTooDeep(text)) parts.push(chapterHtml(text));
      }
      const lost = chapters.length - parts.length;
      const warnings = lost > 0 ? [`${lost} of the ${chapters.length} chapters of the book could not be read.`] : [];
      return { html: parts.join('\n'), metadata: metadataOf(book), warnings };
    } catch (error) {
      throw brokenDocument(url, error);
    }
  },
});

/** Parses an XML file in the archive. Entities defined in the XML are not expanded. */
async function readXml(archive: ZipArchive, name: string): Promise<Document | undefined> {
  const text = await archive.text(name, MAX_XML_BYTES);
  return text === undefined || isTooDeep(text) ? undefined : parseDocument(text, { xmlMode: true });
}

async function isEncrypted(archive: ZipArchive): Promise<boolean> {
  const list = await readXml(archive, 'META-INF/encryption.xml');
  if (list === undefined) return false;
  const methods = [
    ...getElementsByTagName('enc:EncryptionMethod', list),
    ...getElementsByTagName('EncryptionMethod', list),
  ];
  return methods.some(({ attribs }) => !FONT_METHODS.test(attribs.Algorithm ?? ''));
}

/** Returns the chapter paths in reading order. */
function chaptersOf(book: Document, name: string): readonly string[] {
  const items = new Map(byName(book, 'item').map(({ attribs }) => [attribs.id, attribs.href]));
  return byName(book, 'itemref').flatMap(({ attribs }) => {
    const href = items.get(attribs.idref ?? '');
    return href === undefined ? [] : [decodeURIComponent(new URL(href, `zip:///${name}`).pathname.slice(1))];
  });
}

/** Returns elements by name, with or without the namespace prefix `opf`. */
const byName = (book: Document, name: string): Element[] => [
  ...getElementsByTagName(name, book),
  ...getElementsByTagName(`opf:${name}`, book),
];

/** Returns the body of a chapter. Removes internal links and images, which do not work outside the book. */
function chapterHtml(text: string): string {
  const page = parseDocument(text, { xmlMode: /^\s*<\?xml/.test(text) });
  const [body] = getElementsByTagName('body', page);
  if (body === undefined) return '';
  for (const link of getElementsByTagName('a', body)) {
    if (/^(?:https?:|mailto:)/i.test(link.attribs.href ?? '')) continue;
    delete link.attribs.href;
  }
  for (const picture of [...getElementsByTagName('img', body), ...getElementsByTagName('svg', body)]) {
    const alt = picture.attribs.alt?.trim() ?? '';
    if (alt === '') removeElement(picture);
    else replaceElement(picture, new Element('em', {}, parseDocument(alt.replace(/[<&]/g, '')).children));
  }
  return body.children
    .map((node) => (isTag(node) || textContent(node).trim() !== '' ? render(node, { encodeEntities: 'utf8' }) : ''))
    .join('');
}

function metadataOf(book: Document): Metadata {
  const facts = [
    ['title', 'dc:title'],
    ['author', 'dc:creator'],
    ['language', 'dc:language'],
    ['description', 'dc:description'],
    ['publisher', 'dc:publisher'],
  ] as const;
  const found: Record<string, string> = {};
  for (const [name, tag] of facts) {
    const value = getElementsByTagName(tag, book).map(textContent).join(', ').trim();
    if (value !== '') found[name] = value;
  }
  return found;
}
