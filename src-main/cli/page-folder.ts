import { join } from 'node:path';
import { writeFileAtomically } from './atomic-file';
import type { EngineClient } from './engine-client';
import type { PageDocument } from './follow-job';
import { PageFileNames } from './page-file-names';
import { fieldOf } from './scrape-output';

/** Destination for the pages of a job. */
export interface JobOutput {
  page(document: PageDocument, signal: AbortSignal): Promise<void>;
  /** Completes the output. Returns a description of what was written, or undefined for standard output. */
  finish(): Promise<string | undefined>;
  /** Deletes unfinished output. */
  discard(): Promise<void>;
}

/** Extensions of formats that get separate files; all other formats share a JSON file. */
const textEndings: Readonly<Record<string, string>> = { markdown: '.md', html: '.html', rawHtml: '.raw.html' };

/** Writes pages to a directory tree that mirrors their URLs. Each file appears only when it is complete. */
export function pageFolder(folder: string, formats: readonly string[], client: EngineClient): JobOutput {
  const names = new PageFileNames();
  let pages = 0;
  return {
    async page(document, signal) {
      const base = join(folder, names.nameOf(addressOf(document)));
      for (const [ending, content] of filesOf(document, formats))
        await writeFileAtomically(`${base}${ending}`, content);
      if (typeof document.screenshot === 'string' && formats.includes('screenshot')) {
        await writeFileAtomically(`${base}.png`, await client.download(document.screenshot, signal));
      }
      pages += 1;
    },
    finish: async () => `${pages} pages written to ${folder}.`,
    discard: async () => undefined,
  };
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

/**
 * Returns the front matter of a Markdown file. Values are written as JSON, which is valid YAML whatever they contain.
 */
function headOf(document: PageDocument, format: string): string {
  if (format !== 'markdown') return '';
  const title = typeof document.metadata.title === 'string' ? document.metadata.title : '';
  return `---\nurl: ${JSON.stringify(addressOf(document))}\ntitle: ${JSON.stringify(title)}\n---\n\n`;
}
