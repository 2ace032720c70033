import type { Command } from 'commander';
import { withWebScheme } from '../../../core/common/api/target-url';
import type { CommandContext } from '../command-context';
import { count } from '../option-values';
import { given } from '../scrape-body';
import { readSchema, runValueJob, type ValueJobOptions, withValueOptions } from '../value-job';

interface ExtractOptions extends ValueJobOptions {
  readonly prompt?: string;
  readonly limit?: number;
  readonly recipe?: string;
  readonly search?: boolean;
}

/** Adds `gleaner extract URL…`, which extracts structured data from pages and sites. */
export function addExtractCommand(program: Command, { signal }: CommandContext): void {
  const command = program
    .command('extract')
    .description('collect structured data from pages')
    .argument('[urls...]', 'pages; a URL that ends in /* selects all pages below it')
    .option('-p, --prompt <words>', 'what you want')
    .option('--limit <n>', 'maximum number of pages read for each URL that ends in /*', count)
    .option(
      '--recipe <name>',
      'saved recipe that reads matching pages without a model; auto picks the recipe for each page',
    )
    .option('--search', 'search the web for more pages');
  withValueOptions(command).action(async (urls: readonly string[], options: ExtractOptions) => {
    const body = {
      urls: urls.map(withWebScheme),
      ...given('prompt', options.prompt),
      ...given('schema', await readSchema(options.schema)),
      ...given('limit', options.limit),
      ...given('recipe', options.recipe),
      ...given('enableWebSearch', options.search),
      ...given('showSources', options.sources),
      ignoreInvalidURLs: true,
    };
    await runValueJob('/v2/extract', body, options, signal);
  });
}
