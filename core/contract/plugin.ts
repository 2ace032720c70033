/**
 * The plugin contract: everything a plugin may import from Gleaner (besides `core/common`).
 * A plugin is one object made by a `define*` function and exported as default; the host discovers it automatically.
 */
import type { Document, ParentNode } from 'domhandler';
import type { z } from 'zod';
import type { DesktopNotice } from '../common/desktop/bridge';
import type { Extraction } from '../common/extraction';
import type { FormatCost } from '../common/format-cost';
import type { CapturedFile, Metadata, ProxyEndpoint } from '../common/model';
import type { RecipeResult } from '../common/recipe';
import type { LivePage } from './live-page';
import type { MarkupItem } from './markup-item';
import type { Model, ModelPlugin } from './model-plugin';
import type { PageControls } from './page-controls';
import type { ParserPlugin } from './parser-plugin';
import type { PluginBase, PluginServices } from './plugin-base';
import type { SearchPlugin } from './search-plugin';

export type { Document, ParentNode } from 'domhandler';
export { z } from 'zod';
export { AppError } from '../common/errors';
export type { Extraction, MissingValue, SourceKind, ValueSource } from '../common/extraction';
export type { FormatCost } from '../common/format-cost';
export {
  type LanguageModelSettings,
  languageModelFields,
  serviceAddress,
  serviceFields,
} from '../common/language-model';
export type { CapturedFile, Metadata, ProxyEndpoint } from '../common/model';
export { profileNames } from '../common/profiles';
export type { RecipeFallback, RecipeResult } from '../common/recipe';
export { readReply, spanOf } from '../common/search-reply';
export { keysOf } from '../common/values/keys';
export { currencyOf, findMoney, type Money } from '../common/values/money';
export { cssSelector } from './css-selector';
export {
  type ListEntry,
  listHtml,
  notesHtml,
  piecesHtml,
  type TableCell,
  type TextPiece,
  tableHtml,
} from './document-html';
export type { Hooks } from './hooks';
export type { LivePage, PdfOptions, Point, ScreenshotOptions } from './live-page';
export { isItem, type MarkupItem, type MarkupValue, plainValue, valuesAt } from './markup-item';
export {
  defineModel,
  type LanguageModelSource,
  type Model,
  type ModelAnswer,
  type ModelCatalogue,
  type ModelInput,
  type ModelPlugin,
  type ModelQuestion,
  type ModelServices,
} from './model-plugin';
export {
  brokenDocument,
  encryptedDocument,
  isTooDeep,
  officeMetadata,
  openOfficeFile,
  unescapeXml,
} from './office';
export {
  defineParser,
  type FileBlock,
  type FilePage,
  type FilePageBlocks,
  type ParseContext,
  type ParsedFile,
  type ParserPlugin,
} from './parser-plugin';
export { type Decoded, decodeByLabel, decodePlainText, escapeHtml } from './plain-text';
export type { GuardedHttp, PluginBase, PluginLog, PluginServices, PluginSetup } from './plugin-base';
export { recipeChoice, recipeOption } from './recipe-file';
export {
  defineSearch,
  type OwnPages,
  type SearchAnswer,
  type SearchHit,
  type SearchPlugin,
  type SearchProvider,
  type SearchQuery,
  type SearchServices,
} from './search-plugin';
export { type CellSpan, cellSpan, maxSpan, type PlacedCell, placeCells } from './table-grid';
export { comparable, diffText } from './text-diff';
export { openZip, type ZipArchive } from './zip';

/** Values available to formats on every page; `needs` of a format lists some of them, or other formats. */
export interface BaseValues {
  /** Status, final URL, lower-case headers and content type. */
  readonly page: {
    readonly url: string;
    readonly statusCode: number;
    readonly contentType?: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
  };
  /** The decoded, unmodified text of the page; undefined for a binary file. */
  readonly source: string | undefined;
  /** The parsed page. Read-only. */
  readonly dom: Document;
  /** The cleaned content: main content, with includeTags and excludeTags applied and absolute URLs. Read-only. */
  readonly content: ParentNode;
  /** Page metadata (title, description, language, …). */
  readonly metadata: Metadata;
  /** Things described in JSON-LD, microdata and RDFa. Read only. */
  readonly markup: readonly MarkupItem[];
  /** Result of the format's own `capture` on the live page. */
  readonly capture: unknown;
  /**
   * Last result stored for this URL and the format's `tag`; undefined the first time. A format that needs it is never derived
   * from cached pages, and the page's Markdown is stored for the next time.
   */
  readonly previous: PreviousScrape | undefined;
  /**
   * Values that rules alone read from the page for the format's own `schema` (option or `fields`) and `prompt`. A model
   * starts from them.
   */
  readonly rules: Extraction;
  /** Rows read with the recipe of the format's own `recipe` option. */
  readonly recipeRows: RecipeRows;
  /** Like `recipeRows`, as structured data that fits the format's `schema`; undefined without the option. `rules` then stays empty. */
  readonly recipeData: RecipeData | undefined;
  /** Key sentences of the content, selected by rules. */
  readonly digest: string;
  /** Controls of the page that reveal more of its data. */
  readonly controls: PageControls;
  /** The configured extract model, or that of the format's own `profile` option. */
  readonly model: Model;
}

