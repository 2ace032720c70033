import { type Element, isText } from 'domhandler';
import { isWithin, textOf } from '../extraction/rules/page/text-of';
import type { ReadRecords, SuggestedField } from './suggest-fields';

/** True for a clicked value without a column: neither its text nor the URL of an image or textless link is in one. */
export function isMissing(clicked: Element, columns: readonly SuggestedField[], { records }: ReadRecords): boolean {
  if (records.some((record) => record.includes(clicked)) && !hasOwnText(clicked)) return false;
  const text = textOf(clicked);
  const shown = text === '' ? columns : columns.filter(({ field }) => isShown(field));
  if (shown.some(({ nodes }) => nodes.some((node) => node && isSaidBy(clicked, text, node)))) return false;
  // An element around the values of other columns is not a value.
  const inner = columns.flatMap(({ nodes }) =>
    nodes.filter((node) => node && node !== clicked && isWithin(node, clicked)),
  );
  return inner.length === 0 || hasOwnText(clicked);
}

const hasOwnText = ({ children }: Element): boolean =>
  children.some((child) => isText(child) && child.data.trim() !== '');

/** True for a column that shows the visible text of its elements. */
const isShown = ({ type, sources }: SuggestedField['field']): boolean =>
  type !== 'link' && type !== 'image' && (sources[0]?.attribute === undefined || sources[0].attribute === 'datetime');

/** True for the clicked element, a nested element with the same text, and the text around an emphasized part. */
const isSaidBy = (clicked: Element, text: string, node: Element): boolean =>
  node === clicked ||
  (isWithin(clicked, node) && (textOf(node) === text || isEmphasis(clicked))) ||
  (isWithin(node, clicked) && textOf(node) === text);

const isEmphasis = ({ name, attribs }: Element): boolean =>
  /^(?:b|strong|em|i|u|mark|small|span|font)$/.test(name) && Object.keys(attribs).length === 0;
