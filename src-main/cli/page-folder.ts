import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { frontMatter } from '../../core/jobs/exports/markdown-zip';
import { PageAssets } from '../../core/jobs/exports/page-assets';
import { writeFileAtomically } from './atomic-file';
import { progress } from './command-context';
import type { EngineClient } from './engine-client';
import type { PageDocument } from './follow-job';
import { PageFileNames } from './page-file-names';
import { fieldOf } from './scrape-output';

/** Destination for the pages of a job. */
export interface JobOutput {
  page(document: PageDocument, signal: AbortSignal): Promise<void>;
  /** Completes the output. Returns a description of the output, or undefined for standard output. */
  finish(): Promise<string | undefined>;
  /** Deletes unfinished output. */
  discard(): Promise<void>;
}

/** File extensions of formats that are written to separate files. All other formats share a JSON file. */
const textEndings: Readonly<Record<string, string>> = { markdown: '.md', html: '.html', rawHtml: '.raw.html' };

/** Options for writing pages to a directory. */
export interface PageFolderChoice {
  readonly folder: string;
  readonly formats: readonly string[];
  /** ID of the job whose images and documents are saved. If absent, only the pages are saved. */
  readonly assetsOf?: string;
}

const maxFailuresShown = 10;

/** Writes pages to a directory tree that mirrors their URLs. Files are written atomically. */
export function pageFolder({ folder, formats, assetsOf }: PageFolderChoice, client: EngineClient): JobOutput {
  const names = new PageFileNames();
  let assets: PageAssets | undefined;
  let pages = 0;
  return {
    async page(document, signal) {
      const name = names.nameOf(addressOf(document));
      const base = join(folder, name);
      if (assetsOf !== undefined) {
        assets ??= new PageAssets((url, page) =>
          buffer(client.stream(`/local/jobs/${assetsOf}/asset?${new URLSearchParams({ url, page })}`, signal)),
        );
      }
      const placed = assets ? await withAssets(document, assets, { folder, name, signal }) : document;
      for (const [ending, content] of filesOf(placed, formats)) await writeFileAtomically(`${base}${ending}`, content);
      if (typeof document.screenshot === 'string' && formats.includes('screenshot')) {
        await writeFileAtomically(`${base}.png`, await client.download(document.screenshot, signal));
      }
      pages += 1;
    },
    async finish() {
      for (const failure of assets?.failures.slice(0, maxFailuresShown) ?? []) progress(`Not saved: ${failure}`);
      const lost = assets?.failures.length
        ? `; ${assets.failures.length} could not be saved, so their original links remain`
        : '';
      const saved = assets ? ` ${assets.saved} files saved in ${join(folder, 'assets')}${lost}.` : '';
      return `${pages} pages written to ${folder}.${saved}`;
    },
    discard: async () => undefined,
  };
}

/** Writes a page's images and documents. Returns the page with relative links to them. */
async function withAssets(
  document: PageDocument,
  assets: PageAssets,
  { folder, name, signal }: { readonly folder: string; readonly name: string; readonly signal: AbortSignal },
): Promise<PageDocument> {
  const { markdown, metadata } = document;
  if (typeof markdown !== 'string') return document;
  const url = typeof metadata.url === 'string' ? metadata.url : addressOf(document);
  const contentType = typeof metadata.contentType === 'string' ? metadata.contentType : undefined;
  const files = assets.of({ markdown, url, contentType }, '../'.repeat(name.split('/').length - 1));
  let step = await files.next();
  for (; !step.done; step = await files.next()) {
    signal.throwIfAborted();
    await writeFileAtomically(join(folder, step.value.name), step.value.content);
  }
  return { ...document, ...step.value };
}

/** Returns the URL that identifies a page. */
export function addressOf({ metadata }: PageDocument): string {
  const address = metadata.sourceURL ?? metadata.url;
  return typeof address === 'string' && URL.canParse(address) ? address : 'about://unknown/';
}

function filesOf(document: PageDocument, formats: readonly string[]): readonly (readonly [string, string])[] {
  const files: [string, string][] = [];
  const others: Record<string, unknown> = {};
  for (const format of formats) {
    const value = document[fieldOf(format)];
    const ending = textEndings[format];
    if (ending && typeof value === 'string') files.push([ending, `${headOf(document, format)}${value}\n`]);
    else if (format !== 'screenshot' && value !== undefined) others[fieldOf(format)] = value;
  }
  if (Object.keys(others).length === 0) return files;
  return [...files, ['.json', `${JSON.stringify({ ...others, metadata: document.metadata }, undefined, 2)}\n`]];
}

function headOf(document: PageDocument, format: string): string {
  if (format !== 'markdown') return '';
  const title = typeof document.metadata.title === 'string' ? document.metadata.title : '';
  const original = typeof document.original === 'string' ? document.original : undefined;
  return frontMatter({ url: addressOf(document), title, original });
}