/** Rows read from a page with a recipe. */
export interface RecipeRows {
  readonly result: RecipeResult;
  /** False for a page the recipe does not apply to; nothing was read from it. */
  readonly fits: boolean;
  /** Sentences for the result's `warning`. */
  readonly warnings: readonly string[];
}

/** Structured data read from a page with a recipe. */
export interface RecipeData extends RecipeRows {
  /** Absent when the recipe found nothing or too little; the page is then read without it. */
  readonly extraction?: Extraction;
}

/** Snapshot of an earlier scrape with the same URL and tag. */
export interface PreviousScrape {
  /** ISO time. */
  readonly scrapedAt: string;
  readonly markdown: string;
  readonly statusCode: number;
  readonly json?: unknown;
}

/** A name in `needs`: a base value or the id of another format. */
export type Need = keyof BaseValues | (string & {});

/** Values of the needs: typed for base values, unknown for other formats. */
export type ValuesOf<Needs extends readonly Need[]> = {
  readonly [N in Needs[number]]: N extends keyof BaseValues ? BaseValues[N] : unknown;
};

/** Input of `derive` besides its values. */
export interface DeriveContext<Options = unknown, Config = unknown> {
  /** Final URL of the page. */
  readonly url: string;
  /** True for a page known only from an earlier crawl of the site and no longer linked. */
  readonly isUnlinked: boolean;
  /** Options of this request, validated by the `options` schema of the format. */
  readonly options: Options;
  /** Settings of the format, validated by its `config` schema. */
  readonly config: Config;
  /** Adds a sentence to the result's `warning`. */
  warn(sentence: string): void;
  /** Stores a value in the history of the URL and the format's `tag`; available as `previous.json` next time. */
  keep(json: unknown): void;
  readonly signal: AbortSignal;
}

/** A v1 name of a format; v1 passes options in a separate body field. */
export interface V1Name {
  readonly name: string;
  /** Options implied by the name, e.g. `{ fullPage: true }` for `screenshot@fullPage`. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Body field with the options, e.g. `jsonOptions`. */
  readonly field?: string;
  /** True when name and field require each other. */
  readonly fieldRequired?: boolean;
  /** Schema of the field; `options` of the format when absent. */
  readonly schema?: z.ZodObject;
  /** Field of the response, if not the id. */
  readonly as?: string;
}

/** A format derives one value of the response from other values. */
export interface FormatPlugin extends PluginBase {
  readonly kind: 'format';
  /** Name in `formats`; also the field of the response, unless `as` is given. */
  readonly id: string;
  /** Field of the v2 response, or a function that derives it from the options. */
  readonly as?: string | ((options: Readonly<Record<string, unknown>>) => string);
  readonly needs: readonly Need[];
  /** Options of the v2 object form `{ type, …options }`. */
  readonly options?: z.ZodObject;
  /** Settings a user may change. */
  readonly config?: z.ZodObject;
  /** API versions that support the format; both when absent. */
  readonly versions?: readonly ('v1' | 'v2')[];
  /** Names in v1, if they differ from the id. */
  readonly v1?: readonly V1Name[];
  /** Cost of a page with the format; the standard cost when absent. */
  readonly cost?: FormatCost;
  /** True for the default format of requests. */
  readonly isStandard?: boolean;
  /** Value for a file whose parser is disabled, made from its base64; without it, the field is absent. */
  ofFile?(base64: string): unknown;
  /** Other formats that must be requested, too. */
  readonly requires?: readonly string[];
  /** JSON schema that `rules` reads for a format whose options have no schema. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** False for options that want no structured data; `rules` then stays empty and costs nothing. True for all when absent. */
  extracts?(options: never): boolean;
  /**
   * Runs in the live page, which requires the browser; its result is available as the need `capture`. A cached page serves only
   * requests with the same captures and options.
   */
  capture?(page: LivePage, options: unknown, signal: AbortSignal): Promise<unknown>;
  derive(values: never, context: never): unknown;
}

/** A format as its author writes it. */
export interface FormatDefinition<
  Needs extends readonly Need[],
  Options extends z.ZodObject,
  Config extends z.ZodObject,
> extends Omit<FormatPlugin, 'kind' | 'needs' | 'options' | 'config' | 'derive' | 'capture' | 'extracts'> {
  readonly needs: Needs;
  readonly options?: Options;
  readonly config?: Config;
  extracts?(options: z.output<Options>): boolean;
  capture?(page: LivePage, options: z.output<Options>, signal: AbortSignal): Promise<unknown>;
  derive(values: ValuesOf<Needs>, context: DeriveContext<z.output<Options>, z.output<Config>>): unknown;
}

