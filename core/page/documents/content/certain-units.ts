import { type Element, isTag, type ParentNode } from 'domhandler';
import { existsOne } from 'domutils';
import { isCodeBox } from '../../../contract/code-box';
import { remember } from '../remember';
import { type MeasuredPage } from './measured-page';
import { type PageElement, type Unit } from './segment';
import { HEADING_TAGS, isDataTable, isFootnotes, LIST_TAGS } from './tags';

/**
 * Matches headings of reference and download lists. Excludes "Sources", because source lists are often only credits.
 */
const REFERENCES =
  /^[\d.\s]*(?:references(?: and notes)?|citations|works cited|bibliography|further reading|external links|downloads?|attachments|einzelnachweise|literatur(?:verzeichnis)?|weblinks|anhänge|références|bibliographie|liens externes|téléchargements?|pièces jointes|referencias|bibliografía|enlaces externos|descargas|riferimenti|bibliografia|collegamenti esterni|allegati|referências|ligações externas|anexos|referenties|literatuur|bijlagen|przypisy|załączniki|referenser|referencer|referanser|примечания|литература|ссылки|参考文献|脚注|参考资料|參考文獻|참고 문헌|참고문헌|각주)\s*:?$/iu;
const MAX_CHARS = 40;
/** Class names of the lists in a recipe card. */
const RECIPE_LIST = /(?:^|[-_\s])(?:ingredients?|instructions?|directions|zutaten|zubereitung)(?:[-_\s]|$)/i;
/** Class names of lists with the technical data of a product. */
const SPECIFICATION_LIST = /(?:^|[-_\s])(?:tech-?)?(?:specs?|specifications?)(?:[-_\s]|$)/i;
const MAX_LEVELS_TO_PART = 2;
const MAX_LINKED_SHARE = 0.3;

/**
 * Returns a predicate for units that are almost always content: code, data tables, footnotes, the lists in recipes,
 * technical data of products, definitions with anchors, and lists of references with their headings.
 */
export function certainUnits(page: MeasuredPage): (unit: Unit, i: number) => boolean {
  const { units } = page.segments;
  const isHeading = units.map((unit) => HEADING_TAGS.includes(nodeOf(page, unit)?.name ?? ''));
  const references = new Set<number>();
  units.forEach((unit, i) => {
    if (!isHeading[i] || !REFERENCES.test(textOf(page, unit)) || !isList(page, units[i + 1])) return;
    references.add(i).add(i + 1);
  });
  return ({ element, isWhole, firstBlock, endBlock }, i) => {
    const node = page.segments.elements[element]?.node;
    if (references.has(i)) return true;
    return (
      isWhole &&
      node !== undefined &&
      (node.name === 'pre' ||
        isCodeBox(node) ||
        isDataTable(node) ||
        isFootnotes(node) ||
        isListCalled(node, RECIPE_LIST) ||
        (isReference(node) && page.linkShareBetween(firstBlock, endBlock) <= MAX_LINKED_SHARE) ||
        (isListCalled(node, SPECIFICATION_LIST) && page.linkShareBetween(firstBlock, endBlock) <= MAX_LINKED_SHARE))
    );
  };
}

/** True if the class of a list or of one of its ancestors matches a pattern. */
function isListCalled(list: Element, pattern: RegExp): boolean {
  if (!LIST_TAGS.has(list.name) && list.name !== 'dl') return false;
  let up: ParentNode | null = list;
  for (let level = 0; level <= MAX_LEVELS_TO_PART && up !== null && isTag(up); level++) {
    if (pattern.test(up.attribs.class ?? '')) return true;
    up = up.parent;
  }
  return false;
}

/** True for a list of definitions with anchors, e.g. the functions in the reference of a library. */
const isReference = (list: Element): boolean =>
  list.name === 'dl' &&
  list.children.some(
    (term) => isTag(term) && term.name === 'dt' && (isAnchor(term) || existsOne(isAnchor, term.children)),
  );

/**
 * True for an element that a link can point to: any element with an ID or, in older documents, an `a` element with a
 * name.
 */
const isAnchor = ({ name, attribs }: Element): boolean =>
  attribs.id !== undefined || (name === 'a' && attribs.name !== undefined);

const nodeOf = (page: MeasuredPage, { element }: Unit) => page.segments.elements[element]?.node;

const isList = (page: MeasuredPage, unit: Unit | undefined): boolean =>
  unit?.isWhole === true && /^(?:ul|ol|dl)$/.test(nodeOf(page, unit)?.name ?? '');

function textOf({ segments: { blocks } }: MeasuredPage, { firstBlock, endBlock }: Unit): string {
  if (endBlock - firstBlock > 1) return '';
  const text = blocks[firstBlock]?.text.trim() ?? '';
  return text.length > MAX_CHARS ? '' : text;
}

/** Class names of the boxes in which forums preview linked pages. */
const PREVIEW = /(?:^|[-_\s])(?:onebox|unfurl|link-?preview)(?:[-_\s]|$)/i;
const isPreview = remember((names) => Number(PREVIEW.test(names)));
const MAX_PREVIEW_WORDS = 200;

/**
 * Indexes of the units in link previews. `titles` are the linked titles, one per preview, and `others` are the lines
 * below them.
 */
interface PreviewUnits {
  readonly titles: ReadonlySet<number>;
  readonly others: readonly number[];
}

/** Property of a page that stores its link previews, like `SURVEY` in page-survey.ts. */
const PREVIEWS = Symbol('previews');
type Previewed = MeasuredPage & { [PREVIEWS]?: PreviewUnits };

/** Returns the lines of link previews. The title of a preview is its first line that consists of a link. */
export function previewUnits(page: Previewed): PreviewUnits {
  page[PREVIEWS] ??= findPreviews(page);
  return page[PREVIEWS];
}

function findPreviews(page: MeasuredPage): PreviewUnits {
  const titles = new Set<number>();
  const others: number[] = [];
  const boxes = linkPreviews(page);
  let [at, titled] = [0, -1];
  page.segments.units.forEach(({ firstBlock, isWhole }, i) => {
    while ((boxes[at]?.endBlock ?? Number.POSITIVE_INFINITY) <= firstBlock) at++;
    if (isWhole || firstBlock < (boxes[at]?.firstBlock ?? Number.POSITIVE_INFINITY)) return;
    const { words = 0, linkWords = 0 } = page.segments.blocks[firstBlock] ?? {};
    if (titled === at) others.push(i);
    else if (words > 0 && linkWords >= words) {
      titles.add(i);
      titled = at;
    }
  });
  return { titles, others };
}

/** Returns the outermost previews, in page order. */
function linkPreviews(page: MeasuredPage): readonly PageElement[] {
  const boxes: PageElement[] = [];
  for (const element of page.segments.elements) {
    const { node, firstBlock, endBlock } = element;
    if (firstBlock < (boxes.at(-1)?.endBlock ?? 0) || !isPreview(node.attribs.class ?? '')) continue;
    if (page.wordsBetween(firstBlock, endBlock) <= MAX_PREVIEW_WORDS) boxes.push(element);
  }
  return boxes;
}
