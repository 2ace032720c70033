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
  const known = new Map<Element, boolean>();
  const isCard = (node: Element): boolean => {
    const found = known.get(node);
    if (found !== undefined) return found;
    const is = isOneOfMany(node, evidence);
    known.set(node, is);
    return is;
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

function isOneOfMany(node: Element, evidence: Evidence): boolean {
  if (!node.parent || pagesIn(node, evidence).length === 0) return false;
  const alike = elementsIn(node.parent).filter((one) => one.name === node.name && looksLike(one, node));
  if (alike.length < fewest) return false;
  const first = alike.map((one) => pagesIn(one, evidence)[0]).filter((page) => page !== undefined);
  return new Set(first).size >= Math.max(fewest, alike.length * 0.7);
}

const looksLike = (one: Element, other: Element): boolean => firstClass(one) === firstClass(other);

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
