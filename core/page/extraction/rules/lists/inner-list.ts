import type { Element } from 'domhandler';
import { excerptOf, type Sighting } from '../find/sighting';
import { findElement, findElements, textOf } from '../page/text-of';
import type { Field } from '../schema/field';
import type { LeafField } from './record-fields';
import type { Row } from './row';

/** Field names that refer to the list inside a record, e.g. the features of a plan. */
const NAMED =
  /^(?:features?|benefits?|perks?|highlights?|includes?|included|inclusions?|changes?|changelog|items|points|bullets?|notes|requirements?|responsibilities|tasks|steps|leistungen|funktionen|merkmale|vorteile|änderungen|fonctionnalités|avantages|características|ventajas|funzionalità|vantaggi|recursos|benefícios|functies|voordelen|funkcje|zalety|ominaisuudet|funktioner|fördelar|fordeler)$/;
const MARK = /^[✓✔☑✅•·▪‣*–-]\s*(?=\p{L}|\d)/u;
const maxChars = 300;

/** True if a field name refers to a list or text inside a record. */
export const isListNamed = ({ words }: Pick<Field, 'words'>): boolean => NAMED.test(words.at(-1) ?? '');

/**
 * Returns the list items in a row, keyed by the JSON pointer of the list field. Empty if the row has several list
 * fields.
 */
export function innerLists(row: Row, leaves: readonly LeafField[]): ReadonlyMap<string, readonly Sighting[]> {
  const [leaf, ...others] = leaves.filter(({ isList }) => isList);
  if (!leaf || others.length > 0 || !isListNamed(leaf.field)) return new Map();
  const entries = itemsOf(row).map(({ node, text }): Sighting => {
    return { raw: text, weight: 0.6, kind: 'record', node, excerpt: excerptOf(text) };
  });
  return entries.length === 0 ? new Map() : new Map([[leaf.field.pointer, entries]]);
}

/** Returns the list items of a row, else its lines that start with a check mark or bullet. */
function itemsOf(row: Row): readonly { readonly node: Element; readonly text: string }[] {
  const inside = (passes: (element: Element) => boolean) =>
    row.flatMap((element) => [...(passes(element) ? [element] : []), ...findElements(element, passes, 100)]);
  const items = inside((node) => node.name === 'li' && !findElement(node, ({ name }) => name === 'li'));
  const isMenu = items.filter((node) => findElement(node, ({ name }) => name === 'a')).length * 2 > items.length;
  const texts = (nodes: readonly Element[]) =>
    nodes
      .map((node) => ({ node, text: textOf(node).replace(MARK, '') }))
      .filter(({ text }) => text !== '' && text.length <= maxChars);
  if (items.length > 0) return isMenu ? [] : texts(items);
  const marked = inside((node) => MARK.test(textOf(node)));
  const inner = marked.filter((node) => !findElement(node, (child) => marked.includes(child)));
  return inner.length < 2 ? [] : texts(inner);
}
