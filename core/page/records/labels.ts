import type { Element } from 'domhandler';
import { nextElementSibling, prevElementSibling } from 'domutils';
import { cellSpan } from '../../contract/table-grid';
import { isKnownLabel } from '../extraction/rules/lexicon/lexicon';
import { labelKey } from '../extraction/rules/lexicon/words';
import type { Cell } from '../extraction/rules/lists/row';
import { wordsOfAttributes } from '../extraction/rules/page/hints';
import { findElements, textOf } from '../extraction/rules/page/text-of';
import { labelsCurrent, WAS } from '../extraction/rules/values/price-in';
import { asElement, type PickedRecord, shownElements } from './shape';

/** Finds the labels of a record's values. The labels are in separate elements before the values. */
export interface RecordLabels {
  /**
   * True if an element is only a label. False for the terms of a definition list, because a glossary's terms are
   * values.
   */
  isLabel(node: Element): boolean;
  /** Returns the label of a value, if any. */
  of(cell: Cell): string | undefined;
}

const maxLabel = 40;
const labelsPrice = (text: string): boolean => labelsCurrent(text) || WAS.test(text);
const LABEL_WORDS =
  / (?:label|labels|lbl|caption|term|key|descriptor|sr only|visually hidden|visuallyhidden|screen reader text) /;
/** Matches attributes of elements that can be either labels or values. */
const HEADING_WORDS = / (?:heading|title) /;

/** Finds the labels that occur in several records: `dt` elements, and elements marked as labels. */
export function labelsIn(records: readonly PickedRecord[]): RecordLabels {
  const roots = new Set(records.flat());
  const terms = shared(records, ({ name }) => name === 'dt');
  const values = valueClasses(records);
  const marked = shared(records, (node) => isMarked(node) && !values.has(node.attribs.class ?? ''));
  const captions = captionsIn(records);
  const isLabel = (node: Element): boolean =>
    (isMarked(node) && marked.has(textOf(node)) && !values.has(node.attribs.class ?? '')) ||
    (isCaption(node) && captions.has(stemOf(node)));
  return {
    isLabel,
    of({ node, label, key }) {
      if (label !== '') return undefined;
      if (node.name === 'dd') {
        const term = termOf(node);
        return term !== undefined && terms.has(term) ? term : undefined;
      }
      const before = /text1(?:#\d+)?$/.test(key) ? onlyPartOf(node) : besideOf(node, roots);
      // Ignores the label of a current price, because only some cards have such a label.
      if (before && isLabel(before)) return labelsCurrent(textOf(before)) ? undefined : labelKey(textOf(before));
      const after = nextElementSibling(node);
      return after && isCaption(after) ? captions.get(stemOf(after)) : undefined;
    },
  };
}

/**
 * Elements with a heading class are values if they have at least this many different texts and occur at most once per
 * record.
 */
const minValues = 3;

const mayBeName = (node: Element): boolean => {
  const words = wordsOfAttributes(node.attribs);
  return HEADING_WORDS.test(words) && !LABEL_WORDS.test(words) && isMarked(node);
};

/** Returns the classes of elements that look like labels but are values, e.g. the brand before a product's name. */
function valueClasses(records: readonly PickedRecord[]): ReadonlySet<string> {
  const texts = new Map<string, Set<string>>();
  const several = new Set<string>();
  for (const record of records) {
    const inRecord = new Set<string>();
    for (const node of record.flatMap((part) => findElements(part, mayBeName))) {
      const name = node.attribs.class ?? '';
      if (inRecord.has(name)) several.add(name);
      inRecord.add(name);
      texts.set(name, (texts.get(name) ?? new Set()).add(textOf(node)));
    }
  }
  const names = [...texts].filter(([name, { size }]) => name !== '' && size >= minValues && !several.has(name));
  return new Set(names.map(([name]) => name));
}

/**
 * Returns the texts that occur in several records, in elements that satisfy `passes`. These texts may be labels. With
 * fewer than three records, one occurrence is enough.
 */
function shared(records: readonly PickedRecord[], passes: (element: Element) => boolean): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const record of records) {
    const found = record.flatMap((part) => findElements(part, passes).map(textOf));
    for (const text of new Set(found)) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1 || records.length < 3).map(([text]) => text));
}

/**
 * True for an element before a single value, if it has a label or heading class or if its text is a known label with a
 * colon.
 */
