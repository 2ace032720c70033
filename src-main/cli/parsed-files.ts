import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { writeFileAtomically } from './atomic-file';
import { CommandError } from './command-error';
import { scrapeOutput } from './scrape-output';
import { writeOutput } from './standard-output';

/** A file to convert. */
export interface SourceFile {
  readonly path: string;
  /** Path relative to the folder argument. If the argument is a file, this is the name of the file. */
  readonly name: string;
}

/** Destination for converted files. */
export interface ParsedFiles {
  write(file: SourceFile, document: Readonly<Record<string, unknown>>): Promise<void>;
}

interface OutputChoice {
  readonly output?: string;
  readonly json?: boolean;
  readonly format: readonly string[];
}

const endings: Readonly<Record<string, string>> = { markdown: '.md', html: '.html', rawHtml: '.raw.html' };

/**
 * Returns the given files and all files below the given folders. Sorts the files of each folder by name, and skips
 * hidden files.
 */
export async function filesBelow(paths: readonly string[]): Promise<readonly SourceFile[]> {
  const found: SourceFile[] = [];
  for (const path of paths) {
    const facts = await stat(path).catch(() => undefined);
    if (!facts) throw new CommandError(`${path}: there is no such file or folder.`);
    if (!facts.isDirectory()) found.push({ path, name: basename(path) });
    else found.push(...(await filesIn(path)));
  }
  if (found.length === 0) throw new CommandError('the folder contains no files.');
  return found;
}

async function filesIn(folder: string): Promise<readonly SourceFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: relative(folder, path) }))
    .filter(({ name }) => !name.split(sep).some((part) => part.startsWith('.')))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns the destination for converted files: a folder, a file for a single document, or standard output. */
export function parsedFiles({ output, json = false, format }: OutputChoice, count: number): ParsedFiles {
  const textOf = (document: Readonly<Record<string, unknown>>): string => {
    const shown = scrapeOutput(document, format, json);
    return `${shown.kind === 'text' ? shown.text : shown.address}\n`;
  };
  if (output === undefined) {
    const headOf = ({ name }: SourceFile) => (count > 1 && !json ? `<!-- ${name} -->\n\n` : '');
    return { write: (file, document) => writeOutput(headOf(file) + textOf(document)) };
  }
  const isFile = count === 1 && !/[\\/]$/.test(output) && extname(output) !== '';
  if (isFile) return { write: (_, document) => writeFileAtomically(output, textOf(document)) };
  const ending = (!json && format.length === 1 && endings[format[0] ?? '']) || '.json';
  const taken = new Set<string>();
  return {
    async write({ name }, document) {
      const stem = name.slice(0, name.length - extname(name).length) || name;
      const free = taken.has((stem + ending).toLowerCase()) ? name : stem;
      taken.add((free + ending).toLowerCase());
      await writeFileAtomically(join(output, free + ending), textOf(document));
    },
  };
}
