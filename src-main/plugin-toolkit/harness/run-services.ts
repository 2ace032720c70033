import { randomUUID } from 'node:crypto';
import type {
  ModelAnswer,
  ModelInput,
  ParsedFile,
  Plugin,
  SearchAnswer,
  SearchHit,
  SearchQuery,
  SinkOutcome,
} from '../../../core/contract/plugin';
import { noticeBody } from '../../../core/jobs/delivery/envelope';
import { beginRun, ofKind, type RunOptions, validated } from './plugin-run';

/** File and options for `runParser`. */
export interface ParserRun extends RunOptions {
  readonly bytes: Uint8Array | string;
  /** URL of the file. Defaults to a URL that ends in the parser's first file extension. */
  readonly url?: string;
  readonly charset?: string;
  /** Options of the parser, validated by the parser's `options` schema. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Converts a file to HTML with a parser. */
export async function runParser(given: Plugin, run: ParserRun): Promise<ParsedFile> {
  const plugin = ofKind(given, 'parser');
  const { signal, inSources } = beginRun(plugin, run);
  const context = {
    url: run.url ?? `https://example.com/file${plugin.extensions[0] ?? ''}`,
    charset: run.charset,
    options: validated(plugin.options, run.options),
    timeoutMs: Number.POSITIVE_INFINITY,
    signal,
    ocr: () => ({ languages: [], folders: [] }),
  };
  const bytes = typeof run.bytes === 'string' ? new Uint8Array(Buffer.from(run.bytes)) : run.bytes;
  return withSources(plugin.parse(bytes, context as never), inSources);
}

/** Query and test environment for `runSearch`. */
export interface SearchRun extends RunOptions, Partial<SearchQuery> {
  readonly text: string;
  /** Results to return when the plugin searches the user's own pages. */
  readonly ownPages?: readonly SearchHit[];
}

/** Runs a search. */
export async function runSearch(given: Plugin, run: SearchRun): Promise<SearchAnswer> {
  const plugin = ofKind(given, 'search');
  const { signal, http, log, inSources } = beginRun(plugin, run);
  const { settings, fetch: _, secrets: __, ownPages = [], ...query } = run;
  const services = { http, log, ownPages: { search: async () => ownPages } };
  const provider = plugin.create(validated(plugin.config, settings) as never, services);
  const all: SearchQuery = { source: 'web', limit: 10, language: 'en', country: 'us', ...query };
  return withSources(provider.search(all, signal), inSources);
}

/** Event and test environment for `runSink`. */
export interface SinkRun extends RunOptions {
  /** Type of the event. Defaults to `crawl.page`. */
  readonly type?: string;
  /** Documents sent with the event. */
  readonly data?: readonly unknown[];
  /** The caller's metadata. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Start URL of the job. */
  readonly url?: string;
}

/** Delivers an event to a sink. */
export async function runSink(given: Plugin, run: SinkRun): Promise<SinkOutcome> {
  const plugin = ofKind(given, 'sink');
  const { signal, http, log, inSources } = beginRun(plugin, run);
  const { type = 'crawl.page', data = [], metadata = {}, url } = run;
  const [webhookId, jobId, timestamp] = [randomUUID(), randomUUID(), new Date().toISOString()];
  const body = noticeBody({ type, jobId, success: true, data, metadata, webhookId, timestamp });
  const services = { http, log, notify: async () => undefined };
  const sink = plugin.create(validated(plugin.config, run.settings) as never, services);
  return withSources(sink.deliver({ webhookId, type, jobId, body, headers: {}, url }, signal), inSources);
}

/** Input and test environment for `runModel`. */
export interface ModelRun extends RunOptions, Partial<ModelInput> {
  readonly text: string;
}

/** Extracts structured data with a model. */
export async function runModel(given: Plugin, run: ModelRun): Promise<ModelAnswer> {
  const plugin = ofKind(given, 'model');
  const { signal, http, log, inSources } = beginRun(plugin, run);
  const { settings, fetch: _, secrets: __, ...input } = run;
  const languageModel = () => {
    throw new Error('This harness does not provide `languageModel`.');
  };
  const model = plugin.create(validated(plugin.config, settings) as never, { http, log, languageModel });
  const all: ModelInput = {
    answer: 'data',
    url: 'https://example.com/page',
    rules: { data: {}, sources: [], missing: [] },
    ...input,
  };
  return withSources(model.extract(all, signal), inSources);
}

/** If `result` rejects, replaces script positions in the error message with positions in the plugin's source files. */
async function withSources<T>(result: Promise<T>, inSources: (message: string) => string): Promise<T> {
  try {
    return await result;
  } catch (thrown) {
    if (thrown instanceof Error) thrown.message = inSources(thrown.message);
    throw thrown;
  }
}
