import { _compileUnsafe, selectAll } from 'css-select';
import render from 'dom-serializer';
import { type AnyNode, type Element, isTag, type ParentNode } from 'domhandler';
import type { RecipeField, RecipeSource } from '../../common/recipe';
import { type MarkupItem, plainValue, valuesAt } from '../../contract/markup-item';
import { searchPattern } from '../../contract/search-pattern';
import { resolveUrl } from '../documents/content/urls';
import { mainItems } from '../extraction/rules/find/main-item';
import { pictureAddress } from '../extraction/rules/find/page-finders';
import { excerptOf, type Sighting } from '../extraction/rules/find/sighting';
import { labelKey } from '../extraction/rules/lexicon/words';
import { askingPricesAt } from '../extraction/rules/markup/listed-prices';
import { stateValueAt } from '../extraction/rules/markup/state-paths';
import type { Evidence } from '../extraction/rules/page/evidence';
import { OUTSIDE } from '../extraction/rules/page/flags';
import { originalOf, wholeRow } from '../extraction/rules/page/spanned-rows';
import { elementsIn, findElement, isWithin, textOf } from '../extraction/rules/page/text-of';
import type { Field } from '../extraction/rules/schema/field';
import { type PageElements, pageElements } from './page-elements';

/**
 * Maximum length, in characters, of text that is matched against a user's pattern. The pattern may be slow on longer
 * text.
 */
const maxPatternChars = 2000;
/** Maximum number of values per field in one record. */
const maxElements = 500;
/** Maximum number of elements that a selector may match on a page. Equal to the maximum number of rows. */
const maxOnPage = 20_000;

/** Maximum number of matches before a record that are searched for one that does not contain the record. */
const maxAround = 20;

/** Matches a selector that consists only of child steps. Each step has a tag, classes or a position. */
const CHILD_STEPS = /^:scope(?: *> *(?=[\w.:])[\w-]*(?:\.[\w-]+|:nth-[a-z-]+\(\d+\)|:(?:first|last|only)-[a-z-]+)*)+$/;

type LabelPair = Evidence['pairs'][number];

/** Reads the sources of recipe fields on one page. */
export class SourceReader {
  /** Cached matches of each selector on the page. */
  readonly #onPage = new Map<string, readonly Element[]>();
  /** Labelled values, keyed by label and then by each element that contains them. */
  readonly #labels = new Map<string, ReadonlyMap<ParentNode, readonly LabelPair[]>>();
  readonly #patterns = new Map<string, RegExp>();
  #main: readonly MarkupItem[] | undefined;
  #nested: ReadonlySet<ParentNode> | undefined;

  /** `fields` determines the main markup item: the item that best fits these fields. */
  constructor(
    readonly evidence: Evidence,
    private readonly fields: readonly Field[],
  ) {}

  /** Registers nested records, so that an outer record does not include the values of inner records. */
  nest(records: readonly ParentNode[]): void {
    this.#nested = new Set(records);
  }

  /** True for a source whose values depend only on the page and the record. */
  isCacheable({ markup, state }: RecipeSource): boolean {
    return markup === undefined && state === undefined && this.#nested === undefined;
  }

  /** Markup items that may be the subject of the page, most probable first. */
  get mainThings(): readonly MarkupItem[] {
    this.#main ??= mainItems(this.evidence, this.fields);
    return this.#main;
  }

  /** Returns all values that a source yields within a record or page, in page order. */
  sightings(source: RecipeSource, type: RecipeField['type'], root: ParentNode): readonly Sighting[] {
    const found = this.#found(source, type, root);
    if (source.pattern === undefined) return found;
    const pattern = this.#pattern(source.pattern);
    return found.flatMap((one) => matched(one, pattern));
  }

  /**
   * Returns a selector's matches in a record or page. For a table row, the matches include cells that extend into the
   * row from rows above.
   */
  elements(selector: string, root: ParentNode): readonly Element[] {
    if (!isTag(root as Element)) return selector === ':scope' ? [] : this.#matches(selector, root).slice(0, maxOnPage);
    if (selector === ':scope') return [root as Element];
    // Sibling selectors must start at the original row, because the copy that `wholeRow` creates is not part of the
    // document tree.
    const whole = selector.startsWith(':scope +') ? (root as Element) : wholeRow(root as Element);
    const found = this.#matches(selector, whole).slice(0, maxElements);
    return whole === root ? found : [...new Set(found.map(originalOf))];
  }

