import { type Element, isText } from 'domhandler';
import { prevElementSibling } from 'domutils';
import { pictureAddress } from '../models/rules/find/page-finders';
import type { Cell } from '../models/rules/lists/row';
import { wordsOfAttributes } from '../models/rules/page/hints';
import { isWithin, textOf } from '../models/rules/page/text-of';
import type { SourceReader } from '../recipes/source-reader';
import type { RecordColumn } from './columns';
import { selectorsIn } from './field-sources';
import type { PickedRecord } from './shape';
import type { ReadRecords, SuggestedField } from './suggest-fields';

/** The column of an element that was clicked: what stands at the same place of every record. */
export function columnAt(
  node: Element,
  records: readonly PickedRecord[],
  reader: SourceReader,
): RecordColumn | undefined {
  const own = records.find((record) => record.some((part) => isWithin(node, part)));
  if (!own) return undefined;
  const best = selectorsIn(node, own).find(({ css }) => own[0] && reader.elements(css, own[0])[0] === node);
  const label = labelOf(node);
  const what = node.name === 'img' ? 'src' : textOf(node) === '' && node.attribs.href !== undefined ? 'href' : 'text';
  const cells = records.map((record) => {
    const [root] = record;
    const found = record === own ? node : root && best ? reader.elements(best.css, root)[0] : undefined;
    return found ? [cellOf(found, what)] : [];
  });
  return { label, what, cells, isList: false };
}

/** True for a clicked value that no column has: neither its text nor, of an image or a link without text, its address. */
export function isMissing(clicked: Element, columns: readonly SuggestedField[], { records }: ReadRecords): boolean {
  if (records.some((record) => record.includes(clicked)) && !hasOwnText(clicked)) return false;
  const text = textOf(clicked);
  const shown = text === '' ? columns : columns.filter(({ field }) => isShown(field));
  if (shown.some(({ nodes }) => nodes.some((node) => node && isSaidBy(clicked, text, node)))) return false;
  // A box around the values of other columns is no value of its own.
  const inner = columns.flatMap(({ nodes }) =>
    nodes.filter((node) => node && node !== clicked && isWithin(node, clicked)),
  );
  return inner.length === 0 || hasOwnText(clicked);
}

const hasOwnText = ({ children }: Element): boolean =>
  children.some((child) => isText(child) && child.data.trim() !== '');

/** True for a column that shows what a person sees at its elements. */
const isShown = ({ type, sources }: SuggestedField['field']): boolean =>
  type !== 'link' && type !== 'image' && (sources[0]?.attribute === undefined || sources[0].attribute === 'datetime');

/** True for the clicked element itself, one with the same text around or inside it, and the text that it emphasises a part of. */
const isSaidBy = (clicked: Element, text: string, node: Element): boolean =>
  node === clicked ||
  (isWithin(clicked, node) && (textOf(node) === text || isEmphasis(clicked))) ||
  (isWithin(node, clicked) && textOf(node) === text);

const isEmphasis = ({ name, attribs }: Element): boolean =>
  /^(?:b|strong|em|i|u|mark|small|span|font)$/.test(name) && Object.keys(attribs).length === 0;

function cellOf(node: Element, what: Cell['what']): Cell {
  const text =
    what === 'src' ? (pictureAddress(node.attribs) ?? '') : what === 'href' ? (node.attribs.href ?? '') : textOf(node);
  return {
    key: '',
    label: '',
    words: wordsOfAttributes(node.attribs),
    text,
    node,
    what,
    heading: /^h[1-6]$/.test(node.name),
    struck: false,
  };
}

/** The term or header that stands before an element in a list of facts or a table of two columns. */
function labelOf(node: Element): string {
  const before = prevElementSibling(node);
  const isFact = (node.name === 'dd' && before?.name === 'dt') || (node.name === 'td' && before?.name === 'th');
  return isFact && before ? textOf(before) : '';
}
