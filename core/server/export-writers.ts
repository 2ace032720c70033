import { csvLine } from '../common/csv';
import type { Job } from '../common/job';
import type { Result } from '../common/model';
import { type ZipFile, zipStream } from './zip-stream';

const asText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const metadataColumns = ['title', 'description', 'language', 'statusCode', 'contentType', 'error'] as const;

/** One document per line, as the API answers it. */
export async function* jsonLines(results: AsyncIterable<Result>): AsyncGenerator<string> {
  for await (const { document } of results) yield `${JSON.stringify(document)}\n`;
}

/** A table: the address, facts about the page, and a column for each format the job asked for. */
export async function* csvLines(results: AsyncIterable<Result>, job: Job): AsyncGenerator<string> {
  const formats = [...new Set(job.spec.formats.map(({ type, as }) => as ?? type))];
  yield csvLine(['url', ...metadataColumns, 'credits', 'finishedAt', ...formats]);
  for await (const result of results) {
    const { document, credits, finishedAt } = result;
    const { metadata } = document;
    const known = metadataColumns.map((name) => metadata[name]);
    yield csvLine([
      metadata.url ?? result.url,
      ...known,
      credits,
      finishedAt,
      ...formats.map((format) => document[format]),
    ]);
  }
}

const longestName = 100;

/** A file name for a page: its number keeps names apart, the rest is plain letters, digits and dashes. */
export function markdownName(index: number, address: string): string {
  const { host, pathname } = new URL(address);
  const words = `${host}${decoded(pathname)}`
    .normalize('NFKC')
    .replace(/\.(?:html?|php|aspx?)$/i, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const short = Array.from(words).slice(0, longestName).join('').replace(/-+$/, '');
  return `${String(index + 1).padStart(5, '0')}-${short || 'page'}.md`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function* markdownFiles(results: AsyncIterable<Result>): AsyncGenerator<ZipFile> {
  let index = 0;
  for await (const result of results) {
    const { document, finishedAt } = result;
    const { title, url } = document.metadata;
    const address = asText(url) || result.url;
    const name = markdownName(index++, address);
    if (typeof document.markdown !== 'string') continue;
    // A JSON text is a YAML text, whatever a page puts into its title.
    const head = `---\nurl: ${JSON.stringify(address)}\ntitle: ${JSON.stringify(asText(title))}\n---\n\n`;
    yield { name, bytes: Buffer.from(`${head}${document.markdown}\n`), at: new Date(finishedAt) };
  }
}

/** A zip archive with one markdown file per page. */
export const markdownZip = (results: AsyncIterable<Result>): AsyncGenerator<Buffer> =>
  zipStream(markdownFiles(results));
