import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import { RecentTexts } from '../../common/values/recent-texts';
import { findElements } from '../extraction/rules/page/text-of';
import { isStableClass } from '../extraction/selectors/stable-names';

/** A record: usually one element, otherwise several consecutive siblings. */
export type PickedRecord = readonly Element[];

/** The structure of an element, reduced to the features that distinguish kinds of elements. */
export interface Shape {
  /** Tag paths up to five levels deep, e.g. `a>img`. */
  readonly paths: ReadonlySet<string>;
  /**
   * Paths to text, images, videos and input fields, except in repeated parts. Children with the same tag are numbered.
   */
  readonly leaves: ReadonlySet<string>;
}

const maxDepth = 5;
/** A class with more elements than this is not used to find similar elements. */
const maxOfClass = 1000;
const UNSHOWN = new Set(['script', 'style', 'template', 'noscript', 'link', 'meta', 'br', 'hr', 'wbr', 'svg']);
/** Tags of inline markup, which is ignored because it varies between records. */
const MARKS = new Set(['b', 'strong', 'i', 'em', 'u', 'mark', 'small', 'sub', 'sup', 'abbr', 'code']);

/** Returns the visible child elements. */
export const shownElements = (node: Element): readonly Element[] =>
  node.children.filter((child): child is Element => isTag(child) && !UNSHOWN.has(child.name) && !isHiddenInput(child));

const isHiddenInput = ({ name, attribs }: Element): boolean =>
  name === 'input' && attribs.type?.toLowerCase() === 'hidden';

/** Computes shapes and caches them. The page must not change. */
export class Shapes {
  readonly #known = new WeakMap<Element, Shape>();
  readonly #paths = new WeakMap<Element, ReadonlySet<string>>();
  /** Cached path sets. Equal sets share one object, because most compared elements have the same structure. */
  readonly #shared = new Map<string, ReadonlySet<string>>();
  readonly #made = new Map<unknown, WeakMap<Element, unknown>>();
  #byClass: ReadonlyMap<string, readonly Element[]> | undefined;

  /** Calls a function only once per element and caches the result. */
  once<T>(element: Element, make: (element: Element, shapes: Shapes) => T): T {
    let made = this.#made.get(make);
    if (!made) {
      made = new WeakMap();
      this.#made.set(make, made);
    }
    const known = made.get(element);
    if (known !== undefined || made.has(element)) return known as T;
    const value = make(element, this);
    made.set(element, value);
    return value;
  }

  /**
   * Returns the first element of each kind. Elements with the same tag paths are of the same kind. All given elements
   * must have the same tag.
   */
  kindsAmong(elements: readonly Element[]): readonly Element[] {
    const seen = new Set<ReadonlySet<string>>();
    return elements.filter((one) => {
      const paths = this.#pathsOf(one);
      return seen.size < seen.add(paths).size;
    });
  }

  /**
   * Returns the elements that have the same tag and first stable class as `element`, in page order. For an article
   * without a stable class, returns all articles. Empty for other elements without a stable class.
   */
  withClassOf(element: Element): readonly Element[] {
    const [name] = stableClasses(element);
    if (name === undefined && element.name !== 'article') return [];
    this.#byClass ??= byClass(pageOf(element));
    const found = this.#byClass.get(name === undefined ? element.name : `${element.name}.${name}`) ?? [];
    return found.length > maxOfClass ? [] : found;
  }

  of(element: Element): Shape {
    const known = this.#known.get(element);
    if (known) return known;
    const shape = { paths: this.#pathsOf(element), leaves: this.#leavesOf(element) };
    this.#known.set(element, shape);
    return shape;
  }

  #pathsOf(element: Element): ReadonlySet<string> {
    const known = this.#paths.get(element);
    if (known) return known;
    const own = pathsOf(element);
    const key = [...own].sort().join(' ');
    const paths = this.#shared.get(key) ?? own;
    this.#shared.set(key, paths);
    this.#paths.set(element, paths);
    return paths;
  }

  /**
   * Returns the similarity of two elements, 0–1: the mean of the overlap coefficient and the Dice coefficient of their
   * tag paths. Returns 0 for elements with different tags.
   */
  likeness(one: Element, other: Element): number {
    if (one.name !== other.name) return 0;
    return this.#pathLikeness(one, other);
  }

  #pathLikeness(one: Element, other: Element): number {
    const [a, b] = [this.#pathsOf(one), this.#pathsOf(other)];
    if (a === b) return 1;
    if (a.size === 0 || b.size === 0) return a.size === b.size ? 1 : 0.5;
    let shared = 0;
    for (const path of a) if (b.has(path)) shared++;
    return (shared / Math.min(a.size, b.size) + (2 * shared) / (a.size + b.size)) / 2;
  }

