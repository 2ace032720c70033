import { AppError } from '../../common/errors';
import { withoutProlog } from '../../common/values/markup-prolog';
import type { ParserPlugin } from '../../contract/plugin';
import { wideEncoding } from '../documents/guess-encoding';
import { beginsAsHtml, isJson, looksLikeText, mediaTypeByBytes } from './find-parser';

/** A file provided by a caller. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** File types that Gleaner recognizes but cannot read, each with advice for users. */
const unreadable: Readonly<Record<string, string>> = {
  'application/msword':
    'is a Word 97–2003 document (.doc), which Gleaner does not read; save it as .docx, .odt or .pdf',
  'application/vnd.ms-powerpoint':
    'is a PowerPoint 97–2003 presentation (.ppt), which Gleaner does not read; save it as .pptx, .odp or .pdf',
  'application/x-encrypted-office': 'is encrypted; save it without a password',
  'application/x-cfb': 'is in an old Office format that Gleaner does not read; save it in a current format',
};

const HTML_ENDING = /\.(?:x?html?|xht)$/i;
const startChars = 8192;

/**
 * Detects the media type of a file from its content. Uses the file name only to distinguish similar text formats, such
 * as CSV and Markdown. Throws BAD_REQUEST for an empty file, and UNSUPPORTED_MEDIA_TYPE if no parser supports the type.
 */
export async function mediaTypeOfFile({ name, bytes }: NamedFile, parsers: readonly ParserPlugin[]): Promise<string> {
  if (bytes.length === 0) throw new AppError('BAD_REQUEST', `${name} is empty.`);
  const isText = looksLikeText(bytes) || wideEncoding(bytes) !== undefined;
  const seen = await mediaTypeByBytes(bytes);
  if (isText) return textType({ name, bytes }, parsers, seen);
  const isRead = (type: string) => parsers.some(({ mediaTypes }) => mediaTypes.includes(type));
  if (seen !== undefined && isRead(seen)) return seen;
  const ending = seen === 'application/zip' ? byEnding(name, parsers)?.mediaTypes[0] : undefined;
  if (ending !== undefined) return ending;
  const reason =
    unreadable[seen ?? ''] ?? `is a file of type "${seen ?? 'unknown'}", which cannot be converted to text`;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', `${name} ${reason}.`);
}

function textType({ name, bytes }: NamedFile, parsers: readonly ParserPlugin[], seen: string | undefined): string {
  const start = Buffer.from(bytes.subarray(0, startChars)).toString('latin1');
  const plain = withoutProlog(start);
  if (beginsAsHtml(plain)) return 'text/html';
  const known = parsers.find(({ recognises }) => recognises?.(start.replace(/^\xef\xbb\xbf/, '')));
  if (known?.mediaTypes[0] !== undefined) return known.mediaTypes[0];
  const named = byEnding(name, parsers);
  if (isJson(bytes)) return named?.mediaTypes.find((type) => /json/.test(type)) ?? 'application/json';
  if (seen !== undefined && /xml/.test(seen)) return 'application/xml';
  if (HTML_ENDING.test(name) && plain.includes('<')) return 'text/html';
  return named?.mediaTypes.find((type) => type.startsWith('text/')) ?? 'text/plain';
}

const byEnding = (name: string, parsers: readonly ParserPlugin[]) =>
  parsers.find(({ extensions }) => extensions.some((extension) => name.toLowerCase().endsWith(extension)));
