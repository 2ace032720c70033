import type { Document, Element } from 'domhandler';
import { bareHost } from '../../../common/url-identity';
import type { NextControl } from '../../../contract/page-controls';
import { findElements } from '../../extraction/rules/page/text-of';
import { controlSelector } from '../../extraction/selectors/control-selector';
import { numberOf } from '../../recipes/page-numbers';
import { isRelNext, surveyOf } from '../control-survey';
import { namesOtherParts, pointsForward, saysMore, saysNext } from '../next-labels';
import { type AddressStep, addressStep } from '../page-address';
import { isAfterList, isInForm, isRepeated, isTrap, unfolds } from './control-places';
import { isControl, isHidden, isSwitchedOff, labelsOf, lineOf, namesOf } from './controls';
import { type Pager, Pagers, selectorOfRow } from './pagers';

/** A control that may lead to the next page, and the evidence for it. */
interface Candidate {
  readonly element: Element;
  readonly kind: 'link' | 'button';
  readonly score: number;
  readonly label: string;
  readonly reasons: readonly string[];
  readonly url?: string;
  /** Row of page numbers that contains the control. Set only if the control's only label is a number. */
  readonly row?: Pager;
}

/** Pagination of a list that grows when scrolled to its end. */
export const growingByScroll: NextControl = {
  kind: 'scroll',
  selector: '',
  label: '',
  why: 'The list grows when it is scrolled to its end.',
};

/** Minimum score for accepting a control. */
const enough = 4.5;

const NEXT_CLASS = /(?:^|[\s_-])next(?:$|[\s_-])/i;

/**
 * Finds the control that leads to more records: a next-page link, a load-more button, or infinite scrolling. Skips
 * disabled controls, and controls of carousels, calendars, wizards and single posts. The selector in the result is
 * valid only for this page.
 */
export function nextPage(document: Document, address: string): NextControl | undefined {
  const current = URL.parse(address);
  if (!current) return undefined;
  const { controls, base: written, headLinks, growing } = surveyOf(document);
  const base = URL.parse(written ?? '', address) ?? current;
  const pagers = new Pagers({ address, base: base.href });
  const candidates = controls.flatMap((element) => candidateOf(element, { controls, pagers, current, base }) ?? []);
  const best = candidates.reduce<Candidate | undefined>(
    (found, one) => (found && found.score >= one.score ? found : one),
    undefined,
  );
  if (!best) return headLink(headLinks, { current, base }) ?? growingList(growing, document);
  const { element, kind, label, reasons, url, row } = best;
  const why = `${kind === 'link' ? 'The link' : 'The button'} ${reasons.join(', and ')}.`;
  return {
    ...{ kind, selector: controlSelector(element, document), label, why },
    ...(url === undefined ? {} : { url }),
    ...(row ? { numbers: selectorOfRow(row, element, document) } : {}),
  };
}

/**
 * Returns the control around an element if the control's label, or a row of page numbers, indicates that the control
 * leads to more records. With `chosen`, any link or button is accepted.
 */
export function controlAt(
  element: Element,
  { document, address }: { readonly document: Document; readonly address: string },
  chosen: boolean,
): ClickedControl | undefined {
  const control = lineOf(element, controlLevels).find(isControl);
  const current = URL.parse(address);
  if (!control || !current) return undefined;
  const base = URL.parse(surveyOf(document).base ?? '', address) ?? current;
  const pager = new Pagers({ address, base: base.href }).of(control);
  const labels = labelsOf(control);
  const isNumber = numberOf(control) !== undefined && pager !== undefined && pager.numbers >= 2;
  const says = labels.some((label) => saysNext(label) || saysMore(label) || pointsForward(label));
  if (!chosen && !says && !isNumber && !isRelNext(control) && !NEXT_CLASS.test(namesOf(control))) return undefined;
  const target = targetOf(control, { current, base });
  const isLink = target !== undefined && target !== 'elsewhere';
  const why = 'You chose this element.';
  const next: NextControl = {
    ...{ kind: isLink ? 'link' : 'button', selector: controlSelector(control, document), label: labels[0] ?? '', why },
    ...(isLink ? { url: target.href } : {}),
    ...(isNumber ? { numbers: selectorOfRow(pager, control, document) } : {}),
  };
  return { element: control, next };
}

