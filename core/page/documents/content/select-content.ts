import { type ChildNode, Document, Element, isTag, isText, type ParentNode, Text } from 'domhandler';
import { findAll, findOne, prependChild, textContent } from 'domutils';
import { keyOf } from '../../../common/url-identity';
import { isCodeBox } from '../../../contract/code-box';
import { selectElements } from '../../../contract/selectors';
import { appendChild, compact, isWithinAny } from '../children';
import { isStandInImage } from '../stand-in-pictures';
import { dropCopiedParts } from './copied-parts';
import { FEATURES, featuresOf } from './features';
import { Headlines } from './headline';
import { hiddenFromReaders } from './hidden';
import { MeasuredPage } from './measured-page';
import { type Model, TreeModel } from './model';
import modelFile from './model.json';
import { readPageFacts } from './page-survey';
import { imageSource, isOfDrawnButtons } from './pictures';
import { type Block, type IsDropped, isDroppedTag, type Segments, segmentPage } from './segment';
import { selectUnits } from './select-units';
import { leadsToComments } from './service-lines';
import { isScriptLink, slideButtons } from './slide-buttons';
import { type PageStyles, stylesOf } from './styles/style-rules';
import { omittedPanels, panelHeadings } from './tab-panels';
import { DROPPED_TAGS, isCell, MEDIA_TAGS } from './tags';
import { baseUrlOf, linkUrl, resolveUrl } from './urls';

const BARE_FRAME =
  'The page has no main content, only menus, header and footer. Set "onlyMainContent": false to include them, or "waitFor" to run scripts.';

/** Options for selecting the content of a page. */
export interface SelectOptions {
  readonly url: string;
  readonly onlyMainContent: boolean;
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly removeBase64Images: boolean;
}

interface SelectedContent {
  readonly root: Document;
  readonly warnings: readonly string[];
}

/**
 * Copies the requested part of a page and makes its URLs absolute. Drops excluded elements and, if requested,
 * everything outside the main content. With `includeTags`, copies the matching elements instead. Throws
 * `InvalidSelectorError` if a selector is invalid.
 */
export function selectContent(document: Document, options: SelectOptions, model?: Model): SelectedContent {
  const slow: string[] = [];
  const warn = (sentence: string) => void slow.push(sentence);
  const excluded: ReadonlySet<ChildNode> = selectElements(document, options.excludeTags, warn);
  const base = baseUrlOf(document, options.url);
  const copyOptions = {
    base,
    removeBase64Images: options.removeBase64Images,
    ownLinks: new Set<Element>(),
    styles: stylesOf(document),
  };
  if (options.includeTags.length > 0) {
    const roots = outermost(selectElements(document, options.includeTags, warn));
    const keeps = (node: ChildNode): boolean => !excluded.has(node) && !isDroppedPart(node);
    return {
      root: copyTree(
        roots.filter((node) => !isWithinAny(node, excluded)),
        { ...copyOptions, keeps },
      ),
      warnings: slow,
    };
  }
  const isExcluded = excluded.size === 0 ? NEVER : (node: ChildNode): boolean => excluded.has(node);
  const isHidden = options.onlyMainContent ? hiddenFromReaders(document) : NEVER;
  const toComments = leadsToComments(options.url);
  const changesSlide = slideButtons(document);
  const main = options.onlyMainContent
    ? findMainContent(document, options.url, isExcluded, isHidden, model)
    : undefined;
  const keeps =
    main === undefined
      ? wholePage(isExcluded, showsNoscript(document, options))
      : mainPart(main, isExcluded, (node) => isHidden(node) || toComments(node) || changesSlide(node));
  const ownLinks = ownLinksIn(main?.headline, base, options.url);
  const added = { headline: main?.headline, headings: main?.headings };
  const root = copyTree(document.children, { ...copyOptions, ...added, ownLinks, keeps });
  return { root, warnings: main ? [...slow, ...main.warnings] : slow };
}

const NEVER = (): boolean => false;

const wholePage =
  (isExcluded: (node: ChildNode) => boolean, showNoscript: boolean) =>
  (node: ChildNode): boolean =>
    (!isDroppedTag(node, showNoscript) || isFormulaSource(node)) && !isExcluded(node);

