import { AppError } from './errors';
import type { Metadata } from './model';
import { readZipText, unpacksWithin } from './zip';

const MAX_UNPACKED_BYTES = 200_000_000;

/** Refuses an office file that is no zip archive (SCRAPE_DOCUMENT_BROKEN) or unpacks to more than 200 MB (SCRAPE_TOO_LARGE). */
export async function checkOfficeFile(bytes: Uint8Array, url: string): Promise<void> {
  const fits = await unpacksWithin(bytes, MAX_UNPACKED_BYTES);
  if (fits === undefined) throw brokenDocument(url);
  if (!fits)
    throw new AppError('SCRAPE_TOO_LARGE', `The document at ${url} unpacks to more than 200 MB, so it was not opened.`);
}

/** The error for a document that cannot be read. */
export function brokenDocument(url: string, cause?: unknown): AppError {
  return new AppError(
    'SCRAPE_DOCUMENT_BROKEN',
    `The document at ${url} is damaged and could not be read; open it where it was made and save it anew.`,
    { cause },
  );
}

const PROPERTIES: readonly (readonly [string, string])[] = [
  ['title', 'dc:title'],
  ['author', 'dc:creator'],
  ['description', 'dc:description'],
  ['keywords', 'cp:keywords'],
];

/** Title, author, description and keywords an office file states about itself. */
export async function officeMetadata(bytes: Uint8Array): Promise<Metadata> {
  const xml = (await readZipText(bytes, 'docProps/core.xml')) ?? '';
  const found: Record<string, string> = {};
  for (const [name, tag] of PROPERTIES) {
    const value = unescapeXml(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '').trim();
    if (value !== '') found[name] = value;
  }
  return found;
}

const XML_ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Text of XML with the five named and all numbered character references resolved; other entities stay as written. */
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
