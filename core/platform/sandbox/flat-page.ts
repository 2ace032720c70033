import { compile, type Options } from 'css-select';
import type { AnyNode } from 'domhandler';
import { innerHtml } from '../../contract/page-nodes';
import type { FlatDom } from './flat-dom';
import { columnsOf, lastElement, type NodeColumns, rootKind, textKind } from './flat-fields';
import { rebuildDom } from './rebuild-dom';

/** A node of a flattened page, in the form required by css-select. */
interface PageNode {
  /** Number of the node. */
  readonly at: number;
}

type SearchOptions = Options<PageNode, PageNode>;

/**
 * Searches a flattened page without rebuilding its nodes. Elements and strings are created only when a selector tests
 * them.
 */
export class FlatPage {
  readonly #columns: NodeColumns;
  readonly #nodes: (PageNode | undefined)[];
  /** Child lists that css-select has requested so far, by node number. */
  readonly #lists: (PageNode[] | undefined)[];
  readonly #options: SearchOptions;
  /** All nodes of the page. Created when HTML is first requested. */
  #rebuilt: readonly AnyNode[] | undefined;

  constructor(private readonly dom: FlatDom) {
    this.#columns = columnsOf(dom.nodes);
    const count = this.#columns.kinds.length;
    [this.#nodes, this.#lists] = [new Array(count), new Array(count)];
    this.#options = { adapter: this.#adapter() };
  }

  /**
   * Returns the numbers of the elements below a node that match a CSS selector, in page order. With `isFirst`, returns
   * only the first number. Finds the same elements as css-select's `selectAll`. Throws if the node does not exist.
   */
  select(root: number, selector: string, isFirst: boolean): Int32Array<ArrayBuffer> {
    const { kinds, ends } = this.#columns;
    if (kinds[root] === undefined) throw new Error('There is no such node.');
    const matches = compile(selector, this.#options, this.#children(root));
    const found: number[] = [];
    const end = ends[root] ?? 0;
    for (let at = root + 1, next = at; at < end; at = next) {
      next = at + 1;
      const isElement = (kinds[at] ?? 0) <= lastElement;
      if (isElement && matches(this.#node(at))) {
        found.push(at);
        if (isFirst) break;
      }
      // css-select does not search inside templates or inside nodes that are not elements.
      if (!isElement || this.#elementName(at) === 'template') next = ends[at] ?? end;
    }
    return new Int32Array(found);
  }

  /** Returns the HTML of a node's children. Throws if the node does not exist or cannot have children. */
  html(root: number): string {
    this.#rebuilt ??= rebuildDom(this.dom);
    const node = this.#rebuilt[root];
    if (!node || !('children' in node)) throw new Error('There is no such node.');
    return innerHtml(node);
  }

  #adapter(): SearchOptions['adapter'] {
    const { kinds } = this.#columns;
    return {
      isTag: (node): node is PageNode => (kinds[node.at] ?? 0) <= lastElement,
      getName: ({ at }) => this.#elementName(at),
      getAttributeValue: ({ at }, name) => this.#attribute(at, name),
      hasAttrib: ({ at }, name) => this.#attribute(at, name) !== undefined,
      getChildren: ({ at }) => this.#children(at),
      getParent: ({ at }) => (this.#parent(at) < 0 ? null : this.#node(this.#parent(at))),
      getSiblings: (node) => (this.#parent(node.at) < 0 ? [node] : this.#children(this.#parent(node.at))),
      prevElementSibling: ({ at }) => this.#elementBefore(at),
      getText: ({ at }) => this.#text(at),
      // Only needs to remove duplicates. css-select passes only siblings, so no node contains another.
      removeSubsets: (nodes) => [...new Set(nodes)],
    };
  }

  #node(at: number): PageNode {
    const known = this.#nodes[at];
    if (known) return known;
    const node = { at };
    this.#nodes[at] = node;
    return node;
  }

  #children(parent: number): PageNode[] {
    const known = this.#lists[parent];
    if (known) return known;
    const { ends } = this.#columns;
    const children: PageNode[] = [];
    const end = ends[parent] ?? 0;
    for (let at = parent + 1; at < end; at = ends[at] ?? end) children.push(this.#node(at));
    this.#lists[parent] = children;
    return children;
  }

  /**
   * Returns the closest preceding sibling that is an element. The node at `at - 1` is the preceding sibling or one of
   * its descendants.
   */
  #elementBefore(at: number): PageNode | null {
    const parent = this.#parent(at);
    let one = at - 1;
    while (parent >= 0 && one > parent) {
      while (this.#parent(one) !== parent) one = this.#parent(one);
      if ((this.#columns.kinds[one] ?? 0) <= lastElement) return this.#node(one);
      one--;
    }
    return null;
  }

  #parent(at: number): number {
    return this.#columns.parents[at] ?? -1;
  }

  #elementName(at: number): string {
    return this.dom.names[this.#columns.values[at] ?? 0] ?? '';
  }

  #attribute(at: number, name: string): string | undefined {
    const { attributes, names } = this.dom;
    const { attributeEnds } = this.#columns;
    const end = attributeEnds[at] ?? 0;
    for (let one = attributeEnds[at - 1] ?? 0; one < end; one += 2)
      if (names[attributes[one] ?? 0] === name) return this.#string(attributes[one + 1] ?? 0);
    return undefined;
  }

  /** Returns the text of a node and its descendants, with a line break for `br`, as `getText` of domutils does. */
  #text(root: number): string {
    const { kinds, values, ends } = this.#columns;
    const end = ends[root] ?? 0;
    let text = '';
    for (let at = root, next = at; at < end; at = next) {
      const kind = kinds[at] ?? 0;
      const isBreak = kind <= lastElement && this.#elementName(at) === 'br';
      if (kind === textKind) text += this.#string(values[at] ?? 0);
      else if (isBreak) text += '\n';
      next = isBreak || kind === rootKind ? (ends[at] ?? end) : at + 1;
    }
    return text;
  }

  #string(at: number): string {
    const { ends, text } = this.dom;
    return text.slice(at > 0 ? ends[at - 1] : 0, ends[at]);
  }
}
