import type { Element } from 'domhandler';
import { elementsIn, findElements, textOf } from '../models/rules/page/text-of';
import { isControl, lineOf, namesOf } from './controls';

/** The row of page numbers a control belongs to. */
export interface Pager {
  /** Number of the current page; NaN when it is not marked. */
  readonly current: number;
  /** How many numbers lead to other pages. */
  readonly numbers: number;
  /** True when its class or label says that it leads from page to page. */
  readonly isNamed: boolean;
}

const NAMED = /pagin|pager|page-?nav|page-?numbers|pages\b|seiten|nav-?links|wp-pagenavi|load-?more/i;
const PRESENT = /(?:^|[\s_-])(?:current|active|selected|present|aktiv|actual|on|cur)(?:$|[\s_-])/i;
/** A row with more numbers is a calendar or a table. */
const mostNumbers = 20;
const maxLevels = 5;

/** The number a control or a mark of a page consists of. */
export const numberOf = (element: Element): number | undefined => {
  const text = textOf(element);
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
};

/** Finds rows of page numbers; what lies in an element is looked at once. */
export class Pagers {
  readonly #numbers = new Map<Element, readonly Element[]>();

  /** The row of page numbers around a control, if it stands in one. */
  of(control: Element): Pager | undefined {
    for (const outer of lineOf(control, maxLevels + 1).slice(1)) {
      const numbered = this.#numbersIn(outer);
      if (numbered.length > mostNumbers || outer.name === 'main' || outer.name === 'body') return undefined;
      const isNamed = NAMED.test(`${namesOf(outer)} ${outer.attribs['aria-label'] ?? ''}`);
      const links = numbered.filter((one) => lineOf(one, 3).some(isControl));
      if (!isNamed && links.length < 2 && !(links.length === 1 && numbered.length >= 2)) continue;
      return { current: presentOf(numbered), numbers: links.length, isNamed };
    }
    return undefined;
  }

  #numbersIn(outer: Element): readonly Element[] {
    const known = this.#numbers.get(outer);
    if (known) return known;
    const isNumber = (one: Element): boolean => elementsIn(one).length === 0 && numberOf(one) !== undefined;
    const found = findElements(outer, isNumber, mostNumbers + 1);
    this.#numbers.set(outer, found);
    return found;
  }
}

function presentOf(numbered: readonly Element[]): number {
  const isMarked = (one: Element): boolean =>
    lineOf(one, 2).some(
      ({ attribs }) => /^(?:page|true)$/.test(attribs['aria-current'] ?? '') || PRESENT.test(attribs.class ?? ''),
    );
  const unlinked = numbered.filter((one) => !lineOf(one, 3).some(isControl));
  const present = numbered.find(isMarked) ?? (unlinked.length === 1 ? unlinked[0] : undefined);
  return (present && numberOf(present)) ?? Number.NaN;
}
