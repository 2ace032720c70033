import { fileTypeFromBuffer } from 'file-type';

/** File extensions of the documents that an export can include. */
const documents = new Set(
  'pdf doc docx docm xls xlsx xlsm xlsb ppt pptx pptm odt ods odp rtf epub csv tsv ics eml msg ipynb xml json'.split(
    ' ',
  ),
);

/**
 * Matches media types of web pages and plain text. For content of these types, only the Markdown is saved, not the
 * original file.
 */
const pageTypes = /^(?:text\/(?:html|plain|markdown|x-markdown)|application\/xhtml\+xml)(?:;|$)/i;
const html = /<(?:!doctype\s+html|html|head|body)\b/i;
const svg = /<svg[\s>]/i;
const headBytes = 4096;

const endingOf = (url: string): string => /\.([a-z0-9]{2,5})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '';

/**
 * True if a URL has the extension of a document such as a PDF. False for XML and JSON, because links to data files are
 * not saved.
 */
export const isDocumentUrl = (url: string): boolean => {
  const ending = URL.canParse(url) ? endingOf(url) : '';
  return documents.has(ending) && ending !== 'xml' && ending !== 'json';
};

/** True for the media type of a document such as a PDF, and false for the type of a web page or plain text. */
export const isOriginal = (contentType = ''): boolean => contentType !== '' && !pageTypes.test(contentType.trim());

/**
 * Returns the file extension for the content, without a dot. Undefined for content that is neither an image nor a
 * document, such as a web page or a program.
 */
export async function assetEnding(content: Uint8Array, url: string): Promise<string | undefined> {
  if (content.length === 0) return undefined;
  const found = await fileTypeFromBuffer(content);
  const isText = found === undefined || found.ext === 'xml';
  const head = Buffer.from(content.subarray(0, headBytes)).toString('utf8');
  if (isText && svg.test(head) && !html.test(head)) return 'svg';
  if (isText && html.test(head)) return undefined;
  if (found?.mime.startsWith('image/')) return found.ext;
  // Prefers the URL's extension for old office formats, because they all share one container format.
  const named = endingOf(url);
  if (documents.has(named)) return named;
  return found && documents.has(found.ext) ? found.ext : undefined;
}
