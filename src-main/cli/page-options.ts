import type { Command } from 'commander';
import { collect, list, milliseconds } from './option-values';
import { pageFields, type ScrapeOptions } from './scrape-body';

/**
 * Scrape options for the pages of a job. The options that select elements are named `--include-tags` and
 * `--exclude-tags`, because job commands use `--include` and `--exclude` for URL paths.
 */
export interface PageOptions extends Omit<ScrapeOptions, 'include' | 'exclude'> {
  readonly includeTags?: readonly string[];
  readonly excludeTags?: readonly string[];
  /** WARC file to write. Adds the `rawHtml` format to the request. */
  readonly warc?: string;
}

/** Adds the scrape options for the pages of a job. */
export function withPageOptions(command: Command): Command {
  return command
    .option('-f, --format <names>', 'formats, separated by commas: markdown, html, links, screenshot, …', list, [
      'markdown',
    ])
    .option('--query <text>', 'what to look for with the highlights format')
    .option('--question <text>', 'question to answer with the question format')
    .option('--full-page', 'take full-page screenshots')
    .option(
      '--repeat-merged-cells',
      'in the Markdown, repeat the value of a merged table cell in every cell that it spans',
    )
    .option('--wait-for <ms>', 'how long to wait before reading a page', milliseconds)
    .option('--timeout <ms>', 'timeout of a page', milliseconds)
    .option(
      '--max-age <ms>',
      'maximum age of a cached copy; 0 always fetches the page (default: two days)',
      milliseconds,
    )
    .option('--mobile', 'emulate a phone')
    .option('--include-tags <selectors>', 'CSS selectors of the elements to keep, separated by commas', list)
    .option('--exclude-tags <selectors>', 'CSS selectors of the elements to exclude, separated by commas', list)
    .option('--no-main-content', 'also keep navigation, headers and footers')
    .option('--profile <name>', 'fetch the pages with this login, as saved in the app')
    .option('--header <header>', 'send this header, as "name: value"; may be repeated', collect);
}

/** Returns the page options, keyed by their API names. `warc` adds the `rawHtml` format. */
export function pageOptionFields({ includeTags, excludeTags, warc, ...options }: PageOptions): Record<string, unknown> {
  const format = warc === undefined ? options.format : [...new Set([...options.format, 'rawHtml'])];
  return pageFields({ ...options, format, include: includeTags, exclude: excludeTags });
}