/** Defines a format. */
export function defineFormat<
  const Needs extends readonly Need[],
  Options extends z.ZodObject = z.ZodObject,
  Config extends z.ZodObject = z.ZodObject,
>(definition: FormatDefinition<Needs, Options, Config>): FormatPlugin {
  return { kind: 'format', ...definition } as unknown as FormatPlugin;
}

/** Result of an action: an entry of one of the four result lists. */
export type ActionOutcome =
  | { readonly screenshots: CapturedFile }
  | { readonly scrapes: { readonly url: string; readonly html: string } }
  | { readonly javascriptReturns: { readonly type: string; readonly value: unknown } }
  | { readonly pdfs: CapturedFile };

/** An action: one step in the live page. */
export interface ActionPlugin extends PluginBase {
  readonly kind: 'action';
  /** Name in `actions[].type`. */
  readonly type: string;
  readonly schema: z.ZodObject;
  /** True when its result is a screenshot. */
  readonly takesPictures?: boolean;
  /** Maximum wait of this action in milliseconds; counts against the 60 s shared by all waits of a request. */
  waitMs?(fields: never): number;
  run(page: LivePage, fields: never, signal: AbortSignal): Promise<ActionOutcome | void>;
}

/** An action as its author writes it. */
export interface ActionDefinition<Schema extends z.ZodObject>
  extends Omit<ActionPlugin, 'kind' | 'schema' | 'run' | 'waitMs'> {
  readonly schema: Schema;
  waitMs?(fields: z.output<Schema>): number;
  run(page: LivePage, fields: z.output<Schema>, signal: AbortSignal): Promise<ActionOutcome | void>;
}

/** Defines an action. */
export function defineAction<Schema extends z.ZodObject>(definition: ActionDefinition<Schema>): ActionPlugin {
  return { kind: 'action', ...definition } as unknown as ActionPlugin;
}

/** Outcome of a request through a proxy. */
export type ProxyOutcome = 'ok' | 'blocked' | 'failed';

/** A running proxy source. */
export interface ProxySource {
  /** Returns the proxy for the next request to `host`; undefined means a direct connection; throws when none is usable. */
  pick(request: { readonly host: string }): ProxyEndpoint | undefined;
  /** Reports the outcome of a request. */
  report(proxy: ProxyEndpoint, outcome: ProxyOutcome): void;
}

/** A proxy plugin provides proxies. */
export interface ProxyPlugin extends PluginBase {
  readonly kind: 'proxy';
  readonly id: string;
  readonly config: z.ZodObject;
  create(config: never): ProxySource;
}

/** Defines a proxy source. */
export function defineProxy<Config extends z.ZodObject>(
  definition: Omit<ProxyPlugin, 'kind' | 'config' | 'create'> & {
    readonly config: Config;
    create(config: z.output<Config>): ProxySource;
  },
): ProxyPlugin {
  return { kind: 'proxy', ...definition } as unknown as ProxyPlugin;
}

/** A delivery of an event: the exact bytes, with signature headers. */
export interface SinkDelivery {
  /** The same for every attempt of an event. */
  readonly webhookId: string;
  readonly type: string;
  readonly jobId: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** URL the job is about; absent with zeroDataRetention. */
  readonly url?: string;
}

/** Outcome of a delivery: done, retry later, or never again. */
export interface SinkOutcome {
  readonly result: 'delivered' | 'retry' | 'disable';
  readonly statusCode?: number;
  readonly message?: string;
  /** Pause requested by the receiver. */
  readonly retryAfterMs?: number;
}

/** Services for creating sinks; `notify` shows a desktop notification, if a window is open. */
export type SinkServices = PluginServices & { notify(notice: DesktopNotice): Promise<void> };

/** A running sink. Errors it throws are retried, except BAD_REQUEST and PRIVATE_ADDRESS_BLOCKED. */
export interface Sink {
  deliver(delivery: SinkDelivery, signal: AbortSignal): Promise<SinkOutcome>;
}

/** A sink plugin receives events. */
export interface SinkPlugin extends PluginBase {
  readonly kind: 'sink';
  readonly id: string;
  readonly config: z.ZodObject;
  create(config: never, services: SinkServices): Sink;
}

/** Defines a sink. */
export function defineSink<Config extends z.ZodObject>(
  definition: Omit<SinkPlugin, 'kind' | 'config' | 'create'> & {
    readonly config: Config;
    create(config: z.output<Config>, services: SinkServices): Sink;
  },
): SinkPlugin {
  return { kind: 'sink', ...definition } as unknown as SinkPlugin;
}

/** Any plugin. */
export type Plugin = FormatPlugin | ActionPlugin | ProxyPlugin | ModelPlugin | SinkPlugin | ParserPlugin | SearchPlugin;
