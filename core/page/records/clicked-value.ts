import { type Element, isText } from 'domhandler';
import { isWithin, textOf } from '../extraction/rules/page/text-of';
import type { ReadRecords, SuggestedField } from './suggest-fields';

/** Minimum length at which equal texts in a record count as copies, e.g. a title repeated for small screens. */
const minCopyChars = 8;

/**
 * True if no column contains the value of the clicked element: its text, or the URL of an image or link without text.
 */
export function isMissing(clicked: Element, columns: readonly SuggestedField[], { records }: ReadRecords): boolean {
  if (records.some((record) => record.includes(clicked)) && !hasOwnText(clicked)) return false;
  const text = textOf(clicked);
  const shown = text === '' ? columns : columns.filter(({ field }) => isShown(field));
  if (shown.some(({ nodes }) => nodes.some((node) => node && isSaidBy(clicked, text, node)))) return false;
  const at =
    text.length < minCopyChars ? -1 : records.findIndex((record) => record.some((part) => isWithin(clicked, part)));
  if (shown.some(({ nodes }) => nodes[at] && textOf(nodes[at]) === text)) return false;
  // An element that only wraps the values of other columns is not a value itself.
  const inner = columns.flatMap(({ nodes }) =>
    nodes.filter((node) => node && node !== clicked && isWithin(node, clicked)),
  );
  return inner.length === 0 || hasOwnText(clicked);
}

/** Moves the column with the clicked value to the front. Columns of table rows keep their order. */
export function clickedFirst(
  clicked: Element,
  columns: readonly SuggestedField[],
  { records }: ReadRecords,
): readonly SuggestedField[] {
  if (records[0]?.[0]?.name === 'tr') return columns;
  const text = textOf(clicked);
  const first = columns.find(
    ({ field, nodes }) =>
      (text === '' || isShown(field)) && nodes.some((node) => node !== undefined && isSaidBy(clicked, text, node)),
  );
  return first ? [first, ...columns.filter((one) => one !== first)] : columns;
}

const hasOwnText = ({ children }: Element): boolean =>
  children.some((child) => isText(child) && child.data.trim() !== '');

/** True if a column contains the visible text of its elements rather than an attribute. */
const isShown = ({ type, sources }: SuggestedField['field']): boolean =>
  type !== 'link' && type !== 'image' && (sources[0]?.attribute === undefined || sources[0].attribute === 'datetime');

/** True if an element shows the clicked value, either as its entire text or as an emphasized part of it. */
const isSaidBy = (clicked: Element, text: string, node: Element): boolean =>
  node === clicked ||
  (isWithin(clicked, node) && (textOf(node) === text || isEmphasis(clicked))) ||
  (isWithin(node, clicked) && textOf(node) === text);

const isEmphasis = ({ name, attribs }: Element): boolean =>
  /^(?:b|strong|em|i|u|mark|small|span|font)$/.test(name) && Object.keys(attribs).length === 0;
