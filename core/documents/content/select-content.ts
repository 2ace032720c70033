import { type ChildNode, type Document, isTag, isText, type ParentNode } from 'domhandler';
import { copyTree } from './copy-tree';
import { findMainContent, type MainContent } from './main-content';
import type { Model } from './model';
import { readPageFacts } from './page-facts';
import { isDroppedTag } from './segment';
import { selectElements } from './selectors';
import { DROPPED_TAGS } from './tags';
import { isFormulaSource, isUnshownContent } from './unshown-content';
import { baseUrlOf } from './urls';

const BARE_FRAME =
  'Only menus, header and footer of this page were delivered; ask with "onlyMainContent": false to get them, or let scripts run.';

/** What of a page is wanted. */
export interface SelectOptions {
  readonly url: string;
  readonly onlyMainContent: boolean;
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly removeBase64Images: boolean;
}

/** A new tree of what is wanted. */
export interface SelectedContent {
  readonly root: Document;
  readonly warnings: readonly string[];
}

/**
 * Copies the wanted part of a page: included elements, less what never is content, less excluded elements, less all but
 * the main content, with absolute addresses. With `includeTags` nothing is guessed. Throws `InvalidSelectorError`.
 */
export function selectContent(document: Document, options: SelectOptions, model?: Model): SelectedContent {
  const excluded: ReadonlySet<ChildNode> = selectElements(document, options.excludeTags);
  const base = baseUrlOf(document, options.url);
  const copyOptions = { base, removeBase64Images: options.removeBase64Images };
  if (options.includeTags.length > 0) {
    const roots = outermost(selectElements(document, options.includeTags));
    const keeps = (node: ChildNode): boolean => !excluded.has(node) && !isDroppedPart(node);
    return {
      root: copyTree(
        roots.filter((node) => !isInside(node, excluded)),
        { ...copyOptions, keeps },
      ),
      warnings: [],
    };
  }
  const isExcluded = (node: ChildNode): boolean => excluded.has(node);
  const main = options.onlyMainContent ? findMainContent(document, options.url, isExcluded, model) : undefined;
  const keeps =
    main === undefined ? wholePage(isExcluded, showsNoscript(document, options)) : mainPart(main, isExcluded);
  const root = copyTree(document.children, { ...copyOptions, keeps, headline: main?.headline });
  if (main === undefined) return { root, warnings: [] };
  return { root, warnings: main.kept.size === 0 ? [BARE_FRAME] : [] };
}

const wholePage =
  (isExcluded: (node: ChildNode) => boolean, showNoscript: boolean) =>
  (node: ChildNode): boolean =>
    (!isDroppedTag(node, showNoscript) || isUnshownContent(node)) && !isExcluded(node);

/** Whether `noscript` holds the text of the page, which only scripts would show otherwise. */
const showsNoscript = (document: Document, { url }: SelectOptions): boolean =>
  readPageFacts(document, url).isScriptShell;

/** Besides the kept nodes, the formulas in kept text, and empty cells: without them the columns of a table would shift. */
const mainPart =
  ({ kept, isScriptShell }: MainContent, isExcluded: (node: ChildNode) => boolean) =>
  (node: ChildNode): boolean =>
    kept.has(node) ||
    (isFormulaSource(node) && !isExcluded(node)) ||
    (isCell(node) && !isDroppedTag(node, isScriptShell) && !isExcluded(node));

const isCell = (node: ChildNode): boolean => isTag(node) && (node.name === 'td' || node.name === 'th');

const isDroppedPart = (node: ChildNode): boolean =>
  !isText(node) && (!isTag(node) || node.name === 'head' || DROPPED_TAGS.has(node.name)) && !isUnshownContent(node);

/** Elements without those inside another of them, so that no text comes twice. */
function outermost(elements: ReadonlySet<ChildNode>): readonly ChildNode[] {
  return [...elements].filter((element) => !isInside(element.parent, elements));
}

function isInside(node: ParentNode | ChildNode | null, set: ReadonlySet<ChildNode>): boolean {
  for (let up = node; up !== null; up = up.parent) if (set.has(up as ChildNode)) return true;
  return false;
}
