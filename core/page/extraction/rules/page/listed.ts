import type { Element } from 'domhandler';
import { isTag } from 'domhandler';
import type { Evidence } from './evidence';
import { elementsIn, findElements, isWithin } from './text-of';

/** Maximum number of levels from a value up to its card. */
const maxLevels = 6;
/** Minimum number of similar elements that count as a list of cards. */
const minCards = 3;

/**
 * Returns a predicate for elements in a list of cards that link to other pages. The values in these cards describe
 * those pages.
 */
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
    for (let level = 0; up && isTag(up) && level < maxLevels; level++) {
      if (up.name === 'body' || (headline && isWithin(headline, up))) return false;
      if (isCard(up)) return true;
      up = up.parent as Element | null;
    }
    return false;
  };
}

/** Returns the children that are cards: similar elements, most of which link to different pages. */
function cardsIn(parent: Element, evidence: Evidence): ReadonlySet<Element> {
  const groups = new Map<string, Element[]>();
  for (const one of elementsIn(parent)) {
    const look = `${one.name}.${firstClass(one)}`;
    const alike = groups.get(look);
    if (alike) alike.push(one);
    else groups.set(look, [one]);
  }
  const cards = [...groups.values()].flatMap((alike) => {
    if (alike.length < minCards) return [];
    const pages = new Map(alike.map((one) => [one, pagesIn(one, evidence)[0]]));
    const leading = alike.filter((one) => pages.get(one) !== undefined);
    const different = new Set(leading.map((one) => pages.get(one))).size;
    return different >= Math.max(minCards, alike.length * 0.7) ? leading : [];
  });
  return new Set(cards);
}

const firstClass = ({ attribs }: Element): string => (attribs.class ?? '').trim().split(/\s+/)[0] ?? '';

/** Returns the URLs of the other pages to which an element links. */
function pagesIn(node: Element, { base, url }: Evidence): readonly string[] {
  const here = URL.parse(url)?.pathname;
  const links = node.name === 'a' ? [node] : findElements(node, ({ name }) => name === 'a', 3);
  return links.flatMap(({ attribs }) => {
    const target = attribs.href === undefined ? null : URL.parse(attribs.href, base);
    return target && /^https?:$/.test(target.protocol) && target.pathname !== here ? [target.href] : [];
  });
}
