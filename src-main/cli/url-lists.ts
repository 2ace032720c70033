import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { withWebScheme } from '../../core/common/api/target-url';
import { CommandError } from './command-error';

/** Options that take URLs from the rows of a finished job. */
export interface ColumnOptions {
  readonly fromJob?: string;
  readonly column?: string;
}

/** Adds the options that take URLs from the rows of a finished job. */
export const withColumnOptions = (command: Command): Command =>
  command
    .option('--from-job <id>', 'take the URLs from the rows of this finished job')
    .option('--column <name>', 'column of the job’s rows that contains the URLs');

/**
 * Returns the job and column from which URLs are taken. Undefined if neither option is given. Throws if only one is
 * given.
 */
export function columnOf({ fromJob: jobId, column }: ColumnOptions): { jobId: string; column: string } | undefined {
  if (jobId !== undefined && column !== undefined) return { jobId, column };
  if (jobId === undefined && column === undefined) return undefined;
  throw new CommandError('--from-job and --column must be used together.');
}

/**
 * Returns the URLs in the arguments. Each argument is a URL, a file with one URL per line, or `-` for standard input.
 */
export async function readUrls(args: readonly string[]): Promise<readonly string[]> {
  const urls: string[] = [];
  for (const argument of args) urls.push(...(await urlsOf(argument)));
  if (urls.length === 0) throw new CommandError('no URL was given.');
  return urls;
}

async function urlsOf(argument: string): Promise<readonly string[]> {
  if (argument === '-') return linesOf(await text(process.stdin));
  const content = await contentOf(argument);
  return content === undefined ? [withWebScheme(argument)] : linesOf(content);
}

/** Returns the content of a file. Undefined if `path` is probably a URL. Throws if the file cannot be read. */
async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const looksLikeFile = /^[./\\~]|\.(?:txt|csv|tsv|list|lst)$/i.test(path) && !path.includes('://');
    if (!looksLikeFile && code === 'ENOENT') return undefined;
    if (!looksLikeFile && path.includes('://')) return undefined;
    throw new CommandError(
      code === 'ENOENT' ? `there is no file ${path}.` : `the file ${path} cannot be read (${code ?? String(error)}).`,
    );
  }
}

/** Returns the value in the first CSV column of each line. Skips empty lines and lines that start with #. */
function linesOf(content: string): readonly string[] {
  return content
    .replace(/^\uFEFF/, '')
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => /^"([^"]*)"/.exec(line)?.[1] ?? line.split(/[\t;]|,(?=\s|"|$)/, 1)[0] ?? line)
    .map(withWebScheme);
}