  /** Returns the children that are separate records: at least three of the same kind. */
  #repeatedIn(children: readonly Element[]): ReadonlySet<Element> {
    const kinds = new Map<string, Element[]>();
    for (const child of children) {
      const kind = LISTED.has(child.name) ? child.name : `${child.name}.${child.attribs.class ?? ''}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), child]);
    }
    const repeated = [...kinds.values()].filter(
      ([first, ...rest]) => first && rest.length >= 2 && rest.every((one) => this.#pathLikeness(first, one) >= 0.62),
    );
    return new Set(repeated.flat());
  }

  #leavesOf(element: Element): ReadonlySet<string> {
    const leaves = new Set<string>();
    const isRow = element.name === 'tr' || isRowOfCells(element);
    const visit = (node: Element, path: string, depth: number) => {
      if (isLeaf(node)) leaves.add(path);
      if (depth === maxDepth + 1) return;
      const children = shownElements(node);
      const repeated = isRow && depth === 0 ? new Set<Element>() : this.#repeatedIn(children);
      const places = new Map<string, number>();
      for (const child of children) {
        if (repeated.has(child) || isLikeOuter(child, element)) continue;
        const place = (places.get(child.name) ?? 0) + 1;
        places.set(child.name, place);
        // A wrapper around a single element is not counted as a level.
        const isWrapper = children.length === 1 && !isLeaf(node);
        visit(child, MARKS.has(child.name) ? path : `${path}>${child.name}${place}`, isWrapper ? depth : depth + 1);
      }
    };
    visit(element, '', 0);
    return leaves;
  }
}

function pageOf(element: Element): ParentNode {
  let top: ParentNode = element;
  while (top.parent) top = top.parent;
  return top;
}

function byClass(page: ParentNode): ReadonlyMap<string, readonly Element[]> {
  const found = new Map<string, Element[]>();
  const add = (key: string, element: Element): void => {
    const known = found.get(key);
    if (known) known.push(element);
    else found.set(key, [element]);
  };
  for (const element of findElements(page, () => true, Number.POSITIVE_INFINITY)) {
    if (element.name === 'article') add(element.name, element);
    for (const name of new Set(stableClasses(element))) add(`${element.name}.${name}`, element);
  }
  return found;
}

/** True for a nested element of the same kind, e.g. a reply inside a post. Such an element is a separate record. */
const isLikeOuter = (inner: Element, outer: Element): boolean =>
  inner.name === outer.name &&
  (LISTED.has(inner.name) || (inner.attribs.class ?? '') !== '') &&
  inner.attribs.class === outer.attribs.class;

const LISTED = new Set(['li', 'tr', 'option']);

/** True for an element that contains a value: a text, an image, a video or an input field. */
export const isLeaf = (node: Element): boolean =>
  node.name === 'img' ||
  node.name === 'input' ||
  node.name === 'video' ||
  node.children.some((child) => isText(child) && child.data.trim() !== '');

function pathsOf(element: Element): ReadonlySet<string> {
  const paths = new Set<string>();
  const visit = (node: Element, path: string, depth: number) => {
    for (const child of shownElements(node)) {
      if (MARKS.has(child.name)) {
        visit(child, path, depth);
        continue;
      }
      const inner = `${path}>${child.name}`;
      paths.add(inner);
      if (depth < maxDepth) visit(child, inner, depth + 1);
    }
  };
  visit(element, '', 1);
  return paths;
}

/** True for a table-like row without table markup: similar elements side by side, each with one text value. */
function isRowOfCells(element: Element): boolean {
  const children = shownElements(element);
  const [first] = children;
  if (!first || children.length < 2 || children.length > 30) return false;
  if (LISTED.has(first.name) && !isAmongLike(element, children.length)) return false;
  return children.every((child) => child.name === first.name && findElements(child, () => true, 3).length <= 2);
}

/**
 * True for a list whose siblings are mostly lists of the same length. In that case, the items of the list are the cells
 * of a row.
 */
function isAmongLike(element: Element, count: number): boolean {
  const siblings = asElement(element.parent) ? shownElements(element.parent as Element) : [];
  const like = siblings.filter((one) => one.name === element.name && shownElements(one).length === count);
  return like.length >= 3 && like.length >= siblings.length * 0.8;
}

/** Returns the meaningful classes of an element, without classes that build tools generate. */
export const stableClasses = ({ attribs }: Element): readonly string[] =>
  knownClasses.of(attribs.class ?? '', splitClasses);

const knownClasses = new RecentTexts<readonly string[]>();

const splitClasses = (text: string): readonly string[] => text.split(/\s+/).filter((name) => isStableClass(name));

/** True for two elements that share a stable class. */
export function haveCommonClass(one: Element, other: Element): boolean {
  const classes = stableClasses(other);
  return stableClasses(one).some((name) => classes.includes(name));
}

/** Returns a node if it is an element, else undefined. */
export const asElement = (node: unknown): Element | undefined =>
  node !== null && node !== undefined && isTag(node as Element) ? (node as Element) : undefined;
