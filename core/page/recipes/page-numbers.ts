import { type Element, isTag } from 'domhandler';
import { resolveUrl } from '../documents/content/urls';
import { elementsIn, findElements, textOf } from '../extraction/rules/page/text-of';

const PRESENT = /(?:^|[\s_-])(?:current|active|selected|present|aktiv|actual|on|cur)(?:$|[\s_-])/i;
/** Maximum number of levels from a page number up to its link. */
const levels = 3;
const maxNumbers = 100;

/** Returns the number that is the entire text of an element, if any. */
export const numberOf = (element: Element): number | undefined => {
  const text = textOf(element);
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
};

/** Returns up to `max` innermost elements whose text is a number. */
export const numbersIn = (outer: Element, max: number): readonly Element[] =>
  findElements(outer, (one) => elementsIn(one).length === 0 && numberOf(one) !== undefined, max);

/** The URL of a page, and the base URL for its links. */
export interface PagePlace {
  readonly address: string;
  readonly base: string;
}

/**
 * Returns the current number in a row of page numbers: the marked number, else the only number without a link.
 * Otherwise, derives the number from the links: from a link to this page, or from a gap in the numbers.
 */
export function currentNumber(numbered: readonly Element[], place: PagePlace): number | undefined {
  const isMarked = (one: Element): boolean =>
    around(one, 2).some(
      ({ attribs }) =>
        /^(?:page|true)$/.test(attribs['aria-current'] ?? '') ||
        PRESENT.test(attribs.class ?? '') ||
        (attribs.disabled !== undefined && attribs.href === undefined),
    );
  const unlinked = numbered.filter((one) => !around(one, levels).some(leadsOn));
  const current = numbered.find(isMarked) ?? (unlinked.length === 1 ? unlinked[0] : undefined);
  return current ? numberOf(current) : byAddresses(numbered, place);
}

/**
 * Returns the link to the page after the current page. Undefined if there is no such link or the current number is
 * unknown.
 */
export function nextOfNumbers(links: readonly Element[], place: PagePlace): Element | undefined {
  const numbered = links.filter((one) => numberOf(one) !== undefined);
  const row = rowOf(numbered);
  const current = row && currentNumber(numbersIn(row, maxNumbers), place);
  return current === undefined ? undefined : numbered.find((one) => numberOf(one) === current + 1);
}

function byAddresses(numbered: readonly Element[], { address, base }: PagePlace): number | undefined {
  const plain = (url: string): string => url.replace(/#.*/s, '').replace(/\/$/, '');
  const targets = numbered.flatMap((one): readonly { number: number; url: string }[] => {
    const href = around(one, levels).find(leadsOn)?.attribs.href;
    const url = href === undefined ? undefined : resolveUrl(href, base);
    return url === undefined ? [] : [{ number: numberOf(one) ?? 0, url: plain(url) }];
  });
  const own = targets.find(({ url }) => url === plain(address));
  if (own) return own.number;
  const [first] = targets;
  if (first?.number === 2 || (first?.number === 1 && first.url.startsWith(plain(address)))) return 1;
  const gaps = targets.filter(({ number }, at) => number === (targets[at - 1]?.number ?? number) + 2);
  return gaps.length === 1 && gaps[0] ? gaps[0].number - 1 : undefined;
}

/** Returns the nearest common ancestor of the elements. */
function rowOf([first, ...others]: readonly Element[]): Element | undefined {
  return first && around(first, 8).find((one) => others.every((other) => around(other, 8).includes(one)));
}

const leadsOn = ({ name, attribs }: Element): boolean =>
  (name === 'a' && attribs.href !== undefined) || name === 'button' || /^(?:button|link)$/.test(attribs.role ?? '');

/** Returns an element and its ancestors, innermost first, limited to `max` elements. */
function around(element: Element, max: number): readonly Element[] {
  const found: Element[] = [];
  for (let up: Element['parent'] = element; up && isTag(up as Element) && found.length < max; up = up.parent)
    found.push(up as Element);
  return found;
}
