import type { Element } from 'domhandler';
import { flag } from '../page/flags';
import { elementsIn, isWithin, parentOf, textOf } from '../page/text-of';
import type { Line } from '../page/view';

/** Maximum number of levels from a label up to the row that contains it. */
const maxLevels = 3;
const maxLabelChars = 40;

/**
 * Returns the elements that contain the values of a label: the definitions of a term, or the cells after or below a
 * header. For other labels, returns the element around the label and its value. Undefined for a heading, because no
 * element encloses its section.
 */
export function scopeOfLabel({ node, flags }: Line): readonly Element[] | undefined {
  const cell = closest(node, /^(?:dt|td|th)$/);
  if (cell?.name === 'dt') return definitionsOf(cell);
  // A heading above other text in the same cell is part of a layout table.
  const isLayout = cell !== undefined && (flags & flag.heading) !== 0 && textOf(cell) !== textOf(node);
  if (cell && !isLayout) return cellsOfHeader(cell);
  const group = parentOf(closest(node, /^(?:legend|summary)$/) ?? node);
  if (group && /^(?:fieldset|details)$/.test(group.name)) return [group];
  if (flags & flag.heading) return undefined;
  const row = rowAround(node);
  return row && [row];
}

function closest(node: Element, names: RegExp): Element | undefined {
  let up: Element | undefined = node;
  for (let level = 0; up && level <= maxLevels; level++, up = parentOf(up)) if (names.test(up.name)) return up;
  return undefined;
}

function definitionsOf(term: Element): readonly Element[] {
  const siblings = term.parent ? elementsIn(term.parent) : [];
  const after = siblings.slice(siblings.indexOf(term) + 1);
  const start = after.findIndex(({ name }) => name === 'dd');
  const end = after.findIndex(({ name }, at) => name !== 'dd' && at >= start);
  return start < 0 ? [] : after.slice(start, end < 0 ? undefined : end);
}

/**
 * Returns the cells after a header in its row. If the row has only headers, returns the cells below. Undefined if the
 * row has no other cells.
 */
function cellsOfHeader(cell: Element): readonly Element[] | undefined {
  const row = parentOf(cell);
  const cells = row ? elementsIn(row).filter(({ name }) => name === 'td' || name === 'th') : [];
  if (!row || cells.length < 2) return undefined;
  const at = cells.indexOf(cell);
  if (!cells.every(({ name }) => name === 'th')) return cells.slice(at + 1);
  const table = closest(row, /^table$/);
  const rows = table ? rowsIn(table) : [];
  return rows.slice(rows.indexOf(row) + 1).flatMap((other) => elementsIn(other)[at] ?? []);
}

const rowsIn = (part: Element): readonly Element[] =>
  elementsIn(part).flatMap((inner) =>
    inner.name === 'tr' ? [inner] : /^t(?:head|body|foot)$/.test(inner.name) ? rowsIn(inner) : [],
  );

/** Returns the element around a label and its value, if the element has similar siblings. */
function rowAround(label: Element): Element | undefined {
  const text = textOf(label);
  let up: Element | undefined = label;
  for (let level = 0; up && level < maxLevels; level++, up = parentOf(up)) {
    const { parent } = up;
    if (up.name === 'body' || !parent) return undefined;
    if (textOf(up) === text) continue;
    const isAlike = (other: Element): boolean => other.name === up?.name && other.attribs.class === up.attribs.class;
    return elementsIn(parent).some((other) => other !== up && isAlike(other) && textOf(other) !== '') ? up : undefined;
  }
  return undefined;
}

/** True for a line that looks like the given label. Such a line ends that label's values. */
export function isNextLabel(line: Line, label: Line): boolean {
  if (label.flags & flag.heading || line.flags & flag.list) return false;
  if (isSameTitle(line.node, label.node)) return true;
  const [first] = line.segments;
  if (first && first.flags & flag.bold && /[:：]\s*$/.test(first.text)) return true;
  if (line.text.length > maxLabelChars || line.node.name !== label.node.name) return false;
  const isSame = line.node.attribs.class === label.node.attribs.class;
  const areBold = (line.flags & label.flags & flag.bold) !== 0;
  return isSame && (areBold || (endsLabel(line) && endsLabel(label)));
}

/** True if two elements have the same class, and this class marks titles. */
const isSameTitle = (one: Element, other: Element): boolean =>
  one.name === other.name && one.attribs.class === other.attribs.class && TITLE.test(one.attribs.class ?? '');

const TITLE = /(?:^|[\s_-])(?:title|caption|heading)(?:$|[\s_-])/i;

const endsLabel = ({ text }: Line): boolean => /[:：]$/.test(text);

/** True for a line inside one of the elements. */
export const isInScope = ({ node }: Line, scope: readonly Element[]): boolean =>
  scope.some((element) => isWithin(node, element));
