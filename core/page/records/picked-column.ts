import type { Element } from 'domhandler';
import { prevElementSibling } from 'domutils';
import { pictureAddress } from '../extraction/rules/find/page-finders';
import type { Cell } from '../extraction/rules/lists/row';
import { wordsOfAttributes } from '../extraction/rules/page/hints';
import { isWithin, textOf } from '../extraction/rules/page/text-of';
import type { SourceReader } from '../recipes/source-reader';
import type { RecordColumn } from './columns';
import { selectorsIn } from './field-sources';
import type { PickedRecord } from './shape';

/** Returns the column of a clicked element: the elements at the same position in all records. */
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

/** Creates a cell with the value of an element. */
export function cellOf(node: Element, what: Cell['what']): Cell {
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

/** Returns the term or header before an element of a definition list or two-column table. */
function labelOf(node: Element): string {
  const before = prevElementSibling(node);
  const isFact = (node.name === 'dd' && before?.name === 'dt') || (node.name === 'td' && before?.name === 'th');
  return isFact && before ? textOf(before) : '';
}