  #matches(selector: string, root: ParentNode): readonly Element[] {
    // `:scope` depends on the record, so a selector with `:scope` is not compiled for the entire page.
    const found = selector.includes(':scope')
      ? (this.#children(selector, root) ?? matchesBeside(selector, root) ?? selectAll<AnyNode, Element>(selector, root))
      : this.#selected(selector, root);
    return this.#nested?.has(root) ? found.filter((element) => this.#recordOf(element) === root) : found;
  }

  get #page(): PageElements {
    return this.evidence.once(pageElements);
  }

  #selected(selector: string, root: ParentNode): readonly Element[] {
    const compiled = this.#page.compiled(selector);
    const { query } = compiled;
    if (query.shouldTestNextSiblings) return selectAll<AnyNode, Element>(query, root);
    return this.#page.mayMatch(compiled, root).filter((element) => query(element));
  }

  /**
   * Returns the matches of a selector such as `:scope > dd > a`, in which each `>` moves to the children. Undefined for
   * any other selector. Without this method, css-select would parse the selector again for each record.
   */
  #children(selector: string, root: ParentNode): readonly Element[] | undefined {
    const [start, ...steps] = CHILD_STEPS.test(selector) ? selector.split('>').map((step) => step.trim()) : [];
    if (start === undefined || !isTag(root as Element)) return undefined;
    return steps.reduce<readonly Element[]>(
      (holders, step) => {
        const { query } = this.#page.compiled(step);
        return holders.flatMap((holder) => elementsIn(holder).filter((one) => query(one)));
      },
      [root as Element],
    );
  }

  /**
   * Returns the cached RegExp for a pattern. Each pattern has only one RegExp object, because slow searches are counted
   * per object.
   */
  #pattern(source: string): RegExp {
    const known = this.#patterns.get(source) ?? new RegExp(source, 'u');
    this.#patterns.set(source, known);
    return known;
  }

  #recordOf(element: Element): ParentNode | null {
    let up: ParentNode | null = element;
    while (up && !this.#nested?.has(up)) up = up.parent;
    return up;
  }

  #found(source: RecipeSource, type: RecipeField['type'], root: ParentNode): readonly Sighting[] {
    const { selector, attribute, before, markup, path, state, label, address } = source;
    if (selector !== undefined) {
      const nodes = before ? [this.before(selector, root) ?? []].flat() : this.elements(selector, root);
      return nodes.flatMap((node) => this.#sightingAt(node, attribute, type));
    }
    if (markup !== undefined && path !== undefined) return this.#inMarkup(markup, path, type);
    if (state !== undefined) return this.#inState(state);
    if (label !== undefined) return this.#labelled(label, root);
    const { url } = this.evidence;
    return address ? [{ raw: url, weight: 1, kind: 'address', node: undefined, excerpt: excerptOf(url) }] : [];
  }

  /** Returns the last match of a selector before a record. */
  before(selector: string, root: ParentNode): Element | undefined {
    const matches = this.#onPage.get(selector) ?? this.#matches(selector, this.evidence.document);
    this.#onPage.set(selector, matches);
    const at = this.#page.placeOf(originalOf(root as Element));
    let [low, high] = [0, matches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#page.placeOf(matches[middle] as Element) < at) low = middle + 1;
      else high = middle;
    }
    // Skips the record's ancestors, because they contain the record instead of preceding it.
    return matches.slice(Math.max(0, low - maxAround), low).findLast((one) => !isWithin(root, one));
  }

  /** Reads an attribute of an element. If no attribute is given, reads the default content for the field type. */
  #sightingAt(node: Element, attribute: string | undefined, type: RecipeField['type']): readonly Sighting[] {
    const said = attribute === undefined ? standardText(node, type) : node.attribs[attribute.toLowerCase()];
    if (said === undefined || said.trim() === '') return [];
    // `list.com` is a website in text, but a relative file name in a link.
    const isAddress = attribute === undefined ? type === 'link' || type === 'image' : /^(?:href|src)$/i.test(attribute);
    const raw = isAddress ? (resolveUrl(said, this.evidence.base) ?? said) : said;
    const kind = node.name === 'meta' ? 'meta' : attribute === undefined ? 'text' : 'attribute';
    return [{ raw, weight: 1, kind, node, excerpt: excerptOf(said) }];
  }

  /** Reads the property at `path` from the likeliest main item of type `thing` in the page's markup. */
  #inMarkup(thing: string, path: string, type: RecipeField['type']): readonly Sighting[] {
    const item = this.mainThings.find(({ types }) => types.includes(thing.toLowerCase()));
    if (!item) return [];
    return (type === 'price' ? askingPricesAt : valuesAt)(item, path).flatMap((value) => {
      const raw = plainValue(value);
      if (raw === undefined || raw === '') return [];
      const excerpt = excerptOf(`${path}: ${raw}`);
      return [{ raw, weight: 1, kind: item.kind, node: value.node, excerpt }];
    });
  }

  #inState(path: string): readonly Sighting[] {
    const found = stateValueAt(this.evidence, path);
    return found
      ? [{ raw: found.raw, weight: 1, kind: 'state', node: found.node, excerpt: excerptOf(`${path}: ${found.raw}`) }]
      : [];
  }

  #labelled(label: string, root: ParentNode): readonly Sighting[] {
    const pairs = this.#pairsOf(labelKey(label)).get(root) ?? [];
    const own = pairs.filter(({ flags }) => !(flags & OUTSIDE));
    const [pair] = own.length > 0 ? own : pairs;
    if (!pair) return [];
    const excerpt = excerptOf(`${pair.label}: ${pair.value}`);
    return [{ raw: pair.value, weight: 1, kind: pair.kind, node: pair.node, excerpt }];
  }

  /**
   * Maps elements to the values inside them that have the given label. Without this map, all labels on the page would
   * be searched for each record.
   */
  #pairsOf(key: string): ReadonlyMap<ParentNode, readonly LabelPair[]> {
    const known = this.#labels.get(key);
    if (known) return known;
    const within = new Map<ParentNode, LabelPair[]>();
    for (const pair of this.evidence.pairs) {
      if (pair.key !== key) continue;
      for (let up: AnyNode | null = pair.node; up; up = up.parent) {
        const inside = within.get(up as ParentNode);
        if (inside) inside.push(pair);
        else within.set(up as ParentNode, [pair]);
      }
    }
    this.#labels.set(key, within);
    return within;
  }
}

