import { type Command, Option } from 'commander';
import { z } from 'zod';
import { writeFileAtomically } from '../atomic-file';
import { type CommandContext, type EngineOptions, progress, withEngineOptions } from '../command-context';
import { CommandError } from '../command-error';
import { withEngine } from '../engine-client';
import { count, list } from '../option-values';
import { given } from '../scrape-body';
import { writeOutput } from '../standard-output';

interface SearchOptions extends EngineOptions {
  readonly limit?: number;
  readonly source?: string;
  readonly format?: readonly string[];
  readonly output?: string;
  readonly json?: boolean;
  readonly allowPrivateNetwork?: boolean;
}

const result = z.looseObject({ url: z.string(), title: z.string() });
const searchAnswer = z.object({ data: z.record(z.string(), z.array(result)), warning: z.string().optional() });

/** Adds `gleaner search WORDS`, which prints the URLs found by a search, one per line. */
export function addSearchCommand(program: Command, { signal }: CommandContext): void {
  const command = program
    .command('search')
    .description('search the web, or the pages you have scraped')
    .argument('<words...>', 'what to search for')
    .option('--limit <n>', 'maximum number of results', count)
    .addOption(new Option('--source <kind>', 'kind of results').choices(['web', 'news', 'images']))
    .option('-f, --format <names>', 'scrape each result in these formats; implies --json', list)
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .option('--json', 'print a JSON array with all details')
    .option('--allow-private-network', 'allow private addresses for an engine started by this command');
  withEngineOptions(command).action((words: readonly string[], options: SearchOptions) =>
    search(words.join(' '), options, signal),
  );
}

async function search(query: string, options: SearchOptions, signal: AbortSignal): Promise<void> {
  const { source, format } = options;
  const body = {
    query,
    ...given('limit', options.limit),
    ...given('sources', source && [source]),
    ...given('scrapeOptions', format && { formats: format }),
  };
  await withEngine({ ...options, mayStart: true }, signal, async (client) => {
    const answer = await client.call({ method: 'POST', path: '/v2/search', body }, signal);
    const { data, warning } = searchAnswer.parse(answer);
    if (warning) progress(warning);
    const results = Object.values(data).flat();
    if (results.length === 0) throw new CommandError(`nothing was found for "${query}".`);
    const lines = results.map(({ url, title }) => `${url}\t${title.replace(/\s+/g, ' ')}\n`).join('');
    const content = options.json || format ? `${JSON.stringify(results, undefined, 2)}\n` : lines;
    if (options.output !== undefined) return writeFileAtomically(options.output, content);
    await writeOutput(content);
  });
}
