import type { Extraction } from '../../common/extraction';
import type { Result } from '../../common/model';
import type { PageControls } from '../../contract/page-controls';
import { missingSentence, withoutMissingSentence } from '../../page/extraction/rules/extract-by-rules';
import { modelFailedWords } from '../../page/models/language/answer-by-rules';
import { type Conflict, Merger } from './merge';
import { countValues, fromTree, isEmpty, type PageData, type Tree, toTree } from './value-tree';

/** A page that was read for a job that wants data. */
export interface ReadPage {
  /** Id of the task it was read by. */
  readonly taskId: string;
  /** Address that was asked for. */
  readonly askedUrl: string;
  /** Final address. */
  readonly url: string;
  readonly statusCode: number;
  readonly tree: Tree;
  /** Addresses the page links to, where the job asked for them. */
  readonly links: readonly string[];
  /** What of the page shows more of its data, where the job asked for it. */
  readonly controls?: PageControls;
  readonly credits: number;
  /** Tokens a model used for the page. */
  readonly tokensUsed: number;
  /** What the page's warning says besides what is missing. */
  readonly warning?: string;
}

/** What all pages together gave. */
export interface MergedPages extends PageData {
  readonly conflicts: readonly Conflict[];
  readonly warnings: readonly string[];
}

/** What a result of the format `extraction` tells. */
export function toReadPage({ taskId, document, page, url: askedUrl, credits }: Result): ReadPage {
  const { finalUrl: url, statusCode } = page;
  const { warning } = document;
  const links = (document.links as readonly string[] | undefined) ?? [];
  const extraction = document.extraction as Extraction & { readonly tokensUsed?: number };
  const rest = withoutMissingSentence(warning ?? '');
  const { tokensUsed = 0 } = extraction;
  const controls = document.controls as PageControls | undefined;
  const facts = { taskId, askedUrl, url, statusCode, tokensUsed, links, credits, ...(controls ? { controls } : {}) };
  return { ...facts, tree: toTree(extraction, url), warning: rest || undefined };
}

/** True for a page that rules have read in place of a model that failed. */
export const isModelFailure = ({ warning = '' }: ReadPage): boolean => warning.includes(modelFailedWords);

/**
 * Puts the pages, the most telling first, into one answer. `isGuessed` says that no schema was given: pages that tell of
 * different things then become the `items` of a list.
 */
export function mergePages(pages: readonly ReadPage[], isGuessed: boolean): MergedPages {
  const merger = new Merger();
  const merged = merger.merge(pages.map(({ tree }) => tree));
  if (isGuessed && merger.hasOtherThings) return mergeAsList(pages);
  const { data, sources, missing } = merged ? fromTree(merged) : { data: {}, sources: [], missing: [] };
  const where = pages.length === 1 ? 'on the page' : `on any of the ${pages.length} pages`;
  const others = merger.hasOtherThings
    ? `The pages describe different things: single values come from ${merged?.url}, the others are listed as conflicts. Ask for a list to get all of them.`
    : undefined;
  const warnings = [missingSentence(missing, { where, data }), others, ...pageWarnings(pages)].filter(
    (one) => one !== undefined,
  );
  return { data, sources, missing, conflicts: merger.conflicts, warnings };
}

/** The pages as records of one list; pages of another kind than most are no records of it. */
function mergeAsList(pages: readonly ReadPage[]): MergedPages {
  const kinds = new Map<string, ReadPage[]>();
  for (const page of pages) kinds.set(kindOf(page), [...(kinds.get(kindOf(page)) ?? []), page]);
  const most = [...kinds.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  const listed = most.length * 2 > pages.length ? most : pages;
  const merged = mergePages(listed.map(asRecord), false);
  const [other, ...others] = pages.filter((page) => !listed.includes(page));
  if (!other) return merged;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const sentence = `Skipped pages of another kind: ${other.url}${more}. Give a schema to get their values.`;
  return { ...merged, warnings: [...merged.warnings, sentence] };
}

/** The names of the fields a page was read for, which differ between kinds of pages. */
const kindOf = ({ tree }: ReadPage): string =>
  tree.kind === 'fields' ? [...tree.fields.keys(), ...tree.missing.keys()].sort().join() : tree.kind;

/** A page's answer as the only record of a list. */
function asRecord(page: ReadPage): ReadPage {
  const { url, tree } = page;
  const items: Tree = { kind: 'items', url, places: [], items: isEmpty(tree) ? [] : [tree] };
  return {
    ...page,
    tree: { kind: 'fields', url, places: [], fields: new Map([['items', items]]), missing: new Map() },
  };
}

const maxWarnings = 3;

/** What the pages warn of, each sentence once. */
function pageWarnings(pages: readonly ReadPage[]): readonly string[] {
  const warnings = [...new Set(pages.flatMap(({ warning }) => warning ?? []))];
  const more = warnings.length - maxWarnings;
  return more > 0 ? [...warnings.slice(0, maxWarnings), `${more} more pages have warnings.`] : warnings;
}

/** Pages in the order in which they count: those a caller named as they were named, those that steps led to in their order, then the fullest. */
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
