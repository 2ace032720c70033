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
  data: z.looseObject({ warning: z.string().optional() }),
});

/** Adds `gleaner scrape URL`: writes one page in the requested formats to standard output or a file. */
export function addScrapeCommand(program: Command, { signal }: CommandContext): void {
  const command = program
    .command('scrape')
    .description('fetch one page and print it in the formats asked for')
    .argument('<url>', 'address of the page; https:// is put in front when no scheme is given')
    .option('-f, --format <names>', 'formats, with commas between: markdown, html, links, screenshot, …', list, [
      'markdown',
    ])
    .option('-o, --output <file>', 'write into this file instead of to standard output')
    .option('--json', 'print the whole document as JSON, even for a single format')
    .option('--full-page', 'take screenshots of the whole page')
    .option('--wait-for <ms>', 'wait this long before reading the page', milliseconds)
    .option('--timeout <ms>', 'give up after this long', milliseconds)
    .option('--max-age <ms>', 'a copy this old will do; 0 fetches anew (default: two days)', milliseconds)
    .option('--mobile', 'visit the page as a phone')
    .option('--include <selectors>', 'keep only these elements, with commas between', list)
    .option('--exclude <selectors>', 'leave these elements out, with commas between', list)
    .option('--no-main-content', 'keep navigation, headers and footers too')
    .option('--profile <name>', 'fetch the page with this log-in, as kept in the app')
    .option('--header <header>', 'send this header, as "name: value"; may be repeated', collect)
    .option('--allow-private-network', 'let an engine started for this command reach private addresses');
  withEngineOptions(command).action((url: string, options: Options) => scrape(url, options, signal));
}

async function scrape(url: string, options: Options, signal: AbortSignal): Promise<void> {
  const body = scrapeBody(url, options);
  await withEngine({ ...options, mayStart: true }, signal, async (client) => {
    const answer = await client.call({ method: 'POST', path: '/v2/scrape', body }, signal);
    const { data } = scrapeAnswer.parse(answer);
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
    throw new CommandError('an image cannot be shown in the terminal; write it into a file with -o.');
  }
  await writeOutput(content);
}
