import type { Element } from 'domhandler';
import { isPerson } from '../find/bylines';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { OUTSIDE } from '../page/flags';
import { elementsIn, textOf } from '../page/text-of';
import type { Field } from '../schema/field';
import type { RowGroup } from './groups';
import type { FoundRecord } from './record-fields';

const PERSON =
  /^(?:person|name|composer|author|artist|musician|player|member|speaker|actor|singer|performer|soloist|director|instructor|teacher)$/;
const minRows = 2;
const maxPart = 80;
const weight = 0.5;

/**
 * Returns the records of a list whose rows each contain a person and one other fact, e.g. `Ada Holm, violin` or a name
 * and a title in two elements. All rows must have this form. Prefers lists in which titles start with a capital letter
 * and other facts do not. Used only for schemas with exactly two fields.
 */
export function personRows(
  fields: readonly Field[],
  groups: readonly RowGroup[],
  { view }: Evidence,
): readonly FoundRecord[] {
  const person = fields.find(({ words }) => PERSON.test(words.at(-1) ?? ''));
  const other = fields.find((field) => field !== person);
  if (fields.length !== 2 || !person || !other || fields.some(({ kind }) => kind !== 'string')) return [];
  const found = groups.flatMap(({ rows, headers }): readonly Rows[] => {
    const nodes = rows.flatMap((row) => (row.length === 1 ? row : []));
    if (headers || nodes.length !== rows.length || nodes.length < minRows) return [];
    const first = view.lines[view.firstLine.get(nodes[0] as Element) ?? -1];
    const parts = nodes.flatMap((node) => {
      const [name, fact] = partsOf(node);
      return name === undefined || fact === undefined ? [] : [{ node, name, fact }];
    });
    const areRows = parts.length >= minRows && parts.every(({ name, fact }) => isPerson(name) && isFact(fact));
    return areRows && first && !(first.flags & OUTSIDE) ? [parts] : [];
  });
  const isTitle = other.concept?.id === 'title';
  const fitting = found.filter((parts) => parts.every(({ fact }) => /^\p{Lu}/u.test(fact) === isTitle));
  const [best, second] = fitting.length > 0 ? fitting : found;
  if (!best || (fitting.length === 0 && second)) return [];
  return best.map(({ node, name, fact }) => ({
    cells: new Map([
      [person, sightingOf(name, node)],
      [other, sightingOf(fact, node)],
    ]),
  }));
}

/** Similar rows, each split into a name and a fact. */
type Rows = readonly { readonly node: Element; readonly name: string; readonly fact: string }[];

const isFact = (text: string): boolean => text !== '' && text.length <= maxPart && !/[@]|https?:/.test(text);

/** Returns the two parts of a row: its only two elements, or the text before and after its only comma. */
function partsOf(node: Element): readonly string[] {
  const inner = elementsIn(node);
  const text = textOf(node);
  const texts = inner.map(textOf).filter((one) => one !== '');
  if (texts.length === 2 && text.length - texts.join('').length <= 2) return texts;
  const split = inner.length === 0 ? text.split(/,\s/) : [];
  return split.length === 2 ? split : [];
}

const sightingOf = (raw: string, node: Element): Sighting => ({
  raw,
  weight,
  kind: 'record',
  node,
  excerpt: excerptOf(raw),
});
