import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { openAtomicFile } from './atomic-file';
import { CommandError } from './command-error';
import type { EngineClient } from './engine-client';
import type { PageDocument } from './follow-job';
import { addressOf, type JobOutput, pageFolder } from './page-folder';
import { scrapeOutput } from './scrape-output';
import { writeOutput } from './standard-output';

/** Options that determine how and where output is written. */
export interface OutputChoice {
  /**
   * A directory, or a file whose extension determines the output shape. If absent, output is written to standard
   * output.
   */
  readonly output?: string;
  readonly json?: boolean;
  readonly format: readonly string[];
  /** True to save images and documents next to the Markdown. */
  readonly assets?: boolean;
  /**
   * WARC file to write at the end of the job. If it is set, other output is written only if `output` or `json` is also
   * set.
   */
  readonly warc?: string;
}

/** Shape of the written output: a directory of files, JSON lines, or a single text. */
export type OutputShape = 'folder' | 'lines' | 'text';

const shapes: Readonly<Record<string, OutputShape>> = {
  '.jsonl': 'lines',
  '.ndjson': 'lines',
  '.md': 'text',
  '.markdown': 'text',
  '.txt': 'text',
  '.html': 'text',
};

/** Determines the output shape from the `-o` path. Throws if other options conflict with the shape. */
export function outputShape({ output, json, format, assets }: OutputChoice): OutputShape {
  const shape = output === undefined ? (json || format.length > 1 ? 'lines' : 'text') : shapeOf(output);
  if (assets && (shape !== 'folder' || !format.includes('markdown')))
    throw new CommandError('--assets needs Markdown pages in a folder, e.g. -o pages/ without -f.');
  if (shape === 'text' && (format.length > 1 || format[0] === 'screenshot' || json)) {
    throw new CommandError(
      'a text file can contain only one text format; write to a folder (-o pages/) or JSON lines (-o pages.jsonl).',
    );
  }
  return shape;
}

function shapeOf(output: string): OutputShape {
  if (/[\\/]$/.test(output) || isFolder(output)) return 'folder';
  const ending = extname(output).toLowerCase();
  if (ending === '') return 'folder';
  const shape = shapes[ending];
  if (shape) return shape;
  throw new CommandError(
    `${output}: unknown file type "${ending}"; use .jsonl, .md, .txt or .html, or a folder with a trailing slash.`,
  );
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Opens the output for a job. */
export async function openOutput(choice: OutputChoice, id: string, client: EngineClient): Promise<JobOutput> {
  const shape = outputShape(choice);
  const { output, format, assets, json, warc } = choice;
  if (warc !== undefined && output === undefined && !json) return noOutput;
  const toText = (document: PageDocument) =>
    shape === 'lines' ? `${JSON.stringify(document)}\n` : textOf(document, format);
  if (output === undefined) return standardOutput(toText);
  if (shape === 'folder')
    return pageFolder({ folder: output, formats: format, assetsOf: assets ? id : undefined }, client);
  const file = await openAtomicFile(output);
  let pages = 0;
  return {
    async page(document) {
      await file.add(toText(document));
      pages += 1;
    },
    async finish() {
      await file.finish();
      return `${pages} pages written to ${output}.`;
    },
    discard: () => file.discard(),
  };
}

const noOutput: JobOutput = {
  page: async () => undefined,
  finish: async () => undefined,
  discard: async () => undefined,
};

function standardOutput(toText: (document: PageDocument) => string): JobOutput {
  return {
    page: (document) => writeOutput(toText(document)),
    finish: async () => undefined,
    discard: async () => undefined,
  };
}

/** Formats a page as a section of a combined file: its URL, followed by its text. */
function textOf(document: PageDocument, formats: readonly string[]): string {
  const output = scrapeOutput(document, formats, false);
  return `<!-- ${addressOf(document)} -->\n\n${output.kind === 'text' ? output.text : output.address}\n\n`;
}
