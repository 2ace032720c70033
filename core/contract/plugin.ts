/**
 * The plugin contract: all that a plugin may import from Gleaner (besides `core/common`).
 * A plugin is one object made by a `define*` function and exported as default; the host finds it by itself.
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
export { defineParser, type ParseContext, type ParsedFile, type ParserPlugin } from './parser-plugin';
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

/** Values every page offers to formats; the format's own `needs` names some of them, or other formats. */
export interface BaseValues {
  /** Status, final URL, headers in lower case and content type. */
  readonly page: {
    readonly url: string;
    readonly statusCode: number;
    readonly contentType?: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
  };
  /** The page as text, decoded, untouched; undefined for a binary file. */
  readonly source: string | undefined;
  /** The parsed page, whole. Read only. */
  readonly dom: Document;
  /** The cleaned content the caller asked for: main content, includeTags and excludeTags applied, addresses absolute. Read only. */
  readonly content: ParentNode;
  /** Page facts (title, description, language, …). */
  readonly metadata: Metadata;
  /** Things described in JSON-LD, microdata and RDFa. Read only. */
  readonly markup: readonly MarkupItem[];
  /** What the format's own `capture` brought back from the live page. */
  readonly capture: unknown;
  /**
   * The last result kept for this URL and the format's `tag`; undefined the first time. A format that needs it is made of
   * fresh pages only, and has the page's markdown kept for the next time.
   */
  readonly previous: PreviousScrape | undefined;
  /** What rules alone read from the page for the format's own `schema` (option or `fields`) and `prompt`; what a model starts from. */
  readonly rules: Extraction;
  /** What the recipe of the format's own `recipe` option reads as rows. */
  readonly recipeRows: RecipeRows;
  /** The same as structured data that fits the format's `schema`; undefined without the option. `rules` then stays empty. */
  readonly recipeData: RecipeData | undefined;
  /** The most telling sentences of the content, picked by rules. */
  readonly digest: string;
  /** What of the page shows more of its data when it is used. */
  readonly controls: PageControls;
  /** The configured extract model; that of the profile which the format's own `profile` option names. */
  readonly model: Model;
}

/** Rows a recipe read from a page. */
export interface RecipeRows {
  readonly result: RecipeResult;
  /** False for a page the recipe is not made for, of which nothing was read. */
  readonly fits: boolean;
  /** Sentences for the result's `warning`. */
  readonly warnings: readonly string[];
}

/** Structured data a recipe read from a page. */
export interface RecipeData extends RecipeRows {
  /** Absent where the recipe gave nothing or too little: the page is then to be read without it. */
  readonly extraction?: Extraction;
}

/** The snapshot of an earlier scrape of the same URL and tag. */
export interface PreviousScrape {
  /** ISO time. */
  readonly scrapedAt: string;
  readonly markdown: string;
  readonly statusCode: number;
  readonly json?: unknown;
}

/** A name a format may need: a base value or another format's id. */
export type Need = keyof BaseValues | (string & {});

/** The values of the needs, typed for base values and unknown for other formats. */
export type ValuesOf<Needs extends readonly Need[]> = {
  readonly [N in Needs[number]]: N extends keyof BaseValues ? BaseValues[N] : unknown;
};

/** What `derive` knows besides its values. */
export interface DeriveContext<Options = unknown, Config = unknown> {
  /** Final URL of the page. */
  readonly url: string;
  /** True for a page that only an earlier crawl of the site knew: nothing links to it any more. */
  readonly isUnlinked: boolean;
  /** Options of this request, validated by the format's `options` schema. */
  readonly options: Options;
  /** Settings of the format, validated by its `config` schema. */
  readonly config: Config;
  /** Adds a sentence to the result's `warning`. */
  warn(sentence: string): void;
  /** Keeps a value in the history of the address and the format's `tag`: it comes back as `previous.json`. */
  keep(json: unknown): void;
  readonly signal: AbortSignal;
}

/** One name of a format in v1, where options travel in a body field of their own. */
export interface V1Name {
  readonly name: string;
  /** Options the name stands for, e.g. `{ fullPage: true }` for `screenshot@fullPage`. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Body field that carries the options, e.g. `jsonOptions`. */
  readonly field?: string;
  /** True when name and field must come together. */
  readonly fieldRequired?: boolean;
  /** Schema of the field; the format's `options` when absent. */
  readonly schema?: z.ZodObject;
  /** Field of the answer when it is not the id. */
  readonly as?: string;
}

/** A format: derives one value of the answer from others. */
export interface FormatPlugin extends PluginBase {
  readonly kind: 'format';
  /** Name in `formats` and field of the answer. */
  readonly id: string;
  readonly needs: readonly Need[];
  /** Options of the v2 object form `{ type, …options }`. */
  readonly options?: z.ZodObject;
  /** Settings a user may change. */
  readonly config?: z.ZodObject;
  /** API versions that know the format; both when absent. */
  readonly versions?: readonly ('v1' | 'v2')[];
  /** Names in v1 when they differ from the plain id. */
  readonly v1?: readonly V1Name[];
  /** What a page costs with the format; the standard of any page when absent. */
  readonly cost?: FormatCost;
  /** True for the format of requests that name none. */
  readonly isStandard?: boolean;
  /** The value for a file whose parser is switched off, made of its base64; absent from the answer without it. */
  ofFile?(base64: string): unknown;
  /** Other formats that must be requested too. */
  readonly requires?: readonly string[];
  /** JSON schema that `rules` reads for a format whose options have no schema. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** False for options that want no structured data; `rules` then stays empty and costs nothing. True for all when absent. */
  extracts?(options: never): boolean;
  /**
   * Runs in the live page and so makes the scrape use the browser; its value comes back as the need `capture`. A cached
   * page serves only requests for the same captures with the same options.
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

/** What an action brought back, if anything: an entry of one of the four result lists. */
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
  /** True when what it brings back is a picture of the page. */
  readonly takesPictures?: boolean;
  /** Milliseconds this action may wait, counted against the 60 s all waits of a request share. */
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

/** How a request through a proxy ended. */
export type ProxyOutcome = 'ok' | 'blocked' | 'failed';

/** A running proxy source. */
export interface ProxySource {
  /** The proxy for the next request to `host`; undefined means a direct connection; throws when none is usable. */
  pick(request: { readonly host: string }): ProxyEndpoint | undefined;
  /** Tells how the request went. */
  report(proxy: ProxyEndpoint, outcome: ProxyOutcome): void;
}

/** A proxy plugin: hands out proxies. */
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

/** One delivery of an event: the exact bytes to send, with the headers that sign them. */
export interface SinkDelivery {
  /** Stable over every try of the same event. */
  readonly webhookId: string;
  readonly type: string;
  readonly jobId: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** Address the job is about; absent with zeroDataRetention. */
  readonly url?: string;
}

/** What became of a delivery: done, try again later, or never again. */
export interface SinkOutcome {
  readonly result: 'delivered' | 'retry' | 'disable';
  readonly statusCode?: number;
  readonly message?: string;
  /** How long the receiver asked to be left alone. */
  readonly retryAfterMs?: number;
}

/** What create functions of sinks are given; `notify` shows a notification through the window, if one is open. */
export type SinkServices = PluginServices & { notify(notice: DesktopNotice): Promise<void> };

/** A running sink; what it throws is tried again later, but BAD_REQUEST and PRIVATE_ADDRESS_BLOCKED are final. */
export interface Sink {
  deliver(delivery: SinkDelivery, signal: AbortSignal): Promise<SinkOutcome>;
}

/** A sink plugin: somewhere events go. */
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
