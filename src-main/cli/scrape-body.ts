import { withWebScheme } from '../../core/common/api/target-url';
import { CommandError } from './command-error';

/** Options of `gleaner scrape` that are sent in the request. */
export interface ScrapeOptions {
  readonly format: readonly string[];
  readonly fullPage?: boolean;
  readonly repeatMergedCells?: boolean;
  /** Query for the `highlights` format. */
  readonly query?: string;
  /** Question for the `question` format. */
  readonly question?: string;
  readonly waitFor?: number;
  readonly timeout?: number;
  readonly maxAge?: number;
  readonly mobile?: boolean;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** False for `--no-main-content`. */
  readonly mainContent: boolean;
  readonly header?: readonly string[];
  /** Name of a saved login. */
  readonly profile?: string;
}

/** Returns the body of a scrape request. The engine's defaults apply to omitted options. */
export function scrapeBody(url: string, options: ScrapeOptions): Record<string, unknown> {
  return { url: withWebScheme(url), ...pageFields(options) };
}

/** Returns the scrape options for a page, keyed by their API names. */
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
    ...headersOf(options),
  };
}

/** Returns an object with one field of a request body. The object is empty if the value is undefined. */
export function given(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value };
}

function formatOf(name: string, { fullPage, query, question, repeatMergedCells }: ScrapeOptions): unknown {
  if (name === 'markdown' && repeatMergedCells) return { type: name, repeatMergedCells };
  if (name === 'screenshot' && fullPage) return { type: name, fullPage };
  if (name === 'highlights' && query !== undefined) return { type: name, query };
  if (name === 'question' && question !== undefined) return { type: name, question };
  return name;
}

/** Returns an object with the `headers` field of a request body. The object is empty if `--header` is not given. */
export const headersOf = ({ header }: Pick<ScrapeOptions, 'header'>): Record<string, unknown> =>
  given('headers', header && Object.fromEntries(header.map(headerOf)));

function headerOf(text: string): readonly [string, string] {
  const colon = text.indexOf(':');
  if (colon < 1) throw new CommandError(`"${text}" is not a header; write it as "name: value".`);
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}
