import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { type CommandContext, type EngineOptions, progress, withEngineOptions } from '../command-context';
import { CommandError } from '../command-error';
import { withEngine } from '../engine-client';
import { collect, list, milliseconds } from '../option-values';
import { type ScrapeOptions, scrapeBody } from '../scrape-body';
import { scrapeOutput } from '../scrape-output';
import { writeOutput } from '../standard-output';

interface Options extends ScrapeOptions, EngineOptions {
  readonly output?: string;
  readonly json?: boolean;
  readonly allowPrivateNetwork?: boolean;
}

const scrapeAnswer = z.object({
  data: z.looseObject({
    warning: z.string().optional(),
    metadata: z.looseObject({ statusCode: z.int().optional() }).optional(),
  }),
});

/** Adds `gleaner scrape URL`, which writes a page in the requested formats to standard output or a file. */
export function addScrapeCommand(program: Command, { signal }: CommandContext): void {
  const command = program
    .command('scrape')
    .description('fetch one page and print it in the requested formats')
    .argument('<url>', 'URL of the page; https:// is assumed when no scheme is given')
    .option('-f, --format <names>', 'formats, separated by commas: markdown, html, links, screenshot, …', list, [
      'markdown',
    ])
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .option('--json', 'print the whole document as JSON, even for a single format')
    .option('--query <text>', 'what to look for with the highlights format')
    .option('--question <text>', 'question to answer with the question format')
    .option('--full-page', 'take full-page screenshots')
    .option(
      '--repeat-merged-cells',
      'in the Markdown, repeat the value of a merged table cell in every cell that it spans',
    )
    .option('--wait-for <ms>', 'how long to wait before reading the page', milliseconds)
    .option('--timeout <ms>', 'timeout', milliseconds)
    .option(
      '--max-age <ms>',
      'maximum age of a cached copy; 0 always fetches the page (default: two days)',
      milliseconds,
    )
    .option('--mobile', 'emulate a phone')
    .option('--include <selectors>', 'CSS selectors of the elements to keep, separated by commas', list)
    .option('--exclude <selectors>', 'CSS selectors of the elements to exclude, separated by commas', list)
    .option('--no-main-content', 'also keep navigation, headers and footers')
    .option('--profile <name>', 'fetch the page with this login, as saved in the app')
    .option('--header <header>', 'send this header, as "name: value"; may be repeated', collect)
    .option('--allow-private-network', 'allow private addresses for an engine started by this command');
  withEngineOptions(command).action((url: string, options: Options) => scrape(url, options, signal));
}

async function scrape(url: string, options: Options, signal: AbortSignal): Promise<void> {
  const body = scrapeBody(url, options);
  await withEngine({ ...options, mayStart: true }, signal, async (client) => {
    const answer = await client.call({ method: 'POST', path: '/v2/scrape', body }, signal);
    const { data } = scrapeAnswer.parse(answer);
    const { statusCode = 200 } = data.metadata ?? {};
    if (statusCode >= 400) progress(`Note: The server returned the page with status ${statusCode}.`);
    if (data.warning) progress(`Note: ${data.warning}`);
    const output = scrapeOutput(data, options.format, options.json ?? false);
    const content = output.kind === 'text' ? `${output.text}\n` : await client.download(output.address, signal);
    await put(content, options.output);
  });
}

async function put(content: string | Uint8Array, file: string | undefined): Promise<void> {
  if (file !== undefined) {
    await writeFile(file, content);
    progress(`Written to ${file}.`);
    return;
  }
  if (typeof content !== 'string' && process.stdout.isTTY) {
    throw new CommandError('an image cannot be shown in the terminal; write it to a file with -o.');
  }
  await writeOutput(content);
}
