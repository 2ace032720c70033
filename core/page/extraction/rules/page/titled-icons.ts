import type { Document, Element } from 'domhandler';
import { isKnownLabel } from '../lexicon/lexicon';
import { labelKey } from '../lexicon/words';
import { findElements, parentOf, textOf } from './text-of';
import type { PageView } from './view';

/** A value whose label is only in the tooltip or the accessible name of an element. */
export interface TitledValue {
  readonly label: string;
  readonly value: string;
  readonly node: Element;
  readonly flags: number;
  readonly at: number;
}

const maxElements = 2000;
const maxLabel = 32;
const maxValue = 80;
const HOLDERS = /^(?:span|div|li|p|dd|td|time|strong|em|i|svg|img)$/;

/** Returns the values next to icons with a label, e.g. `<i title="Last update"></i> June 28`. */
export function titledValues(document: Document, view: PageView): readonly TitledValue[] {
  const titled = findElements(
    document,
    ({ name, attribs }) => titleOf(attribs) !== undefined && HOLDERS.test(name),
    maxElements,
  );
  const beside = new Map<Element | undefined, number>();
  for (const icon of titled) beside.set(parentOf(icon), (beside.get(parentOf(icon)) ?? 0) + 1);
  return titled.flatMap((icon): readonly TitledValue[] => {
    const label = titleOf(icon.attribs) ?? '';
    const node = textOf(icon) === '' ? parentOf(icon) : icon;
    const value = node && !/^(?:a|button|label|body)$/.test(node.name) ? textOf(node) : '';
    if (!node || value === '' || value.length > maxValue || isKnownLabel(labelKey(value))) return [];
    if ((beside.get(node) ?? 0) > (node === parentOf(icon) ? 1 : 0)) return [];
    const at = view.firstLine.get(node);
    return at === undefined ? [] : [{ label, value, node, at, flags: view.lines[at]?.flags ?? 0 }];
  });
}

/** Returns the tooltip or the accessible name of an element if it is a known label. */
function titleOf({ title, 'aria-label': spoken, alt }: Readonly<Record<string, string>>): string | undefined {
  // Skips elements without these attributes early, because most elements have none of them.
  if (title === undefined && spoken === undefined && alt === undefined) return undefined;
  return [title, spoken, alt].find(isLabel);
}

const isLabel = (text: string | undefined): boolean =>
  text !== undefined && text.length > 1 && text.length <= maxLabel && isKnownLabel(labelKey(text));