/** A clicked link or button, and the pagination that it represents. */
export interface ClickedControl {
  readonly element: Element;
  readonly next: NextControl;
}

/** Maximum number of levels from a clicked element up to its link or button. */
const controlLevels = 4;

/** URLs for resolving links and for comparing them with the current page. */
interface Addresses {
  readonly current: URL;
  readonly base: URL;
}

/** Parts of the page that are used to rate a control. */
interface Surroundings extends Addresses {
  readonly controls: readonly Element[];
  readonly pagers: Pagers;
}

function candidateOf(element: Element, around: Surroundings): Candidate | undefined {
  const labels = labelsOf(element);
  const rel = isRelNext(element);
  const number = numberOf(element);
  const says = labels.find(saysNext);
  const more = labels.some(namesOtherParts) ? undefined : labels.find(saysMore);
  const mark = labels.find(pointsForward);
  const isMeant = rel || NEXT_CLASS.test(namesOf(element)) || (says ?? more ?? mark ?? number) !== undefined;
  if (!isMeant || isSwitchedOff(element) || isHidden(element)) return undefined;
  const pager = around.pagers.of(element);
  const isNumbered = pager !== undefined && (pager.numbers >= 2 || (pager.isNamed && (rel || pager.numbers === 1)));
  if (isTrap(element, { isNumbered })) return undefined;
  const target = targetOf(element, around);
  if (target === 'elsewhere') return undefined;
  const label = says ?? more ?? mark ?? labels[0] ?? '';
  const seen: Seen = { element, label, says, more, mark, number, pager };
  if (!target) return buttonOf(seen, around.controls);
  const isMarked = rel || (says !== undefined && pager?.isNamed === true);
  const step =
    addressStep(around.current, target) ?? (isMarked ? stepByMark(element, around.current, target) : undefined);
  return linkOf({ ...seen, url: target.href, step, rel });
}

/**
 * Returns `cursor` for a link that is marked as a next-page link, follows a list, and has the same path as the page. A
 * link with a different path may lead to the next article.
 */
const stepByMark = (element: Element, current: URL, target: URL): AddressStep | undefined =>
  target.pathname === current.pathname && isAfterList(element) ? 'cursor' : undefined;

/** Evidence that a link or button leads to more records. */
interface Seen {
  readonly element: Element;
  readonly label: string;
  readonly says?: string | undefined;
  readonly more?: string | undefined;
  readonly mark?: string | undefined;
  readonly number?: number | undefined;
  readonly pager?: Pager | undefined;
}

function linkOf(
  link: Seen & { readonly url: string; readonly step: AddressStep | undefined; readonly rel: boolean },
): Candidate | undefined {
  const { element, label, url, step, rel, says, more, mark, number, pager } = link;
  if (step === 'other-page') return undefined;
  const follows = number !== undefined && pager !== undefined && number === pager.current + 1;
  if (number !== undefined && !follows) return undefined;
  // If the URL of a link does not indicate pagination, the link must be in a row of page numbers.
  if (step === undefined && !(pager && pager.numbers >= 2 && (says ?? mark ?? number) !== undefined)) return undefined;
  const evidence: readonly (readonly [boolean, number, string])[] = [
    [says !== undefined, 3, `says "${label}"`],
    [says === undefined && more !== undefined, 3, `says "${label}"`],
    [says === undefined && more === undefined && mark !== undefined, 1.5, `points forward with "${label}"`],
    [follows, 2.5, `has the number ${number}, which follows the current page ${pager?.current}`],
    [rel, 3, 'is marked rel=next'],
    [NEXT_CLASS.test(namesOf(element)), 1, 'has a next-page class'],
    [pager !== undefined, 2, 'is among the page numbers'],
    [step === 'successor', 3, 'leads to the URL of the next page'],
    [step === 'cursor', 2, 'leads to another position in the list'],
  ];
  const found = weighed(element, 'link', label, evidence, url);
  const isNumber = follows && says === undefined && !rel;
  return found && isNumber ? { ...found, row: pager } : found;
}

