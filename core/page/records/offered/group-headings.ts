import type { Element } from 'domhandler';
import { isWithinAny } from '../../documents/children';
import { findElements, parentOfAll, textOf } from '../../extraction/rules/page/text-of';
import { atomsOf } from '../../extraction/selectors/candidates';
import type { SourceReader } from '../../recipes/source-reader';
import { separatesList } from '../no-records';
import type { PickedRecord } from '../shape';
import { asElement } from '../shape';

/** Headings of the groups into which records are divided, e.g. by day or category. */
export interface GroupHeadings {
  /** Selector of the headings. The heading of a record is the closest match before the record. */
  readonly selector: string;
  /** The heading of each record. */
  readonly headings: readonly Element[];
}

const maxChars = 80;
const maxCandidates = 2000;

/** Finds the headings that divide a list into groups. Undefined unless every record has a group heading before it. */
export function groupHeadings(records: readonly PickedRecord[], reader: SourceReader): GroupHeadings | undefined {
  const parts = new Set(records.flat());
  // Section headings are siblings of the records or of the records' parents.
  const around = parentOfAll(records.flat());
  if (!around || records.length < 3) return undefined;
  const heads = findElements(around, (one) => isHeading(one) && !isWithinAny(one, parts), maxCandidates);
  for (const kind of new Set(heads.map(kindOf))) {
    const some = heads.filter((one) => kindOf(one) === kind);
    const found = some.length >= 2 && some.length <= records.length ? dividing(some, records, reader) : undefined;
    if (found) return found;
  }
  return undefined;
}

const kindOf = ({ name, attribs }: Element): string => `${name} ${attribs.class ?? ''}`;

/** True for a heading, a table cell that spans several columns, a date, a weekday or a letter. */
function isHeading(element: Element): boolean {
  const text = textOf(element);
  if (text === '' || text.length > maxChars) return false;
  const isPart = /^t[dh]$/.test(element.name) && Number(element.attribs.colspan) > 1;
  return /^(?:h[2-6]|dt|summary)$/.test(element.name) || isPart || (isLeaf(element) && separatesList(text));
}

const isLeaf = (element: Element): boolean =>
  /^(?:div|p|span|li|strong|b|time|th)$/.test(element.name) && findElements(element, () => true, 1).length === 0;

/**
 * Returns a selector that finds one of the given headings for every record, together with the headings found. Undefined
 * if there is no such selector.
 */
function dividing(heads: readonly Element[], records: readonly PickedRecord[], reader: SourceReader) {
  const [first] = heads;
  if (!first) return undefined;
  const all = new Set(heads);
  for (const selector of selectorsOf(first)) {
    const headings = records.flatMap(([root]) => (root && reader.before(selector, root)) ?? []);
    const isRight = headings.length === records.length && headings.every((one) => all.has(one));
    if (isRight && new Set(headings).size >= 2) return { selector, headings };
  }
  return undefined;
}

/** Returns selectors that match headings like the given one. The most general selector is last. */
function selectorsOf(head: Element): readonly string[] {
  const own = atomsOf(head).flatMap(({ css }) => (css.startsWith('#') ? [] : [css]));
  const outer = asElement(head.parent);
  const outside = outer ? atomsOf(outer).flatMap(({ css }) => (css.startsWith('#') ? [] : [css])) : [];
  const kind = head.attribs.colspan === undefined ? head.name : `${head.name}[colspan]`;
  return [
    ...own.filter((css) => /^[.[]/.test(css)).map((css) => `${head.name}${css}`),
    ...outside.map((css) => `${css} > ${kind}`),
    ...(outer ? [`${outer.name} > ${kind}`] : []),
    kind,
  ];
}
