import { percentDecoded } from '../../common/values/percent-decoded';
import type { Batches } from '../rows/read-ahead';
import { type PageAssets, type PlacedPage, pageKeyOf } from './page-assets';
import type { SelectedPage } from './selected-rows';
import { type ZipFile, zipStream } from './zip-stream';

const asText = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

const maxNameLength = 100;

/** Returns the front matter of a Markdown file. Values are written as JSON strings, which are always valid YAML. */
export function frontMatter(facts: Readonly<Record<string, string | undefined>>): string {
  const lines = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${JSON.stringify(value)}`,
  );
  return `---\n${lines.join('\n')}\n---\n\n`;
}

/**
 * Returns the file name of a page: its number in the job (starting at 1), followed by the words of its URL, separated
 * by dashes.
 */
export function markdownName(index: number, address: string): string {
  const { host, pathname } = new URL(address);
  const words = `${host}${percentDecoded(pathname)}`
    .normalize('NFKC')
    .replace(/\.(?:html?|php|aspx?)$/i, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const short = Array.from(words).slice(0, maxNameLength).join('').replace(/-$/, '');
  return `${String(index + 1).padStart(5, '0')}-${short || 'page'}.md`;
}

/**
 * Returns the file names of pages, keyed by the `pageKeyOf` value of each URL. If several pages have the same key, uses
 * the first one.
 */
export function markdownNames(pages: ReadonlyMap<number, string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [number, address] of pages) {
    const key = pageKeyOf(address);
    if (key !== undefined && !names.has(key)) names.set(key, markdownName(number, address));
  }
  return names;
}

/**
 * Yields a Markdown file for each page. With `assets`, makes links to saved pages and files relative, and also yields
 * the files and a list of failures.
 */
async function* markdownFiles(batches: Batches<SelectedPage>, assets?: PageAssets): AsyncGenerator<ZipFile> {
  for await (const pages of batches) for (const page of pages) yield* pageFiles(page, assets);
  if (!assets?.failures.length) return;
  const content = Buffer.from(`These files could not be saved:\n\n${assets.failures.join('\n')}\n`);
  yield { name: 'assets/not-saved.txt', content, at: new Date() };
}

async function* pageFiles({ row, document }: SelectedPage, assets: PageAssets | undefined): AsyncGenerator<ZipFile> {
  const { title, url, contentType } = document.metadata;
  const { markdown } = document;
  if (typeof markdown !== 'string') return;
  const address = asText(url) || asText(row.values.url);
  const at = new Date(asText(row.values.finishedAt));
  let placed: PlacedPage = { markdown };
  if (assets) {
    const files = assets.of({ markdown, url: address, contentType: asText(contentType) }, '');
    let step = await files.next();
    for (; !step.done; step = await files.next()) yield { ...step.value, at };
    placed = step.value;
  }
  const content = Buffer.from(
    `${frontMatter({ url: address, title: asText(title), original: placed.original })}${placed.markdown}\n`,
  );
  yield { name: markdownName(row.number, address), content, at };
}

/**
 * Returns a zip archive with a Markdown file for each page. With `assets`, also adds the images and documents that the
 * pages refer to.
 */
export const markdownZip = (pages: Batches<SelectedPage>, assets?: PageAssets): AsyncGenerator<Buffer> =>
  zipStream(markdownFiles(pages, assets));
