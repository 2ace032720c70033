import type { FormatRequest, Metadata, Page, PageDocument, ParserRequest, Task } from '../../common/model';
import type { CarriedValue, DerivationOrder } from '../../platform/plugins/format-graph';
import type { Learned, LearnInput } from '../recipes/learn/learn-recipe';

/** Everything a worker thread needs to read one page; plain data. */
export interface ReadInput {
  readonly url: string;
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body: Uint8Array;
  readonly rendered: boolean;
  readonly content: {
    readonly onlyMainContent: boolean;
    readonly includeTags: readonly string[];
    readonly excludeTags: readonly string[];
    readonly removeBase64Images: boolean;
  };
  /** Formats to derive on the worker, in order. */
  readonly order: readonly string[];
  /** Base values to make for formats that are derived elsewhere; none when absent. */
  readonly carried?: readonly CarriedValue[];
  readonly formats: readonly FormatRequest[];
  /** Settings of formats, by id. */
  readonly configs: Readonly<Record<string, unknown>>;
  readonly parsers: readonly ParserRequest[];
  /** When the page must be read, by `monotonicMs`. */
  readonly deadlineMs: number;
  /** False where nobody follows the page's links. */
  readonly wantsLinks: boolean;
  /** True for a page that nothing links to any more. */
  readonly isUnlinked?: boolean;
}

/** What the worker read. */
export interface ReadOutput {
  readonly values: Readonly<Record<string, unknown>>;
  /** Base values made for formats that are derived elsewhere, by format and name. */
  readonly carried: PageDocument['carried'];
  readonly metadata: Metadata;
  readonly links: readonly string[];
  readonly renderState: PageDocument['renderState'];
  readonly warnings: readonly string[];
}

/** Reads pages: decodes, parses, selects content, derives formats and learns recipes, away from the thread that answers requests. */
export interface DocumentReader {
  read(input: ReadInput, signal: AbortSignal): Promise<ReadOutput>;
  /** Makes a recipe of pages whose data is known; see `learnRecipe`. */
  learn(input: LearnInput, signal: AbortSignal): Promise<Learned>;
  /** Makes ready for quick reading by reading samples wherever pages are read; false when it did not read all of them, as a page came. */
  warm(samples: readonly ReadInput[], signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/** Token of the document reader. */
export const DocumentReader = Symbol('DocumentReader');

/** Makes the worker's input of a page and what its task wants. */
export function toReadInput(
  page: Page,
  { spec, followsLinks, isUnlinked }: Pick<Task, 'spec' | 'followsLinks' | 'isUnlinked'>,
  { worker, carried }: Pick<DerivationOrder, 'worker' | 'carried'>,
  configs: Readonly<Record<string, unknown>>,
  deadlineMs: number,
): ReadInput {
  const { onlyMainContent, includeTags, excludeTags, removeBase64Images, formats, parsers } = spec;
  const { url, statusCode, headers, contentType, body, rendered } = page;
  return {
    url,
    statusCode,
    headers,
    contentType,
    body,
    rendered,
    content: { onlyMainContent, includeTags, excludeTags, removeBase64Images },
    order: worker,
    carried,
    formats,
    configs,
    parsers,
    deadlineMs,
    wantsLinks: followsLinks,
    isUnlinked,
  };
}
