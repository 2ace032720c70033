import type { Command } from 'commander';
import type { CommandContext } from '../command-context';
import { count } from '../option-values';
import { pageOptionFields } from '../page-options';
import { type JobOptions, runJob, withJobOptions } from '../run-job';
import { given } from '../scrape-body';
import { readUrls } from '../url-lists';

interface BatchOptions extends JobOptions {
  readonly concurrency?: number;
}

/** Adds `gleaner batch FILE|URL…`: scrapes only the given pages. */
export function addBatchCommand(program: Command, { signal }: CommandContext): void {
  const command = program
    .command('batch')
    .description('fetch the given pages with shared options')
    .argument('<files-or-urls...>', 'URLs, files with one URL per line, or - for standard input')
    .option('--concurrency <n>', 'maximum number of pages at the same time', count);
  withJobOptions(command).action(async (args: readonly string[], options: BatchOptions) => {
    const urls = await readUrls(args);
    const body = { urls, ...pageOptionFields(options), ...given('maxConcurrency', options.concurrency) };
    await runJob({ path: '/v2/batch/scrape', body }, options, signal);
  });
}
