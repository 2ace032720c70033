import type { Element } from 'domhandler';
import { elementsIn, textOf } from '../page/text-of';
import type { Line } from '../page/view';

/** Returns the text of the first cell of a row with several cells. Empty for a header row. */
export function firstCell(row: Element): string | undefined {
  const cells = row.name === 'tr' ? elementsIn(row) : [];
  const [first] = cells;
  if (!first || cells.length < 2) return undefined;
  return cells.every(({ name }) => name === 'th') ? '' : textOf(first);
}

/** Returns the parts of a line that consists of similar elements, e.g. `<span>Tea</span><span>Milk</span>`. */
export function chipsIn({ segments, node: line }: Line): Line['segments'] {
  const parts = segments.filter(({ text }) => text.trim() !== '');
  const [first] = parts;
  const areAlike = parts.every(
    ({ node, text }) =>
      node !== line &&
      node.name === first?.node.name &&
      node.attribs.class === first.node.attribs.class &&
      /[\p{L}\p{N}]/u.test(text),
  );
  return parts.length > 1 && areAlike && new Set(parts.map(({ node }) => node)).size === parts.length ? parts : [];
}

/** Matches the text of a link to the rest of a list, e.g. `Show all`. Such a link is not an entry of the list. */
export const MORE =
  /^(?:view|see|show|browse|load)\s(?:all|more)(?!\p{L})|^(?:alle anzeigen|mehr anzeigen|voir plus|ver más)/iu;
