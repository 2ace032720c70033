import { _compileUnsafe } from 'css-select';
import { type AnyNode, type Document, type Element, isTag, type ParentNode } from 'domhandler';
import type { Evidence } from '../extraction/rules/page/evidence';
import { findElements } from '../extraction/rules/page/text-of';

type Query = ReturnType<typeof _compileUnsafe<AnyNode, Element>>;

/** A compiled selector and the class that all of its matches have, if known. */
interface CompiledSelector {
  readonly query: Query;
  readonly className: string | undefined;
}

/** Elements of a page in document order. Finds a selector's matches within a record without a tree walk. */
export class PageElements {
  readonly #compiled = new Map<string, CompiledSelector>();
  readonly #all: readonly Element[];
  readonly #places: ReadonlyMap<ParentNode, number>;
  readonly #byClass = new Map<string, Element[]>();

  constructor(private readonly document: Document) {
    this.#all = findElements(document, () => true, Number.POSITIVE_INFINITY);
    this.#places = new Map(this.#all.map((one, at) => [one, at]));
    const classesOf = new Map<string, ReadonlySet<string>>();
    for (const element of this.#all) {
      const { class: written } = element.attribs;
      if (written === undefined) continue;
      const classes = classesOf.get(written) ?? new Set(written.split(/\s+/));
      classesOf.set(written, classes);
      for (const name of classes) {
        const known = this.#byClass.get(name);
        if (known) known.push(element);
        else this.#byClass.set(name, [element]);
      }
    }
  }

  /** Returns a compiled selector from the cache. The selector must not contain `:scope`. */
  compiled(selector: string): CompiledSelector {
    const known = this.#compiled.get(selector);
    if (known) return known;
    const compiled = { query: _compileUnsafe<AnyNode, Element>(selector), className: classOf(selector) };
    this.#compiled.set(selector, compiled);
    return compiled;
  }

  /** Returns the position of an element on the page, or 0 for an element of another page. */
  placeOf(element: ParentNode): number {
    return this.#places.get(element) ?? 0;
  }

  /** Returns the elements inside a node that may match a selector, in document order. */
  mayMatch({ className }: CompiledSelector, root: ParentNode): readonly Element[] {
    const some = className === undefined ? this.#all : (this.#byClass.get(className) ?? []);
    if (root === this.document) return some;
    const first = this.#places.get(root);
    if (first === undefined) return findElements(root, () => true, Number.POSITIVE_INFINITY);
    const last = this.#places.get(lastIn(root)) ?? first;
    if (className === undefined) return some.slice(first + 1, last + 1);
    return some.slice(this.#countUpTo(first, some), this.#countUpTo(last, some));
  }

  /** Returns the number of elements whose position is at most `place`. The elements must be in document order. */
  #countUpTo(place: number, elements: readonly Element[]): number {
    let [low, high] = [0, elements.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.placeOf(elements[middle] as Element) <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Returns the elements of a page. Call it through `evidence.once`, which caches the result. */
export const pageElements = ({ document }: Evidence): PageElements => new PageElements(document);

/** Returns the last element inside a node, or the node itself. */
function lastIn(root: ParentNode): ParentNode {
  let last = root;
  // Does not recurse, because some pages nest elements thousands of levels deep.
  for (let next: ParentNode | undefined = root; next; next = next.children.findLast(isTag)) last = next;
  return last;
}

/** Returns the class at the end of a selector. Undefined for a selector list, or if the selector ends differently. */
const classOf = (selector: string): string | undefined =>
  selector.includes(',') ? undefined : /(?:^|[^\\])\.([a-z_][\w-]*)$/i.exec(selector)?.[1];
