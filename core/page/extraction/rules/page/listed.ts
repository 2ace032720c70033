import type { Element } from 'domhandler';
import { isTag } from 'domhandler';
import type { Evidence } from './evidence';
import { elementsIn, findElements, isWithin } from './text-of';

/** Cards of a list are not deeper than this around their values. */
const mostLevels = 6;
/** So many cards make a list. */
const fewest = 3;

/** Tells whether an element stands in one of several like cards that each lead to a page of their own: what a card says is not said of the page. */
export function listedOn(evidence: Evidence): (node: Element) => boolean {
  const { headline } = evidence.view;
  const known = new Map<Element, ReadonlySet<Element>>();
  const isCard = (node: Element): boolean => {
    const { parent } = node;
    if (!parent || !isTag(parent)) return false;
    const cards = known.get(parent) ?? cardsIn(parent, evidence);
    known.set(parent, cards);
    return cards.has(node);
  };
  return (node) => {
    let up: Element | null = node;
    for (let level = 0; up && isTag(up) && level < mostLevels; level++) {
      if (up.name === 'body' || (headline && isWithin(headline, up))) return false;
      if (isCard(up)) return true;
      up = up.parent as Element | null;
    }
    return false;
  };
}

/** The children of an element that are cards: alike, and most of them lead to a page of their own. */
function cardsIn(parent: Element, evidence: Evidence): ReadonlySet<Element> {
  const groups = new Map<string, Element[]>();
  for (const one of elementsIn(parent)) {
    const look = `${one.name}.${firstClass(one)}`;
    const alike = groups.get(look);
    if (alike) alike.push(one);
    else groups.set(look, [one]);
  }
  const cards = [...groups.values()].flatMap((alike) => {
    if (alike.length < fewest) return [];
    const pages = new Map(alike.map((one) => [one, pagesIn(one, evidence)[0]]));
    const leading = alike.filter((one) => pages.get(one) !== undefined);
    const different = new Set(leading.map((one) => pages.get(one))).size;
    return different >= Math.max(fewest, alike.length * 0.7) ? leading : [];
  });
  return new Set(cards);
}

const firstClass = ({ attribs }: Element): string => (attribs.class ?? '').trim().split(/\s+/)[0] ?? '';

/** Paths of the pages that links of an element lead to, apart from this page. */
function pagesIn(node: Element, { base, url }: Evidence): readonly string[] {
  const here = URL.parse(url)?.pathname;
  const links = node.name === 'a' ? [node] : findElements(node, ({ name }) => name === 'a', 3);
  return links.flatMap(({ attribs }) => {
    const target = attribs.href === undefined ? null : URL.parse(attribs.href, base);
    return target && /^https?:$/.test(target.protocol) && target.pathname !== here ? [target.href] : [];
  });
}
