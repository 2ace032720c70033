import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import { INLINE_TAGS } from '../../../documents/content/tags';
import { oneLine } from '../../../documents/content/text';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { findElement, findElements, parentOf, textOf } from '../page/text-of';
import { comparable } from '../values/texts';
import { postalAddressIn } from './sentence-facts';
import { excerptOf, type Sighting } from './sighting';

const MAX_CHARS = 300;
/** A line with an email address, web address, phone number or time of day. */
const CONTACT =
  /@|^(?:https?:|www\.)|^(?:t|p|m|f|t[eé]l|ph|phone|telephone|fax|mobile|mob|cell|telefono|teléfono|téléphone|telefon\p{L}*|telefoon|handy|mobil|тел|e-?mail|mail|web|website)(?!\p{L})\.?\s?:?|^[+(\d][\d\s()./-]{6,24}$|\d{1,2}[:h]\d\d/iu;

/** Returns the postal addresses in `address` elements and in the microdata of visible text. */
export function addresses(evidence: Evidence): readonly Sighting[] {
  return [...evidence.once(markedAddresses), ...inAddressElements(evidence)];
}

function inAddressElements(evidence: Evidence): readonly Sighting[] {
  return findElements(evidence.document, ({ name }) => name === 'address', 5).flatMap((node) => {
    const text = addressOf(evidence, node);
    return text === undefined
      ? []
      : [{ raw: text, weight: 0.55, kind: 'text' as const, node, excerpt: excerptOf(text) }];
  });
}

/**
 * Reduces the text of an element with an address class to the address. Keeps text without an address unchanged. Drops
 * values that are only part of an address in the page's microdata.
 */
export function addressesIn(evidence: Evidence, found: readonly Sighting[]): readonly Sighting[] {
  const whole = evidence.once(markedAddresses).map(({ raw }) => comparable(raw));
  const isPart = ({ raw }: Sighting) => {
    const own = comparable(raw);
    return whole.some((one) => one.length > own.length && one.includes(own));
  };
  return found
    .map((one) =>
      one.kind === 'attribute' && one.node ? { ...one, raw: addressOf(evidence, one.node) ?? one.raw } : one,
    )
    .filter((one) => !isPart(one));
}

const STREET = /(?:^|\s)streetAddress(?=$|\s)/;
const TOWN = /(?:^|\s)(?:addressLocality|postalCode)(?=$|\s)/;
const PART_OF_ADDRESS =
  /^(?:streetAddress|postOfficeBoxNumber|addressLocality|addressRegion|postalCode|addressCountry)$/;
const maxLevels = 3;

/** Returns postal addresses from microdata if street and town are in nearby elements. */
function markedAddresses({ document, view }: Evidence): readonly Sighting[] {
  const has = (pattern: RegExp) => (element: Element) => pattern.test(element.attribs.itemprop ?? '');
  const found = findElements(document, has(STREET), 5).flatMap((street): readonly Sighting[] => {
    const flags = view.lines[view.firstLine.get(street) ?? -1]?.flags ?? 0;
    let node = parentOf(street);
    for (let level = 1; node && level < maxLevels && !findElement(node, has(TOWN)); level++) node = parentOf(node);
    if (!node || !findElement(node, has(TOWN)) || flags & flag.silent) return [];
    const raw = writtenAddress(node);
    if (raw.length > MAX_CHARS || !/\d/.test(raw)) return [];
    return [{ raw, weight: flags & OUTSIDE ? 0.6 : 0.85, kind: 'microdata', node, excerpt: excerptOf(raw) }];
  });
  const isOnly = new Set(found.map(({ raw }) => raw)).size === 1;
  return isOnly ? found : found.map((one) => ({ ...one, weight: Math.min(one.weight, 0.55) }));
}

/** Joins the microdata parts of an address with the punctuation between them. Line breaks become commas. */
function writtenAddress(node: Element): string {
  const parts: string[] = [];
  const visit = (parent: ParentNode, isInside: boolean): void => {
    for (const child of parent.children) {
      if (isText(child)) parts.push(isInside ? child.data : (/^\s*[,·-]\s*$/.exec(child.data)?.[0] ?? ' '));
      if (!isTag(child)) continue;
      const isBreak = child.name === 'br' || !INLINE_TAGS.has(child.name);
      if (isBreak) parts.push('\n');
      const names = (child.attribs.itemprop ?? '').split(/\s+/);
      visit(child, isInside || names.some((name) => PART_OF_ADDRESS.test(name)));
      if (isBreak) parts.push('\n');
    }
  };
  visit(node, false);
  return parts
    .join('')
    .split('\n')
    .map((line) =>
      oneLine(line)
        .replace(/(?<!\s)\s+,/g, ',')
        .replace(/^[,\s]+|(?<![,\s])[,\s]+$/g, ''),
    )
    .filter((line) => line !== '')
    .join(', ');
}

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
 * Returns the start of the address found at `index`. Preceding lines with a number, e.g. `Suite 400`, are part of the
 * address.
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
