import { AppError } from '../common/errors';
import type { Metadata } from '../common/model';
import { openZip, type ZipArchive } from './zip';

const MAX_UNPACKED_BYTES = 200_000_000;

/**
 * Opens an office file. Throws SCRAPE_DOCUMENT_BROKEN when the file is not a ZIP archive, and SCRAPE_TOO_LARGE when it
 * unpacks to more than 200 MB.
 */
export async function openOfficeFile(bytes: Uint8Array, url: string): Promise<ZipArchive> {
  const archive = openZip(bytes);
  if (archive === undefined) throw isCompoundFile(bytes) ? encryptedDocument(url) : brokenDocument(url);
  if (await archive.unpacksWithin(MAX_UNPACKED_BYTES)) return archive;
  throw new AppError('SCRAPE_TOO_LARGE', `The document at ${url} unpacks to more than 200 MB, so it was not opened.`);
}

/** True for a compound file, the container format of old binary office files and of password-protected office files. */
const isCompoundFile = (bytes: Uint8Array): boolean => [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);

const MAX_DEPTH = 500;

/** True when the XML is nested too deeply to be parsed into a tree. */
export function isTooDeep(xml: string): boolean {
  let depth = 0;
  for (const [, closes, empty] of xml.matchAll(/<(\/)?[a-z_][^<>]*?(\/)?>/gi)) {
    if (closes !== undefined) depth--;
    else if (empty === undefined && ++depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Returns the error for a document that is encrypted (e.g. password-protected) or in an old format. */
export function encryptedDocument(url: string): AppError {
  return new AppError(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `The document at ${url} is encrypted or in an old format; save it without a password, in a current format.`,
  );
}

/**
 * Returns the error for an unreadable document. If `cause` is an AppError, returns it unchanged, because it already
 * explains the problem.
 */
export function brokenDocument(url: string, cause?: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError(
    'SCRAPE_DOCUMENT_BROKEN',
    `The document at ${url} is damaged and could not be read; open it in the program that made it and save it again.`,
    { cause },
  );
}

const PROPERTIES: readonly (readonly [string, string])[] = [
  ['title', 'dc:title'],
  ['author', 'dc:creator'],
  ['description', 'dc:description'],
  ['keywords', 'cp:keywords'],
];

/** Returns the title, author, description and keywords of an office file. */
export async function officeMetadata(archive: ZipArchive): Promise<Metadata> {
  const xml = (await archive.text('docProps/core.xml')) ?? '';
  const found: Record<string, string> = {};
  for (const [name, tag] of PROPERTIES) {
    const value = unescapeXml(new RegExp(`<${tag}[^<>]*>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '').trim();
    if (value !== '') found[name] = value;
  }
  return found;
}

const XML_ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/**
 * Resolves the five predefined entities and all numeric character references in XML. Other entities remain unchanged.
 */
export function unescapeXml(text: string): string {
  return text.replace(
    /&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return XML_ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
