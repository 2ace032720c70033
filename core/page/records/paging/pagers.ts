import type { Document, Element } from 'domhandler';
import { atomsOf } from '../../extraction/selectors/candidates';
import { controlSelector, firstMatching } from '../../extraction/selectors/control-selector';
import { currentNumber, numbersIn, type PagePlace } from '../../recipes/page-numbers';
import { isControl, lineOf, namesOf } from './controls';

/** A row of page numbers that contains a control. */
export interface Pager {
  /** Element that contains the page numbers. */
  readonly outer: Element;
  /** Current page number, or NaN if unknown. */
  readonly current: number;
  /** Number of links to other pages. */
  readonly numbers: number;
  /** True if the class or label of the row indicates pagination. */
  readonly isNamed: boolean;
}

const NAMED = /pagin|pager|page-?nav|page-?numbers|pages\b|seiten|nav-?links|wp-pagenavi|load-?more/i;
/** Names of scales and quantities, whose numbers are not page numbers. */
const SCALES = /(?:^|[\s_-])(?:ratings?|stars?|votes?|voting|scores?|survey|quantity|qty|guests)(?:$|[\s_-])/i;
/** Maximum number of page numbers in a row. A longer row is probably a calendar or table. */
const maxNumbers = 20;
const maxLevels = 5;
/** Maximum number of levels from a number up to the element that names its scale. */
const maxScaleLevels = 3;

/** Finds rows of page numbers. Caches the numbers in each element. */
export class Pagers {
  readonly #numbers = new Map<Element, readonly Element[]>();

  constructor(private readonly place: PagePlace) {}

  /** Returns the row of page numbers that contains a control, if any. */
  of(control: Element): Pager | undefined {
    let named: Pager | undefined;
    const line = lineOf(control, maxLevels + 1);
    if (line.slice(0, maxScaleLevels).some((one) => SCALES.test(namesOf(one)))) return undefined;
    for (const outer of line.slice(1)) {
      const numbered = this.#numbersIn(outer);
      if (numbered.length > maxNumbers || outer.name === 'main' || outer.name === 'body') return named;
      const isNamed = NAMED.test(`${namesOf(outer)} ${outer.attribs['aria-label'] ?? ''}`);
      const links = numbered.filter((one) => lineOf(one, 3).some(isControl));
      if (!isNamed && links.length < 2 && !(links.length === 1 && numbered.length >= 2)) continue;
      const pager = {
        outer,
        current: currentNumber(numbered, this.place) ?? Number.NaN,
        numbers: links.length,
        isNamed,
      };
      // The class of an item (e.g. `pagination__next`) also indicates that the row is a pagination control.
      if (links.length > 0) return { ...pager, isNamed: isNamed || named !== undefined };
      named ??= pager;
    }
    return named;
  }

  #numbersIn(outer: Element): readonly Element[] {
    const known = this.#numbers.get(outer);
    if (known) return known;
    const found = numbersIn(outer, maxNumbers + 1);
    this.#numbers.set(outer, found);
    return found;
  }
}

/**
 * Returns a selector for all links or buttons in a row of page numbers. The selector starts with a selector for the row
 * or an ancestor of the row.
 */
export function selectorOfRow({ outer }: Pager, control: Element, document: Document): string {
  const count = numbersIn(outer, maxNumbers + 1).length;
  const holders = lineOf(outer, 3).filter((one) => numbersIn(one, maxNumbers + 1).length === count);
  const names = (one: Element) => atomsOf(one).map(({ css }) => css);
  const named = holders.flatMap((one) => firstMatching(names(one), one, document) ?? []);
  const { name, attribs } = control;
  const kind = name === 'a' || name === 'button' || !attribs.role ? name : `[role=${attribs.role}]`;
  return `${named[0] ?? controlSelector(outer, document)} ${kind}`;
}
