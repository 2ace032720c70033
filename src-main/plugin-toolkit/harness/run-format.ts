import type { FormatRequest } from '../../../core/common/model';
import type { Plugin, PreviousScrape } from '../../../core/contract/plugin';
import { readDocument } from '../../../core/page/reading/read-document';
import { deriveFormats } from '../../../core/platform/plugins/derive';
import { Registries } from '../../../core/platform/plugins/registry';
import { builtInPlugins } from '../../../plugins';
import { beginRun, ofKind, type RunOptions, validated } from './plugin-run';

/** A page for a test: its HTML, or the URL to fetch. */
export interface TestPage {
  readonly html?: string;
  /**
   * URL of the page. Defaults to `https://example.com/page`. If `html` is absent, the page is fetched from this URL.
   */
  readonly url?: string;
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Page and options for `runFormat`. */
export interface FormatRun extends TestPage, RunOptions {
  /** Options of the format, validated by the format's `options` schema. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** True to keep menus, footers and other parts outside the main content. */
  readonly wholePage?: boolean;
  /** Last snapshot of the page, for a format that needs `previous`. */
  readonly previous?: PreviousScrape;
}

/** Result of `runFormat`. */
export interface FormatResult {
  readonly value: unknown;
  /** Sentences that Gleaner would include in `warning`. */
  readonly warnings: readonly string[];
  /** Value that the format stored for the next scrape of the page. */
  readonly kept?: unknown;
  readonly log: readonly string[];
}

interface FetchedPage {
  readonly url: string;
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Derives a format for a page as Gleaner does. */
export async function runFormat(given: Plugin, run: FormatRun): Promise<FormatResult> {
  const plugin = ofKind(given, 'format');
  if (plugin.capture) throw new TypeError(`"${plugin.id}" captures a live page, which this harness does not provide.`);
  const { signal, lines, inSources } = beginRun(plugin, run);
  const plugins = new Registries(builtInPlugins);
  plugins.add(plugin);
  const request: FormatRequest = { ...validated(plugin.options, run.options), type: plugin.id };
  const config = validated(plugin.config, run.settings);
  const { worker, engine, carried } = plugins.orderOf({ formats: [request] });
  const page = await pageOf(run, signal);
  const configs = { [plugin.id]: config, markdown: { converter: 'tree' } };
  const read = await readDocument(
    {
      ...page,
      ...{ order: worker, carried, formats: [request], configs, parsers: [], wantsLinks: false, rendered: false },
      deadlineMs: Number.POSITIVE_INFINITY,
      content: { onlyMainContent: !run.wholePage, includeTags: [], excludeTags: [], removeBase64Images: true },
    },
    plugins,
    signal,
  );
  const warnings = [...read.warnings];
  let kept: unknown;
  const base: Readonly<Record<string, unknown>> = { page, metadata: read.metadata, previous: run.previous };
  const values = await deriveFormats(
    {
      ...{ order: engine, requests: [request], url: page.url, signal },
      find: (id) => plugins.format.get(id),
      configOf: (id) => configs[id],
      warn: (sentence) => void warnings.push(sentence),
      keep: (json) => {
        kept = json;
      },
      base: (name) => base[name] ?? read.carried[plugin.id]?.[name],
    },
    read.values,
  );
  return { value: values[plugin.id], warnings: warnings.map(inSources), kept, log: lines };
}

async function pageOf(
  { html, url, statusCode = 200, headers = {} }: TestPage,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const contentType = 'text/html; charset=utf-8';
  if (html !== undefined) {
    const body = new Uint8Array(Buffer.from(html));
    return { url: url ?? 'https://example.com/page', statusCode, headers, contentType, body };
  }
  if (url === undefined) throw new TypeError('Pass the page in "html" or "url".');
  const answer = await fetch(url, { signal });
  return {
    url: answer.url,
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    contentType: answer.headers.get('content-type') ?? contentType,
    body: new Uint8Array(await answer.arrayBuffer()),
  };
}
