import { type MeasuredPage } from './measured-page';
import { type Unit } from './segment';

/** Class names of notes, tips and warnings in documentation systems. */
const CALLOUT =
  /(?:^|[-_\s])(?:admonition|admon|callout|notecard|notice|hint|alert|note)(?:[-_\s]|$)|(?:^|\s)(?:tip|info|important|warning|caution|danger)(?:\s|$)/i;
/** Class names that resemble callout names but mark something else. */
const NOT_CALLOUT = /(?:^|[-_\s])(?:cookie|consent|gdpr|newsletter|subscribe|hat-?note|foot-?note|paywall)/i;

/** Position of a unit between two kept paragraphs: inside or outside a callout. Undefined for all other units. */
export type PlaceInText = 'callout' | 'between' | undefined;

/**
 * For each unit between two kept paragraphs with the same parent, returns whether the unit is inside a callout.
 * Undefined for all other units.
 */
export function placesInText(page: MeasuredPage, keep: Uint8Array): readonly PlaceInText[] {
  const { units } = page.segments;
  const parents = units.map((unit, i) => (keep[i] === 1 && isParagraph(page, unit) ? parentOf(page, unit) : -1));
  const nextParent = new Int32Array(units.length).fill(-1);
  for (let i = units.length - 1, next = -1; i >= 0; i--) {
    nextParent[i] = next;
    if ((parents[i] ?? -1) >= 0) next = parents[i] ?? -1;
  }
  let previous = -1;
  return units.map((unit, i) => {
    const parent = previous;
    if ((parents[i] ?? -1) >= 0) previous = parents[i] ?? -1;
    if (parent < 0 || parent !== nextParent[i]) return undefined;
    return isInCallout(page, unit, parent) ? 'callout' : 'between';
  });
}

const MAX_LEVELS_TO_CODE = 3;

/** True for a line of text (not mostly links) directly above a code block in the same part of the page. */
export function introducesCode(page: MeasuredPage, i: number): boolean {
  const { units, elements, blocks } = page.segments;
  const [line, code] = [units[i], units[i + 1]];
  if (line === undefined || code === undefined || line.isWhole) return false;
  if (elements[code.element]?.node.name !== 'pre') return false;
  const { words = 0, linkWords = 0 } = blocks[line.firstBlock] ?? {};
  let up = code.element;
  for (let level = 0; level < MAX_LEVELS_TO_CODE; level++) {
    up = elements[up]?.parent ?? -1;
    if (up === parentOf(page, line)) return linkWords * 2 < words;
  }
  return false;
}

const parentOf = (page: MeasuredPage, { element }: Unit): number => page.segments.elements[element]?.parent ?? -1;

const isParagraph = (page: MeasuredPage, { firstBlock, isWhole }: Unit): boolean =>
  !isWhole && page.segments.blocks[firstBlock]?.isProse === true;

function isInCallout(page: MeasuredPage, { element }: Unit, within: number): boolean {
  const { elements } = page.segments;
  for (let up = element; up > within; up = elements[up]?.parent ?? -1) {
    const { class: names = '', role } = elements[up]?.node.attribs ?? {};
    if (NOT_CALLOUT.test(names)) return false;
    if (role === 'note' || CALLOUT.test(names)) return true;
  }
  return false;
}
