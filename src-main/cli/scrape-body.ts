import { withWebScheme } from '../../core/common/api/target-url';
import { CommandError } from './command-error';

/** The options of `gleaner scrape` that become the request. */
export interface ScrapeOptions {
  readonly format: readonly string[];
  readonly fullPage?: boolean;
  readonly waitFor?: number;
  readonly timeout?: number;
  readonly maxAge?: number;
  readonly mobile?: boolean;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** False after `--no-main-content`. */
  readonly mainContent: boolean;
  readonly header?: readonly string[];
  /** Name of a log-in. */
  readonly profile?: string;
}

/** The body of a scrape request; options that were not given are left to the engine's defaults. */
export function scrapeBody(url: string, options: ScrapeOptions): Record<string, unknown> {
  return { url: withWebScheme(url), ...pageFields(options) };
}

/** How each page is scraped, as the API names it. */
export function pageFields(options: ScrapeOptions): Record<string, unknown> {
  return {
    formats: options.format.map((name) => formatOf(name, options)),
    ...(options.mainContent ? {} : { onlyMainContent: false }),
    ...given('waitFor', options.waitFor),
    ...given('timeout', options.timeout),
    ...given('maxAge', options.maxAge),
    ...given('mobile', options.mobile),
    ...given('includeTags', options.include),
    ...given('excludeTags', options.exclude),
    ...given('profile', options.profile === undefined ? undefined : { name: options.profile }),
    ...given('headers', options.header && Object.fromEntries(options.header.map(headerOf))),
  };
}

/** A field of a body, unless its option was not given. */
export function given(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value };
}

function formatOf(name: string, { fullPage }: ScrapeOptions): unknown {
  return name === 'screenshot' && fullPage ? { type: 'screenshot', fullPage: true } : name;
}

function headerOf(text: string): readonly [string, string] {
  const colon = text.indexOf(':');
  if (colon < 1) throw new CommandError(`"${text}" is not a header; write it as "name: value".`);
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}
