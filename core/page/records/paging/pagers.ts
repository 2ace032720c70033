import type { Document, Element } from 'domhandler';
import { atomsOf } from '../../extraction/selectors/candidates';
import { controlSelector, firstMatching } from '../../extraction/selectors/control-selector';
import { currentNumber, numbersIn, type PagePlace } from '../../recipes/page-numbers';
import { isControl, lineOf, namesOf } from './controls';

/** The row of page numbers a control belongs to. */
export interface Pager {
  /** The element around the numbers. */
  readonly outer: Element;
  /** Number of the current page; NaN when it is not marked. */
  readonly current: number;
  /** How many numbers lead to other pages. */
  readonly numbers: number;
  /** True when its class or label says that it leads from page to page. */
  readonly isNamed: boolean;
}

const NAMED = /pagin|pager|page-?nav|page-?numbers|pages\b|seiten|nav-?links|wp-pagenavi|load-?more/i;
/** A row with more numbers is a calendar or a table. */
const mostNumbers = 20;
const maxLevels = 5;

/** Finds rows of page numbers; what lies in an element is looked at once. */
export class Pagers {
  readonly #numbers = new Map<Element, readonly Element[]>();

  constructor(private readonly place: PagePlace) {}

  /** The row of page numbers around a control, if it stands in one. */
  of(control: Element): Pager | undefined {
    for (const outer of lineOf(control, maxLevels + 1).slice(1)) {
      const numbered = this.#numbersIn(outer);
      if (numbered.length > mostNumbers || outer.name === 'main' || outer.name === 'body') return undefined;
      const isNamed = NAMED.test(`${namesOf(outer)} ${outer.attribs['aria-label'] ?? ''}`);
      const links = numbered.filter((one) => lineOf(one, 3).some(isControl));
      if (!isNamed && links.length < 2 && !(links.length === 1 && numbered.length >= 2)) continue;
      return { outer, current: currentNumber(numbered, this.place) ?? Number.NaN, numbers: links.length, isNamed };
    }
    return undefined;
  }

  #numbersIn(outer: Element): readonly Element[] {
    const known = this.#numbers.get(outer);
    if (known) return known;
    const found = numbersIn(outer, mostNumbers + 1);
    this.#numbers.set(outer, found);
    return found;
  }
}

/** A selector of all links or buttons in a row of page numbers, by a name of the row or of what holds nothing else. */
export function selectorOfRow({ outer }: Pager, control: Element, document: Document): string {
  const count = numbersIn(outer, mostNumbers + 1).length;
  const holders = lineOf(outer, 3).filter((one) => numbersIn(one, mostNumbers + 1).length === count);
  const names = (one: Element) => atomsOf(one).map(({ css }) => css);
  const named = holders.flatMap((one) => firstMatching(names(one), one, document) ?? []);
  const { name, attribs } = control;
  const kind = name === 'a' || name === 'button' || !attribs.role ? name : `[role=${attribs.role}]`;
  return `${named[0] ?? controlSelector(outer, document)} ${kind}`;
}