function buttonOf(
  { element, label, says, more, mark, number, pager }: Seen,
  controls: readonly Element[],
): Candidate | undefined {
  if (element.attribs['aria-expanded'] !== undefined || isInForm(element)) return undefined;
  const isPager = pager !== undefined && (pager.isNamed || (pager.numbers >= 2 && isAfterList(element)));
  const follows = number !== undefined && isPager && number === pager.current + 1;
  if (number !== undefined && !follows) return undefined;
  const loads =
    more !== undefined && !unfolds(element) && isAfterList(element) && !isRepeated(element, label, controls);
  const evidence: readonly (readonly [boolean, number, string])[] = [
    [loads, 4.5, `says "${label}" below a list`],
    [!loads && says !== undefined, 3, `says "${label}"`],
    [!loads && says === undefined && mark !== undefined, 2, `points forward with "${label}"`],
    [follows, 2.5, `has the number ${number}, which follows the current page ${pager?.current}`],
    [!loads && pager !== undefined && (pager.isNamed || pager.numbers >= 2), 2.5, 'is among the page numbers'],
  ];
  const found = weighed(element, 'button', label, evidence);
  return found && follows && says === undefined ? { ...found, row: pager } : found;
}

function weighed(
  element: Element,
  kind: Candidate['kind'],
  label: string,
  evidence: readonly (readonly [boolean, number, string])[],
  url?: string,
): Candidate | undefined {
  const found = evidence.filter(([is]) => is);
  const score = found.reduce((sum, [, weight]) => sum + weight, 0);
  if (score < enough) return undefined;
  const reasons = found.map(([, , reason]) => reason);
  return { element, kind, score, label, reasons, ...(url === undefined ? {} : { url }) };
}

/**
 * Returns the target of a control. Undefined if a script handles the control. Returns `elsewhere` if the target is on
 * another site or is the page itself.
 */
function targetOf({ attribs }: Element, { current, base }: Addresses): URL | 'elsewhere' | undefined {
  const { href } = attribs;
  if (href === undefined || /^\s*(?:#|javascript:|$)/i.test(href)) return undefined;
  const target = URL.parse(href, base.href);
  if (!target || !/^https?:$/.test(target.protocol)) return 'elsewhere';
  const whole = ({ href: address }: URL): string => address.replace(/#.*/s, '');
  return bareHost(target.hostname) !== bareHost(current.hostname) || whole(target) === whole(current)
    ? 'elsewhere'
    : target;
}

/** Returns the next page according to a `link` element in the head, if any. */
function headLink(links: readonly Element[], { current, base }: Addresses): NextControl | undefined {
  for (const link of links) {
    const target = targetOf(link, { current, base });
    const step = target && target !== 'elsewhere' ? addressStep(current, target) : undefined;
    if (!target || target === 'elsewhere' || step === undefined || step === 'other-page') continue;
    const why = 'The HTML head of the page links to the next page of the list.';
    return { kind: 'link', selector: 'link[rel~="next"]', label: '', why, url: target.href };
  }
  return undefined;
}

/** Returns the pagination of a list that is marked for infinite scrolling, if any. */
function growingList(marked: readonly Element[], document: Document): NextControl | undefined {
  const isPart = (one: Element): boolean =>
    findElements(one, ({ name }) => name === 'header' || name === 'footer', 1).length === 0;
  const found = marked.find((one) => isPart(one) && !isTrap(one));
  if (!found) return undefined;
  const why = 'The list is marked for infinite scrolling.';
  return { kind: 'scroll', selector: controlSelector(found, document), label: '', why };
}