/** True if scripts load the page's text. In that case, the text in `noscript` is shown instead. */
const showsNoscript = (document: Document, { url }: SelectOptions): boolean =>
  readPageFacts(document, url).isScriptShell;

/**
 * Returns a predicate for the nodes to copy: visible kept nodes, formulas and, to preserve the layout, table cells and
 * code lines without kept text.
 */
const mainPart =
  (
    { kept, headline, isScriptShell }: MainContent,
    isExcluded: (node: ChildNode) => boolean,
    isHidden: (node: ChildNode) => boolean,
  ) =>
  (node: ChildNode): boolean =>
    (kept.has(node) ||
      (isFormulaSource(node) && !isExcluded(node)) ||
      (((isTag(node) && isCell(node)) || isLineOfCode(node)) &&
        !isDroppedTag(node, isScriptShell) &&
        !isExcluded(node))) &&
    (node === headline || !isHidden(node));

const MAX_LEVELS_TO_CODE = 4;

/** True for an element inside a `pre` or another block of code. */
function isLineOfCode(node: ChildNode): boolean {
  if (!isTag(node)) return false;
  let up = node.parent;
  for (let level = 0; level < MAX_LEVELS_TO_CODE && up !== null && isTag(up); level++) {
    if (up.name === 'pre' || isCodeBox(up)) return true;
    up = up.parent;
  }
  return false;
}

const isDroppedPart = (node: ChildNode): boolean =>
  !isText(node) && (!isTag(node) || node.name === 'head' || DROPPED_TAGS.has(node.name)) && !isFormulaSource(node);

/** Drops elements inside other selected elements, to avoid duplicate text. */
function outermost(elements: ReadonlySet<ChildNode>): readonly ChildNode[] {
  return [...elements].filter((element) => !isWithinAny(element.parent, elements));
}

/** The nodes of the main content, with all their ancestors. */
interface MainContent {
  readonly kept: ReadonlySet<ChildNode>;
  /** Headline of the page, placed above the content. */
  readonly headline: Element | undefined;
  /** Headings to insert at the start of tab panels. */
  readonly headings: ReadonlyMap<Element, Element>;
  /** Sentences about omitted text. */
  readonly warnings: readonly string[];
  /** True if scripts load the page's text. In that case, the text in `noscript` is the content. */
  readonly isScriptShell: boolean;
}

let shipped: Model | undefined;

/**
 * Returns the bundled model. Loads it on first use, because the training program must be able to run without a matching
 * model.
 */
function shippedModel(): Model {
  shipped ??= new TreeModel(modelFile, FEATURES);
  return shipped;
}

/**
 * Finds the main content. Returns empty content if the page has only menus, a header and a footer. Returns undefined if
 * no text can be content.
 */
function findMainContent(
  document: Document,
  url: string,
  isDropped: IsDropped,
  isHidden: (node: ChildNode) => boolean,
  model: Model = shippedModel(),
): MainContent | undefined {
  const facts = readPageFacts(document, url);
  const page = segmentPage(document, isDropped, facts.isScriptShell);
  if (page.blocks.length === 0) return undefined;
  const measured = new MeasuredPage(page, facts);
  const headlines = new Headlines(page, facts);
  const keep = selectUnits(measured, model.probabilities(featuresOf(measured)), headlines);
  if (keep === undefined) return undefined;
  const blocks = new Uint8Array(page.blocks.length);
  page.units.forEach((unit, i) => {
    if (keep[i] !== 1) return;
    for (let block = unit.firstBlock; block < unit.endBlock; block++)
      blocks[block] = unit.isWhole && isOfDrawnButtons(page.blocks[block] as Block, url) ? 0 : 1;
  });
  dropCopiedParts(page, blocks, isHidden);
  const headline = blocks.includes(1) ? headlines.find(blocks) : undefined;
  if (headline !== undefined) blocks.fill(1, headline.firstBlock, headline.endBlock);
  return {
    kept: nodesOf(page, blocks),
    headline: headline?.node,
    headings: panelHeadings(measured, blocks),
    warnings: blocks.includes(1) ? omittedPanels(measured, blocks) : [BARE_FRAME],
    isScriptShell: facts.isScriptShell,
  };
}

/**
 * Returns the nodes of the kept blocks and their ancestors, and everything inside elements that are kept as a whole.
 */