function isMarked(node: Element): boolean {
  const parts = node.parent ? shownElements(node.parent as Element) : [];
  const isPriceLabel = parts[0] === node && parts.length === 3 && labelsPrice(textOf(node));
  if (isPriceLabel) return true;
  if (parts.length > 2 || parts[0] !== node || node.name === 'dt' || node.name === 'a' || /^h[1-6]$/.test(node.name))
    return false;
  const text = textOf(node);
  if (text === '' || text.length > maxLabel || /\d/.test(text)) return false;
  const words = wordsOfAttributes(node.attribs);
  return (
    LABEL_WORDS.test(words) ||
    HEADING_WORDS.test(words) ||
    (/[:：]$/.test(text) && (isKnownLabel(labelKey(text)) || labelsPrice(text)))
  );
}

/** A word after a number is a caption only if at least this share of the records contains the word. */
const minCaptionShare = 0.5;

/** Returns the captions that follow numbers, e.g. `votes` in `<b>3</b> <i>votes</i>`, keyed by singular form. */
function captionsIn(records: readonly PickedRecord[]): ReadonlyMap<string, string> {
  const found = new Map<string, { count: number; label: string }>();
  for (const record of records) {
    const own = new Map(record.flatMap((part) => findElements(part, isCaption)).map((node) => [stemOf(node), node]));
    for (const [stem, node] of own) {
      const { count, label } = found.get(stem) ?? { count: 0, label: '' };
      const text = labelKey(textOf(node));
      found.set(stem, { count: count + 1, label: text.length > label.length ? text : label });
    }
  }
  const enough = Math.max(2, records.length * minCaptionShare);
  return new Map([...found].flatMap(([stem, { count, label }]) => (count >= enough ? [[stem, label] as const] : [])));
}

const stemOf = (node: Element): string => labelKey(textOf(node)).replace(/s$/, '');

/** True for an element that contains only a short caption and follows an element that contains only a number. */
function isCaption(node: Element): boolean {
  const parts = node.parent ? shownElements(node.parent as Element) : [];
  const [number, caption] = parts;
  if (parts.length !== 2 || caption !== node || !number || /^(?:a|button|time)$/.test(node.name)) return false;
  return (
    /^\p{L}[\p{L} .²]{0,23}$/u.test(textOf(node).trim()) && /^[-−+]?\d[\d.,]*\s?\p{L}?$/u.test(textOf(number).trim())
  );
}

/** Returns the element directly before a value, or before an ancestor of the value that contains no other text. */
function besideOf(node: Element, roots: ReadonlySet<Element>): Element | undefined {
  const text = textOf(node);
  for (let at: Element | undefined = node; at && !roots.has(at); at = asElement(at.parent)) {
    if (textOf(at) !== text) return undefined;
    const before = prevElementSibling(at);
    if (before) return before;
  }
  return undefined;
}

/** Returns an element's only child element. The child may be the label of the text after it. */
function onlyPartOf(node: Element): Element | undefined {
  const [part, ...others] = shownElements(node);
  return others.length === 0 ? part : undefined;
}

/**
 * Returns the term before a definition. If there is no term before it, returns the term after it, which is used as a
 * caption.
 */
function termOf(definition: Element): string | undefined {
  let before = prevElementSibling(definition);
  while (before && before.name !== 'dt') before = prevElementSibling(before);
  const after = nextElementSibling(definition);
  const term = before ?? (after?.name === 'dt' && !nextElementSibling(after) ? after : undefined);
  return term ? textOf(term) : undefined;
}

/** Returns a function that adds the column header or the preceding label to a cell. */
export function labelled(
  record: PickedRecord,
  headers: readonly string[] | undefined,
  labels: RecordLabels,
): (cell: Cell) => Cell {
  const [row] = record;
  const starts = new Map<Element, number>();
  let at = 0;
  for (const cell of headers && row ? shownElements(row) : []) {
    starts.set(cell, at);
    at += cellSpan(cell.attribs).columns;
  }
  return (cell) => {
    for (let up: Element | undefined = cell.node; up && up !== row; up = asElement(up.parent)) {
      const column = starts.get(up);
      if (column !== undefined)
        return {
          ...cell,
          key: `|${column}${cell.key.replace(/^>[^>@#]+(?:#\d+)?/, '')}`,
          label: headers?.[column] ?? '',
        };
    }
    const label = labels.of(cell);
    return label === undefined ? cell : { ...cell, key: `:${label}@${cell.what}`, label };
  };
}
