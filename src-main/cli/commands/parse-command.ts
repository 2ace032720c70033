import type { Command } from 'commander';
import { z } from 'zod';
import { type CommandContext, type EngineOptions, progress, withEngineOptions } from '../command-context';
import { CommandError, sentenceOf } from '../command-error';
import { type EngineClient, withEngine } from '../engine-client';
import { list, milliseconds } from '../option-values';
import { filesBelow, type ParsedFiles, parsedFiles, type SourceFile } from '../parsed-files';
import { pageFields } from '../scrape-body';
import { uploadForm } from '../upload-form';

interface Options extends EngineOptions {
  readonly format: readonly string[];
  readonly output?: string;
  readonly json?: boolean;
  readonly timeout?: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly mainContent: boolean;
}

const parseAnswer = z.object({ data: z.looseObject({ warning: z.string().optional() }) });

/** Adds `gleaner parse FILE|FOLDER…`, which converts local files in the same way as web pages. */
export function addParseCommand(program: Command, { signal }: CommandContext): void {
  const command = program
    .command('parse')
    .description('read files: PDF, Office, e-books, email, spreadsheets, HTML and more')
    .argument('<files...>', 'files, or folders including their subfolders')
    .option('-f, --format <names>', 'formats, separated by commas: markdown, html, links, json, …', list, ['markdown'])
    .option('-o, --output <path>', 'write to this folder, or to this file if only one file is read')
    .option('--json', 'write the whole document as JSON, even for a single format')
    .option('--timeout <ms>', 'timeout for each file', milliseconds)
    .option('--include <selectors>', 'CSS selectors of the elements to keep, separated by commas', list)
    .option('--exclude <selectors>', 'CSS selectors of the elements to exclude, separated by commas', list)
    .option('--no-main-content', 'keep navigation, headers and footers of HTML files');
  withEngineOptions(command).action((paths: string[], options: Options) => parse(paths, options, signal));
}

async function parse(paths: readonly string[], options: Options, signal: AbortSignal): Promise<void> {
  const files = await filesBelow(paths);
  const output = parsedFiles(options, files.length);
  await withEngine({ ...options, mayStart: true }, signal, async (client) => {
    let failed = 0;
    for (const file of files) if (!(await parseOne(client, file, { options, output, signal }))) failed += 1;
    if (options.output) progress(`${files.length - failed} of ${files.length} files written to ${options.output}.`);
    if (failed > 0) throw new CommandError(`${failed} of ${files.length} files could not be read.`);
  });
}

/** Converts one file and writes the result. If the file cannot be read, prints the reason and returns false. */
async function parseOne(
  client: EngineClient,
  file: SourceFile,
  { options, output, signal }: { options: Options; output: ParsedFiles; signal: AbortSignal },
): Promise<boolean> {
  try {
    const body = await uploadForm(file.path, pageFields(options));
    const { data } = parseAnswer.parse(await client.call({ method: 'POST', path: '/v2/parse', body }, signal));
    if (data.warning) progress(`Note on ${file.name}: ${data.warning}`);
    await output.write(file, data);
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    progress(`${file.name}: ${sentenceOf(error, signal)}`);
    return false;
  }
}
