import { type Extraction, listAdvice } from '../../common/extraction';
import type { Result } from '../../common/model';
import type { PageControls } from '../../contract/page-controls';
import { missingSentence, withoutMissingSentence } from '../../page/extraction/rules/extract-by-rules';
import { modelFailedWords } from '../../page/models/language/answer-by-rules';
import { type MainTree, mainTree, onePerPage } from './main-records';
import { type Conflict, Merger } from './merge';
import { countValues, fromTree, isEmpty, type PageData, type Tree, toTree } from './value-tree';

/** A page read by a data job. */
export interface ReadPage {
  readonly taskId: string;
  /** Requested URL. */
  readonly askedUrl: string;
  /** Final URL. */
  readonly url: string;
  readonly statusCode: number;
  readonly tree: Tree;
  /** The page's main record, if a list was requested. */
  readonly main?: MainTree;
  /** Title, site name and content of the page, if requested by the job. */
  readonly text?: string;
  /** Links on the page, if requested by the job. */
  readonly links: readonly string[];
  /** Controls that reveal more data. Absent if the job does not request controls. */
  readonly controls?: PageControls;
  readonly credits: number;
  /** Number of model tokens used for the page. */
  readonly tokensUsed: number;
  /** Warning about the page. Does not mention missing values. */
  readonly warning?: string;
}

/** Merged data from all pages. */
export interface MergedPages extends PageData {
  readonly conflicts: readonly Conflict[];
  readonly warnings: readonly string[];
}

/** Creates a `ReadPage` from a result that contains the `extraction` format. */
export function toReadPage({ taskId, document, page, url: askedUrl, credits }: Result): ReadPage {
  const { finalUrl: url, statusCode } = page;
  const { warning } = document;
  const links = (document.links as readonly string[] | undefined) ?? [];
  const extraction = document.extraction as Extraction & { readonly tokensUsed?: number };
  const rest = withoutMissingSentence(warning ?? '');
  const { tokensUsed = 0 } = extraction;
  const controls = document.controls as PageControls | undefined;
  const text = textOf(document);
  const facts = { taskId, askedUrl, url, statusCode, tokensUsed, links, credits, ...(controls ? { controls } : {}) };
  const main = mainTree(extraction, url);
  const parts = { ...(text ? { text } : {}), ...(main ? { main } : {}) };
  return { ...facts, ...parts, tree: toTree(extraction, url), warning: rest || undefined };
}

function textOf({ markdown, metadata }: Result['document']): string | undefined {
  if (typeof markdown !== 'string') return undefined;
  const { title, ogSiteName } = (metadata ?? {}) as Readonly<Record<string, unknown>>;
  return [title, ogSiteName, markdown].filter(Boolean).join('\n');
}

/** True for a page whose data was extracted by rules because the model failed. */
export const isModelFailure = ({ warning = '' }: ReadPage): boolean => warning.includes(modelFailedWords);

/**
 * Merges pages, which must be sorted best first, into one answer. Without a schema (`isGuessed`), pages about different
 * things become a list, with one record per page in the field `items`. If similar pages all have a main record, a
 * requested list contains only the main records.
 */
export function mergePages(pages: readonly ReadPage[], isGuessed: boolean): MergedPages {
  const { trees, warning: leftOut } = onePerPage(pages);
  const merger = new Merger();
  const merged = merger.merge(trees);
  if (isGuessed && merger.hasOtherThings) return mergeAsList(pages);
  const { data, sources, missing } = merged ? fromTree(merged) : { data: {}, sources: [], missing: [] };
  const where = pages.length === 1 ? 'on the page' : `on any of the ${pages.length} pages`;
  const others = merger.hasOtherThings
    ? `The pages describe different things: single values come from ${merged?.url}, and differing values are listed as conflicts. ${listAdvice}`
    : undefined;
  const warnings = [missingSentence(missing, { where, data }), others, leftOut, ...pageWarnings(pages)].filter(
    (one) => one !== undefined,
  );
  return { data, sources, missing, conflicts: merger.conflicts, warnings };
}

/**
 * Merges the pages into one list, with a record per page. If more than half of the pages are of one kind, skips all
 * other pages.
 */
function mergeAsList(pages: readonly ReadPage[]): MergedPages {
  const kinds = new Map<string, ReadPage[]>();
  for (const page of pages) kinds.set(kindOf(page), [...(kinds.get(kindOf(page)) ?? []), page]);
  const most = [...kinds.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  const listed = most.length * 2 > pages.length ? most : pages;
  const merged = mergePages(listed.map(asRecord), false);
  const [other, ...others] = pages.filter((page) => !listed.includes(page));
  if (!other) return merged;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const sentence = `Skipped pages of another kind: ${other.url}${more}. Provide a schema to get their values.`;
  return { ...merged, warnings: [...merged.warnings, sentence] };
}

/** Returns the names of a page's fields, including missing fields. Pages with the same names are of the same kind. */
const kindOf = ({ tree }: ReadPage): string =>
  tree.kind === 'fields' ? [...tree.fields.keys(), ...tree.missing.keys()].sort().join() : tree.kind;

/** Wraps a page's answer as the only record in a list. */
function asRecord(page: ReadPage): ReadPage {
  const { url, tree } = page;
  const items: Tree = { kind: 'items', url, places: [], items: isEmpty(tree) ? [] : [tree] };
  return {
    ...page,
    tree: { kind: 'fields', url, places: [], fields: new Map([['items', items]]), missing: new Map() },
  };
}

const maxWarnings = 3;

function pageWarnings(pages: readonly ReadPage[]): readonly string[] {
  const warnings = [...new Set(pages.flatMap(({ warning }) => warning ?? []))];
  const more = warnings.length - maxWarnings;
  return more > 0 ? [...warnings.slice(0, maxWarnings), `${more} more pages have warnings.`] : warnings;
}

/**
 * Sorts pages in the order of the caller's URLs, followed by all other pages. Ties are broken by the step that led to
 * the page, earliest first, and then by the number of values, highest first.
 */
export function inOrder(
  pages: readonly ReadPage[],
  named: readonly string[],
  stepTo: (page: ReadPage) => number = () => 0,
): readonly ReadPage[] {
  const place = ({ askedUrl }: ReadPage): number => {
    const index = named.indexOf(askedUrl);
    return index < 0 ? named.length : index;
  };
  const full = new Map(pages.map((page) => [page, countValues(page.tree)]));
  return [...pages].sort(
    (a, b) => place(a) - place(b) || stepTo(a) - stepTo(b) || (full.get(b) ?? 0) - (full.get(a) ?? 0),
  );
}
