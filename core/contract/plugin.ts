/**
 * The plugin contract: everything that a plugin is allowed to import from Gleaner, apart from `core/common`. A plugin
 * is the default export of a module, created by a `define*` function. Gleaner discovers plugins automatically.
 */
import type { Document, ParentNode } from 'domhandler';
import { z } from 'zod';
import type { Extraction } from '../common/extraction';
import type { FormatCost } from '../common/format-cost';
import type { CapturedFile, Metadata, ProxyEndpoint } from '../common/model';
import type { RecipeResult } from '../common/recipe';
import type { LivePage } from './live-page';
import type { MarkupItem } from './markup-item';
import type { Model, ModelPlugin } from './model-plugin';
import type { PageControls } from './page-controls';
import type { ParserPlugin } from './parser-plugin';
import type { GuardedHttp, PluginBase } from './plugin-base';
import type { SearchPlugin } from './search-plugin';
import type { SinkPlugin } from './sink-plugin';

export type { Document, ParentNode } from 'domhandler';
export { AppError } from '../common/errors';
export type { Extraction, MainRecord, MissingValue, SourceKind, ValueSource } from '../common/extraction';
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
export { signedLines } from '../common/values/diff-body';
export { keysOf } from '../common/values/keys';
export { currencyOf, findMoney, type Money } from '../common/values/money';
export { isCodeBox, isEditorGutter } from './code-box';
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
export { type FormulaLink, formulaLink } from './formula-link';
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
  type ServiceModel,
} from './model-plugin';
export {
  brokenDocument,
  encryptedDocument,
  isTooDeep,
  officeMetadata,
  openOfficeFile,
  unescapeXml,
} from './office';
export { $, $$, innerHtml, textOf } from './page-nodes';
export {
  defineParser,
  type FileBlock,
  type FilePage,
  type FilePageBlocks,
  type OcrSettings,
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
export {
  defineSink,
  type Sink,
  type SinkDelivery,
  type SinkOutcome,
  type SinkPlugin,
  type SinkServices,
} from './sink-plugin';
export { type CellSpan, cellSpan, maxSpan, type PlacedCell, placeCells, tableTag } from './table-grid';
export { comparable, diffText } from './text-diff';
export { openZip, type ZipArchive } from './zip';
export { z };

/** Values available to formats for every page. A format's `needs` lists the values and other formats that it uses. */
export interface BaseValues {
  /** Status, final URL, headers (names in lower case) and content type. */
  readonly page: {
    readonly url: string;
    readonly statusCode: number;
    readonly contentType?: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
  };
  /** Decoded, unmodified text of the page. Undefined for a binary file. */
  readonly source: string | undefined;
  /** Parsed page. Read-only. */
  readonly dom: Document;
  /** Main content of the page, with includeTags and excludeTags applied and with absolute URLs. Read-only. */
  readonly content: ParentNode;
  /** Page metadata (title, description, language, …). */
  readonly metadata: Metadata;
  /** Items described in JSON-LD, microdata and RDFa. Read-only. */
  readonly markup: readonly MarkupItem[];
  /** Value that the format's own `capture` function returned. */
  readonly capture: unknown;
  /**
   * Snapshot from the last scrape with this URL and the format's `tag`. Undefined on the first scrape. If a format
   * needs `previous`, cached pages are not used, and the page's Markdown is stored for the next scrape.
   */
  readonly previous: PreviousScrape | undefined;
  /**
   * Values extracted by rules alone, as a starting point for models. The rules use the `schema` and `prompt` options of
   * the format. Without a `schema` option, the rules use the format's `fields`.
   */
  readonly rules: Extraction;
  /** Rows read with the recipe in the format's `recipe` option. */
  readonly recipeRows: RecipeRows;
  /**
   * Rows of `recipeRows` as structured data that conforms to the format's `schema`. Undefined if the `recipe` option is
   * absent. If this value is set, `rules` is empty.
   */
  readonly recipeData: RecipeData | undefined;
  /** Key sentences of the content, chosen by rules. */
  readonly digest: string;
  /** Lines outside the main content that contain contact data, opening hours or the site's legal name. May be empty. */
  readonly siteFacts: string;
  /** Controls that reveal more of the page's data. */
  readonly controls: PageControls;
  /** Configured extraction model, or the model selected by the format's `profile` option. */
  readonly model: Model;
}

/** Rows read from a page with a recipe. */
export interface RecipeRows {
  readonly result: RecipeResult;
  /** False if the recipe does not apply to the page and was therefore not used. */
  readonly fits: boolean;
  /** Sentences to add to the `warning` of the result. */
  readonly warnings: readonly string[];
}

/** Structured data read from a page with a recipe. */
export interface RecipeData extends RecipeRows {
  /** Absent when the recipe found too few values or none at all. The page is then read without the recipe. */
  readonly extraction?: Extraction;
}

/** Snapshot from the last scrape with the same URL and tag. */
export interface PreviousScrape {
  /** Time of the scrape in ISO 8601 format. */
  readonly scrapedAt: string;
  readonly markdown: string;
  readonly statusCode: number;
  readonly json?: unknown;
}

/** Entry in `needs`: the name of a base value or the ID of another format. */
export type Need = keyof BaseValues | (string & {});

/** Maps each entry in `needs` to the type of its value. The value of another format has the type `unknown`. */
export type ValuesOf<Needs extends readonly Need[]> = {
  readonly [N in Needs[number]]: N extends keyof BaseValues ? BaseValues[N] : unknown;
};

/** Input to `derive` in addition to the values. */
export interface DeriveContext<Options = unknown, Config = unknown> {
  /** Final URL of the page. */
  readonly url: string;
  /** True for a page that is known only from an earlier crawl of the site, because no page links to it any more. */
  readonly isUnlinked: boolean;
  /** Options in the request, validated by the format's `options` schema. */
  readonly options: Options;
  /** The format's settings, validated by its `config` schema. */
  readonly config: Config;
  /** Adds a sentence to the `warning` of the result. */
  warn(sentence: string): void;
  /** Stores a value for this URL and the format's `tag`. The next scrape can read it as `previous.json`. */
  keep(json: unknown): void;
  readonly signal: AbortSignal;
  /**
   * Sends requests to approved hosts. Available only in the sandbox. `{secret:NAME}` in a header is replaced with the
   * secret.
   */
  readonly http?: GuardedHttp;
}

/** Name of a format in v1, and the body field that contains the format's options. */
export interface V1Name {
  readonly name: string;
  /** Options implied by the name, e.g. `{ fullPage: true }` for `screenshot@fullPage`. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Body field that contains the options, e.g. `jsonOptions`. */
  readonly field?: string;
  /** True when a request that contains `name` must also contain `field`, and vice versa. */
  readonly fieldRequired?: boolean;
  /** Schema of the field. Defaults to the `options` of the format. */
  readonly schema?: z.ZodObject;
  /** Name of the response field, if it differs from the ID. */
  readonly as?: string;
}

/** A format plugin computes one field of the response from the values listed in `needs`. */
export interface FormatPlugin extends PluginBase {
  readonly kind: 'format';
  /** ID of the format in `formats`. Also the name of its response field, unless `as` is set. */
  readonly id: string;
  /** Name of the v2 response field, or a function that determines it from the options. */
  readonly as?: string | ((options: Readonly<Record<string, unknown>>) => string);
  readonly needs: readonly Need[];
  /** True for a format that runs in the sandbox, on copies of its values. Set when the plugin is loaded. */
  readonly isSandboxed?: boolean;
  /** Schema of the format's options. A v2 request contains them in the object form, `{ type, …options }`. */
  readonly options?: z.ZodObject;
  /** Settings that the user can change. */
  readonly config?: z.ZodObject;
  /** API versions that offer the format. Defaults to both versions. */
  readonly versions?: readonly ('v1' | 'v2')[];
  /** Names in v1, if they differ from `id`. */
  readonly v1?: readonly V1Name[];
  /** Credits and time limit for each page that is requested in this format. Defaults to the standard cost. */
  readonly cost?: FormatCost;
  /** True for a default format, which is returned when a request lists no formats. */
  readonly isStandard?: boolean;
  /**
   * Derives the value for a file whose opt-in parser was not requested. Receives the file in Base64. Without this
   * function, the response omits the format's field.
   */
  ofFile?(base64: string): unknown;
  /** IDs of formats that must be requested together with this format. */
  readonly requires?: readonly string[];
  /** JSON schema used for `rules` if the format's options contain no schema. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /**
   * Returns false for options that request no structured data. `rules` is then empty and costs nothing. If the function
   * is absent, all options request data.
   */
  extracts?(options: never): boolean;
  /**
   * Captures a value in the live page, which requires the browser. `derive` receives the value if `needs` contains
   * `capture`. A cached page is used only for requests with the same captures and options.
   */
  capture?(page: LivePage, options: unknown, signal: AbortSignal): Promise<unknown>;
  derive(values: never, context: never): unknown;
}

/** Definition of a format, as passed to `defineFormat`. */
export interface FormatDefinition<
  Needs extends readonly Need[],
  Options extends z.ZodObject,
  Config extends z.ZodObject,
> extends Omit<
    FormatPlugin,
    'kind' | 'needs' | 'isSandboxed' | 'options' | 'config' | 'derive' | 'capture' | 'extracts'
  > {
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

/** Result of an action. The key is the name of the result list to which the value is added. */
export type ActionOutcome =
  | { readonly screenshots: CapturedFile }
  | { readonly scrapes: { readonly url: string; readonly html: string } }
  | { readonly javascriptReturns: { readonly type: string; readonly value: unknown } }
  | { readonly pdfs: CapturedFile };

/** An action performs one step in the live page. */
export interface ActionPlugin extends PluginBase {
  readonly kind: 'action';
  /** Name in `actions[].type`. */
  readonly type: string;
  readonly schema: z.ZodObject;
  /** True when the result of the action is a screenshot. */
  readonly takesPictures?: boolean;
  /**
   * Returns the maximum time in ms that this action waits. It counts towards the 60 s limit for all waits in a request.
   */
  waitMs?(fields: never): number;
  run(page: LivePage, fields: never, signal: AbortSignal): Promise<ActionOutcome | void>;
}

/** Definition of an action, as passed to `defineAction`. */
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

/** An instance of a proxy source. */
export interface ProxySource {
  /**
   * Returns the proxy for the next request to `host`. Undefined for a direct connection. Throws when no proxy is
   * usable.
   */
  pick(request: { readonly host: string }): ProxyEndpoint | undefined;
  /** Reports the outcome of a request. */
  report(proxy: ProxyEndpoint, outcome: ProxyOutcome): void;
}

/** A proxy plugin selects the proxy for each request. */
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

/** Any plugin. */
export type Plugin = FormatPlugin | ActionPlugin | ProxyPlugin | ModelPlugin | SinkPlugin | ParserPlugin | SearchPlugin;