function nodesOf({ blocks }: Segments, keep: Uint8Array): ReadonlySet<ChildNode> {
  const kept = new Set<ChildNode>();
  blocks.forEach((block, i) => {
    if (keep[i] !== 1) return;
    for (const leaf of block.leaves) {
      let node: ChildNode | null = leaf;
      while (node !== null && !kept.has(node)) {
        kept.add(node);
        node = node.parent as ChildNode | null;
      }
      if (isTag(leaf)) for (const inner of leaf.children) keepInside(inner, kept);
    }
  });
  return kept;
}

function keepInside(root: ChildNode, kept: Set<ChildNode>): void {
  const stack: ChildNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isDroppedTag(node, false)) continue;
    kept.add(node);
    if (isTag(node)) for (const child of node.children) stack.push(child);
  }
}

/** Replacement for base64 images in Markdown. */
const BASE64_PLACEHOLDER = '<Base64-Image-Removed>';

interface CopyOptions {
  readonly base: string;
  /** Links in the headline that lead to the page itself. They become plain text. */
  readonly ownLinks: ReadonlySet<Element>;
  readonly removeBase64Images: boolean;
  readonly keeps: (node: ChildNode) => boolean;
  /** Styles of the page, whose `style` elements are not copied. */
  readonly styles: PageStyles;
  /** Element to copy as an `h1` before all other content. */
  readonly headline?: Element;
  /** Headings to insert at the start of elements. */
  readonly headings?: ReadonlyMap<Element, Element>;
}

const SOURCED = new Set(['iframe', 'video', 'audio', 'source', 'embed', 'track']);
const LAZY_SET = /^(srcset|sizes|data-(lazy-)?srcset)$/;

function imageAttributes(attribs: Readonly<Record<string, string>>, options: CopyOptions): Record<string, string> {
  const copy: Record<string, string> = {};
  for (const [name, value] of Object.entries(attribs)) if (!LAZY_SET.test(name)) copy[name] = value;
  const source = imageSource(attribs);
  if (source === undefined) return copy;
  if (/^data:/i.test(source)) copy.src = options.removeBase64Images ? BASE64_PLACEHOLDER : source;
  else copy.src = resolveUrl(source, options.base) ?? source;
  return copy;
}

/** True for a placeholder image that a script would replace with the real image. */
function isStandIn({ name, attribs }: Element, { removeBase64Images }: CopyOptions): boolean {
  const source = name === 'img' ? imageSource(attribs) : undefined;
  if (source === undefined || (!removeBase64Images && /^data:/i.test(source))) return false;
  return isStandInImage(attribs, source);
}

/** Returns the alternative text of an image in a link without text. Empty for other images. */
function labelOfLink({ attribs, parent }: Element): string {
  for (let up: ParentNode | null = parent; up !== null && isTag(up); up = up.parent)
    if (up.name === 'a') return textContent(up).trim() === '' ? (attribs.alt ?? '') : '';
  return '';
}

/** Returns the attributes, with the URL in `key` made absolute. */
function withAddress(attribs: Record<string, string>, key: string, base: string): Record<string, string> {
  const address = attribs[key];
  if (address === undefined || (address === '' && key === 'src')) return attribs;
  return { ...attribs, [key]: linkUrl(address, base) };
}

/**
 * Returns the attributes for the copy of an element. Unchanged attributes are shared with the original, because
 * attributes are never modified.
 */
function copyAttributes(element: Element, options: CopyOptions): Record<string, string> {
  const { name, attribs } = element;
  if (options.ownLinks.has(element) || isScriptLink(element)) return {};
  if (name === 'img') return imageAttributes(attribs, options);
  if (name === 'a' || name === 'area') return withAddress(attribs, 'href', options.base);
  return SOURCED.has(name) ? withAddress(attribs, 'src', options.base) : attribs;
}

