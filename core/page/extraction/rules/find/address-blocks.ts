import type { Element } from 'domhandler';
import type { Evidence } from '../page/evidence';
import { findElement, findElements, textOf } from '../page/text-of';
import { postalAddressIn } from './sentence-facts';
import { excerptOf, type Sighting } from './sighting';

const MAX_CHARS = 300;
/** A line with an email address, web address, phone number or time of day. */
const CONTACT =
  /@|^(?:https?:|www\.)|^(?:t|p|m|f|t[eé]l|ph|phone|telephone|fax|mobile|mob|cell|telefono|teléfono|téléphone|telefon\p{L}*|telefoon|handy|mobil|тел|e-?mail|mail|web|website)(?!\p{L})\.?\s?:?|^[+(\d][\d\s()./-]{6,24}$|\d{1,2}[:h]\d\d/iu;

/** Returns the postal address in each `address` element. */
export function addresses(evidence: Evidence): readonly Sighting[] {
  return findElements(evidence.document, ({ name }) => name === 'address', 5).flatMap((node) => {
    const text = addressOf(evidence, node);
    return text === undefined
      ? []
      : [{ raw: text, weight: 0.55, kind: 'text' as const, node, excerpt: excerptOf(text) }];
  });
}

/** Reduces the text of an element with an address class to the address. Keeps text without an address unchanged. */
export const addressesIn = (evidence: Evidence, found: readonly Sighting[]): readonly Sighting[] =>
  found.map((one) =>
    one.kind === 'attribute' && one.node ? { ...one, raw: addressOf(evidence, one.node) ?? one.raw } : one,
  );

/**
 * Returns the postal address in an element. Removes contact lines, map links and any name above the address. Undefined
 * if the element is too long or contains no number.
 */
function addressOf({ view }: Evidence, node: Element): string | undefined {
  const mapLink = mapLinkIn(node);
  const lines = view.lines
    .slice(view.firstLine.get(node) ?? 0, view.endLine.get(node) ?? 0)
    .map(({ text }) => text.replace(mapLink, '').trimEnd().replace(/,$/, ''))
    .filter((text) => text !== '' && !CONTACT.test(text));
  const whole = lines.join(', ');
  if (whole.length > MAX_CHARS || !/\d/.test(whole)) return undefined;
  const found = postalAddressIn(whole);
  return found === undefined ? whole : whole.slice(startOfAddress(lines, found.index));
}

/** A unit number before the street on the same line, e.g. `Unit 4, `. */
const UNIT = /^\p{L}+\.?\s?\d+\p{L}?\s?[,/]\s?$/u;

/**
 * Returns the start of the address at `index`. Lines directly above that contain a number, e.g. `Suite 400`, are part
 * of the address.
 */
function startOfAddress(lines: readonly string[], index: number): number {
  let end = 0;
  const starts = lines.map((line) => {
    const start = end;
    end += line.length + 2;
    return start;
  });
  let at = starts.findLastIndex((start) => start <= index);
  const before = lines[at]?.slice(0, index - (starts[at] ?? index)) ?? '';
  if (before !== '' && !UNIT.test(before)) return index;
  while (at > 0 && /\d/.test(lines[at - 1] ?? '')) at--;
  return starts[at] ?? index;
}

/** Returns the text of a map link inside an address. */
function mapLinkIn(node: Element): string {
  const link = findElement(node, ({ name, attribs }) => name === 'a' && /\bmaps?\b/i.test(attribs.href ?? ''));
  const text = link ? textOf(link) : '';
  return /\d/.test(text) ? '' : text;
}
