import type { FlatDom } from './flat-dom';
import { columnsOf, lastElement } from './flat-fields';
import { FlatPage } from './flat-page';

/** Total sizes of all previously opened pages, which are added to the indexes in a page's arrays. */
interface Offsets {
  readonly nodes: number;
  readonly attributes: number;
  readonly strings: number;
  readonly chars: number;
  readonly names: number;
}

interface OpenPage {
  /** Created when the page is first searched or rendered. */
  page?: FlatPage;
  readonly dom: FlatDom;
  readonly offsets: Offsets;
}

/**
 * Pages that a plugin has opened in a call. The guest concatenates their arrays, so the indexes of each page continue
 * those of the previous page.
 */
export class OpenPages {
  readonly #pages: OpenPage[] = [];

  /** Opens a page. Returns it with indexes that continue those of the previously opened page. */
  open(dom: FlatDom): FlatDom {
    const before = this.#pages.at(-1);
    const offsets = before ? offsetsAfter(before) : { nodes: 0, attributes: 0, strings: 0, chars: 0, names: 0 };
    this.#pages.push({ dom, offsets });
    return before ? shifted(dom, offsets) : dom;
  }

  /** Returns the numbers of the elements below a node that match a CSS selector. Throws if the node does not exist. */
  select(at: number, selector: string, isFirst: boolean): Int32Array<ArrayBuffer> {
    const { page, offsets } = this.#pageOf(at);
    return page.select(at - offsets.nodes, selector, isFirst).map((one) => one + offsets.nodes);
  }

  /** Returns the HTML of a node's children. Throws if the node does not exist or cannot have children. */
  html(at: number): string {
    const { page, offsets } = this.#pageOf(at);
    return page.html(at - offsets.nodes);
  }

  #pageOf(at: number): { readonly page: FlatPage; readonly offsets: Offsets } {
    const found = this.#pages.findLast(({ offsets }) => offsets.nodes <= at);
    if (!found) throw new Error('There is no such node.');
    found.page ??= new FlatPage(found.dom);
    return { page: found.page, offsets: found.offsets };
  }
}

const offsetsAfter = ({ dom, offsets }: OpenPage): Offsets => ({
  nodes: offsets.nodes + columnsOf(dom.nodes).kinds.length,
  attributes: offsets.attributes + dom.attributes.length,
  strings: offsets.strings + dom.ends.length,
  chars: offsets.chars + dom.text.length,
  names: offsets.names + dom.names.length,
});

/** Returns a copy of a page with all numbers increased by the offsets. */
function shifted(dom: FlatDom, offsets: Offsets): FlatDom {
  const nodes = dom.nodes.slice();
  const { kinds, values, parents, ends, attributeEnds, texts } = columnsOf(nodes);
  for (const [at, kind] of kinds.entries())
    values[at] = (values[at] ?? 0) + (kind <= lastElement ? offsets.names : offsets.strings);
  add(ends, offsets.nodes);
  add(attributeEnds, offsets.attributes);
  for (const [at, parent] of parents.entries()) if (parent >= 0) parents[at] = parent + offsets.nodes;
  for (const [at, text] of texts.entries()) texts[at] = text < 0 ? text - offsets.chars : text + offsets.chars;
  return {
    nodes,
    attributes: dom.attributes.map((one, at) => one + (at % 2 === 0 ? offsets.names : offsets.strings)),
    ends: dom.ends.map((one) => one + offsets.chars),
    text: dom.text,
    names: dom.names,
  };
}

function add(numbers: Int32Array, offset: number): void {
  for (let at = 0; at < numbers.length; at++) numbers[at] = (numbers[at] ?? 0) + offset;
}
