import type { Command } from 'commander';
import type { CommandContext } from '../command-context';
import { CommandError } from '../command-error';
import { count } from '../option-values';
import { pageOptionFields } from '../page-options';
import { type JobOptions, runJob, withJobOptions } from '../run-job';
import { given } from '../scrape-body';
import { type ColumnOptions, columnOf, readUrls, withColumnOptions } from '../url-lists';

interface BatchOptions extends JobOptions, ColumnOptions {
  readonly concurrency?: number;
}

/** Adds `gleaner batch FILE|URL…`, which scrapes only the given pages. */
export function addBatchCommand(program: Command, { signal }: CommandContext): void {
  const command = program
    .command('batch')
    .description('fetch the given pages with shared options')
    .argument('[files-or-urls...]', 'URLs, files with one URL per line, or - for standard input')
    .option('--concurrency <n>', 'maximum number of pages fetched at the same time', count);
  withJobOptions(withColumnOptions(command)).action(async (args: readonly string[], options: BatchOptions) => {
    const urlsFrom = columnOf(options);
    if (urlsFrom && args.length > 0) throw new CommandError('give URLs or --from-job, not both.');
    const body = {
      ...(urlsFrom ? { urlsFrom } : { urls: await readUrls(args) }),
      ...pageOptionFields(options),
      ...given('maxConcurrency', options.concurrency),
    };
    await runJob({ path: '/v2/batch/scrape', body }, options, signal);
  });
}
