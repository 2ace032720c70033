import type { Batches } from '../rows/read-ahead';
import type { SelectedPage } from './selected-rows';
import { type ZipFile, zipStream } from './zip-stream';

const asText = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

const maxNameLength = 100;

/** File name of a page: a unique number followed by plain letters, digits and dashes. */
export function markdownName(index: number, address: string): string {
  const { host, pathname } = new URL(address);
  const words = `${host}${decoded(pathname)}`
    .normalize('NFKC')
    .replace(/\.(?:html?|php|aspx?)$/i, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const short = Array.from(words).slice(0, maxNameLength).join('').replace(/-$/, '');
  return `${String(index + 1).padStart(5, '0')}-${short || 'page'}.md`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function* markdownFiles(batches: Batches<SelectedPage>): AsyncGenerator<ZipFile> {
  let index = 0;
  for await (const pages of batches) {
    for (const page of pages) {
      const file = markdownFile(page, index++);
      if (file) yield file;
    }
  }
}

function markdownFile({ row, document }: SelectedPage, index: number): ZipFile | undefined {
  const { title, url } = document.metadata;
  if (typeof document.markdown !== 'string') return undefined;
  const address = asText(url) || asText(row.values.url);
  // JSON is valid YAML, whatever the title contains.
  const head = `---\nurl: ${JSON.stringify(address)}\ntitle: ${JSON.stringify(asText(title))}\n---\n\n`;
  const content = Buffer.from(`${head}${document.markdown}\n`);
  return { name: markdownName(index, address), content, at: new Date(asText(row.values.finishedAt)) };
}

/** Zip archive with one Markdown file per page. */
export const markdownZip = (pages: Batches<SelectedPage>): AsyncGenerator<Buffer> => zipStream(markdownFiles(pages));