/** Copies the kept nodes below `roots` to a new root. The original tree remains unchanged. */
function copyTree(roots: readonly ChildNode[], options: CopyOptions): Document {
  const document = new Document([]);
  let headline: Element | undefined;
  const stack: { from: readonly ChildNode[]; to: Document | Element; next: number }[] = [
    { from: roots, to: document, next: 0 },
  ];
  for (let frame = stack[stack.length - 1]; frame !== undefined; frame = stack[stack.length - 1]) {
    const node = frame.from[frame.next++];
    if (node === undefined) {
      frame.to.children = compact(frame.to.children);
      stack.pop();
    } else if (isText(node)) {
      if (!options.keeps(node)) continue;
      appendChild(frame.to, new Text(node.data));
      keepLines(node, frame.to, options.styles);
    } else if (isTag(node) && isFormulaSource(node)) {
      if (options.keeps(node)) appendChild(frame.to, formulaOf(node));
    } else if (!isTag(node) || !options.keeps(node)) continue;
    else if (isStandIn(node, options)) {
      const label = labelOfLink(node);
      if (label !== '') appendChild(frame.to, new Text(label));
    } else {
      const copy = new Element(nameOf(node, options), copyAttributes(node, options), []);
      appendChild(frame.to, copy);
      if (node === options.headline) headline = copy;
      const heading = options.headings?.get(node);
      if (heading) appendChild(copy, heading);
      stack.push({ from: node.children, to: copy, next: 0 });
    }
  }
  if (headline !== undefined) lead(document, headline);
  return document;
}

/**
 * If a style rule preserves the line breaks of a text, adds the rule's `white-space` to `copy`, the copy of the text's
 * parent.
 */
function keepLines({ data, parent }: Text, copy: Document | Element, styles: PageStyles): void {
  if (!data.includes('\n') || data.trim() === '' || parent === null || !isTag(parent) || !isTag(copy)) return;
  const spacing = styles.keptSpacing(parent);
  const { style } = copy.attribs;
  const own = `white-space:${spacing}`;
  if (spacing === undefined || style?.endsWith(own)) return;
  copy.attribs = { ...copy.attribs, style: style === undefined ? own : `${style};${own}` };
}

function nameOf(element: Element, options: CopyOptions): string {
  if (element === options.headline) return 'h1';
  if (options.ownLinks.has(element) || isScriptLink(element)) return 'span';
  // Kept content of a noscript must be visible in the copy.
  return element.name === 'noscript' ? 'div' : element.name;
}

/** Returns the links in the headline that lead to the page itself. */
function ownLinksIn(headline: Element | undefined, base: string, url: string): ReadonlySet<Element> {
  const own = keyOf(url, SAME_PAGE);
  const links = headline === undefined ? [] : findAll(({ name }) => name === 'a', headline.children);
  return new Set(links.filter(({ attribs }) => keyOf(resolveUrl(attribs.href ?? '', base) ?? '', SAME_PAGE) === own));
}

const SAME_PAGE = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };

/** Moves the headline to the top of the body if text or an image precedes it, or if it is inside a link. */
function lead(document: Document, headline: Element): void {
  const body = findOne(({ name }) => name === 'body', document.children) ?? document;
  const first = findFirst(body);
  if (first === undefined || (isWithinAny(first, new Set<ChildNode>([headline])) && !isLinked(headline))) return;
  prependChild(body, headline);
}

function isLinked(element: Element): boolean {
  for (let up = element.parent; up !== null; up = up.parent) if (isTag(up) && up.name === 'a') return true;
  return false;
}

/** Returns the first text or image below a node. */
function findFirst(root: ParentNode): ChildNode | undefined {
  const stack: ChildNode[] = root.children.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node) ? node.data.trim() !== '' : isTag(node) && MEDIA_TAGS.has(node.name)) return node;
    if (isTag(node)) stack.push(...node.children.toReversed());
  }
  return undefined;
}

/** True for a script with the TeX source of a formula, as on MathJax pages. */
const isFormulaSource = (node: ChildNode): boolean =>
  isTag(node) && node.name === 'script' && /^\s*math\/tex/i.test(node.attribs.type ?? '');

/** Converts the TeX source of a formula to MathML with a TeX annotation, because the copy must not contain scripts. */
function formulaOf(source: Element): Element {
  const tex = source.children.map((node) => (isText(node) ? node.data : '')).join('');
  const annotation = new Element('annotation', { encoding: 'application/x-tex' }, [new Text(tex)]);
  const display = /mode\s*=\s*display/i.test(source.attribs.type ?? '');
  const semantics = new Element('semantics', {}, [annotation]);
  const math = new Element('math', display ? { display: 'block' } : {}, [semantics]);
  for (const node of [annotation, semantics, math]) for (const child of node.children) child.parent = node;
  return math;
}
