import { type Document, type Element, isTag } from 'domhandler';
import { getElementsByTagName, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import {
  brokenDocument,
  defineParser,
  encryptedDocument,
  isTooDeep,
  type Metadata,
  openOfficeFile,
} from '../../../core/contract/plugin';
import { slidesHtml } from './slides';
import { sheetsHtml } from './spreadsheet';
import { readStyles } from './styles';
import { TextWriter } from './text';

const MAX_XML_BYTES = 100_000_000;
const TYPE = 'application/vnd.oasis.opendocument';

/** `opendocument`: text documents, spreadsheets and presentations in OpenDocument format. */
export default defineParser({
  id: 'opendocument',
  summary: 'Reads OpenDocument text documents, spreadsheets and presentations.',
  mediaTypes: ['text', 'spreadsheet', 'presentation'].flatMap((kind) => [
    `${TYPE}.${kind}`,
    `${TYPE}.${kind}-template`,
  ]),
  extensions: ['.odt', '.ods', '.odp', '.ott', '.ots', '.otp'],
  async parse(bytes, { url }) {
    const archive = await openOfficeFile(bytes, url);
    const read = async (name: string): Promise<Document> => {
      const text = (await archive.text(name, MAX_XML_BYTES)) ?? '';
      if (isTooDeep(text)) throw brokenDocument(url);
      // Entities defined in the file are not expanded.
      return parseDocument(text, { xmlMode: true });
    };
    const manifest = await archive.text('META-INF/manifest.xml');
    if (manifest?.includes('<manifest:encryption-data')) throw encryptedDocument(url);
    const [content, named, meta] = await Promise.all(['content.xml', 'styles.xml', 'meta.xml'].map(read));
    const [body] = content === undefined ? [] : getElementsByTagName('office:body', content, true, 1);
    const kind = body?.children.find(isTag);
    if (content === undefined || named === undefined || meta === undefined || kind === undefined)
      throw brokenDocument(url);
    try {
      return { ...contentOf(kind, [content, named]), metadata: metadataOf(meta) };
    } catch (error) {
      throw brokenDocument(url, error);
    }
  },
});

function contentOf(kind: Element, documents: readonly Document[]) {
  if (kind.name === 'office:spreadsheet') return sheetsHtml(kind);
  const writer = new TextWriter(readStyles(documents));
  const html = kind.name === 'office:presentation' ? slidesHtml(kind, writer) : writer.blocks(kind.children);
  return { html: html + writer.notes(), warnings: [] };
}

function metadataOf(meta: Document): Metadata {
  const facts = [
    ['title', 'dc:title'],
    ['author', 'dc:creator'],
    ['author', 'meta:initial-creator'],
    ['description', 'dc:description'],
    ['keywords', 'meta:keyword'],
    ['language', 'dc:language'],
  ] as const;
  const found: Record<string, string> = {};
  for (const [name, tag] of facts) {
    const value = getElementsByTagName(tag, meta).map(textContent).join(', ').trim();
    if (value !== '') found[name] = value;
  }
  return found;
}
