import type { Sighting } from '../find/sighting';
import { excerptOf } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { OUTSIDE } from '../page/flags';
import { findElements, parentOf, textOf } from '../page/text-of';
import type { Field } from '../schema/field';
import type { FoundRecord, LeafField } from './record-fields';

/** An entry such as `scale (str) – Name of the scale.` in API documentation. */
const TYPED = /^[*\s]{0,3}([\p{L}_$][\w$.-]*)\s?\(([^()]{1,80}(?:\([^()]{0,60}\))?[^()]{0,20})\)\s?[–—:-]\s(\S.*)$/su;
const minShare = 0.8;
const maxItems = 400;

/** Returns the records of a list whose entries consist of a name, a type and a description. */
export function typedItems(leaves: readonly LeafField[], { document, view }: Evidence): readonly FoundRecord[] {
  const find = (isWanted: (field: Field) => boolean) => leaves.find(({ field }) => isWanted(field))?.field;
  const name = find(({ concept }) => concept?.id === 'title');
  const type = find(({ words }) => /^(?:type|data ?type)$/.test(words.join(' ')));
  const description = find(({ concept }) => concept?.id === 'description');
  if (!name || !type || leaves.length > 4) return [];
  const items = findElements(document, ({ name: tag }) => tag === 'li', maxItems).filter(
    (item) => !((view.lines[view.firstLine.get(item) ?? -1]?.flags ?? 0) & OUTSIDE),
  );
  const first = items.find((item) => TYPED.test(textOf(item)));
  const list = first && items.filter((item) => parentOf(item) === parentOf(first));
  const parts = list?.map((item) => ({ item, found: TYPED.exec(textOf(item)) })) ?? [];
  if (parts.filter(({ found }) => found).length < minShare * parts.length) return [];
  return parts.flatMap(({ item, found }): readonly FoundRecord[] => {
    if (!found) return [];
    const cell = (raw = ''): Sighting => ({ raw, weight: 0.75, kind: 'record', node: item, excerpt: excerptOf(raw) });
    const cells = new Map([
      [name, cell(found[1])],
      [type, cell(found[2])],
    ]);
    if (description) cells.set(description, cell(found[3]));
    return [{ cells }];
  });
}