/**
 * Returns the matches of a selector such as `:scope + dd a`, in which each `+` moves to the next sibling. Undefined for
 * any other selector. Without this function, css-select would search all following siblings for each record.
 */
function matchesBeside(selector: string, root: ParentNode): readonly Element[] | undefined {
  if (!/^:scope *\+[^,~]*$/.test(selector) || !isTag(root as Element)) return undefined;
  const reached: Element[] = [];
  const steps = selector.split('+').length - 1;
  for (let next = root.nextSibling; next && reached.length < steps; next = next.nextSibling)
    if (isTag(next)) reached.push(next);
  const query = _compileUnsafe<AnyNode, Element>(selector, undefined, [root]);
  return selectAll<AnyNode, Element>((element) => query(element), reached);
}

/** Depending on the field type, returns an element's text or HTML, the URL of a link, or the file URL of an image. */
function standardText(node: Element, type: RecipeField['type']): string | undefined {
  if (type === 'link') {
    const link = node.attribs.href === undefined ? findElement(node, ({ attribs }) => 'href' in attribs) : node;
    return link?.attribs.href;
  }
  if (type === 'image') {
    const image = node.name === 'img' ? node : findElement(node, ({ name }) => name === 'img');
    return image && pictureAddress(image.attribs);
  }
  return type === 'html' ? render(node.children, { encodeEntities: 'utf8', emptyAttrs: true }).trim() : textOf(node);
}

function matched(sighting: Sighting, pattern: RegExp): readonly Sighting[] {
  const found = searchPattern(pattern, String(sighting.raw).slice(0, maxPatternChars));
  const raw = found?.[1] ?? found?.[0];
  return raw === undefined || raw === '' ? [] : [{ ...sighting, raw }];
}
