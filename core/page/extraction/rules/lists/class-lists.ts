import { excerptOf, type ListSighting, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { findElements, isWithin, textOf } from '../page/text-of';
import type { Field } from '../schema/field';

const maxEntries = 400;

const CLASS_NAMES: Readonly<Record<string, RegExp>> = {
  ingredients:
    / (ingredients?( (list|item|items|group))?|recipe ingredients?|zutaten|ingredientes?|ingredienti|recipeingredient|wprm recipe ingredient|skladniki|ingrediens\w*) /,
  instructions:
    / (instructions?|directions?|steps?|method|recipe (instructions?|steps?|directions?|method)|zubereitung|preparacion|preparation|recipeinstructions|wprm recipe instruction|etapes?|procedimento|preparo) /,
};

/** Returns lists in elements whose class matches the field. */
export function listsByClass(field: Field, evidence: Evidence): readonly ListSighting[] {
  const known = CLASS_NAMES[field.concept?.id ?? ''];
  if (known) return [...itemsInside(known, evidence), ...itemsNamed(known, evidence)];
  const words = field.words.join(' ').replace(/[^\p{L}\d ]/gu, '');
  if (words.length < 4) return [];
  const inside = itemsInside(new RegExp(` ${words}(?: list| items)? `), evidence);
  return inside.length > 0 || !/[^s]s$/.test(words) ? inside : namesMarked(words.slice(0, -1), evidence);
}

const maxName = 60;

/** Returns short texts whose class identifies them as names, e.g. `instructor-name` for `instructors`. */
function namesMarked(thing: string, { view }: Evidence): readonly ListSighting[] {
  const pattern = new RegExp(` ${thing} (?:name|title) `);
  const entries = view.hinted.flatMap(({ node, words, flags, from }): readonly Sighting[] => {
    const away = (flags | (view.lines[from]?.flags ?? 0)) & (OUTSIDE | flag.review);
    const raw = away || !pattern.test(words) ? '' : textOf(node);
    return raw === '' || raw.length > maxName
      ? []
      : [{ raw, weight: 0.5, kind: 'attribute', node, excerpt: excerptOf(raw) }];
  });
  return new Set(entries.map(({ raw }) => raw)).size < 2 ? [] : [{ entries, weight: 0.5 }];
}

/** Returns lists of elements whose own class matches the field. The elements of a list have the same class words. */
function itemsNamed(pattern: RegExp, { view }: Evidence): readonly ListSighting[] {
  const groups = new Map<string, Sighting[]>();
  for (const { node, words, flags } of view.hinted) {
    if (
      !pattern.test(words) ||
      flags & OUTSIDE ||
      !(node.name === 'li' || node.name === 'p' || node.name === 'tr' || node.name === 'div' || node.name === 'span')
    )
      continue;
    const text = textOf(node);
    if (
      text.length < 2 ||
      (groups.size > 0 &&
        node.parent &&
        groups.get(words)?.some(({ node: known }) => known && isWithin(node.parent, known)))
    )
      continue;
    const group = groups.get(words) ?? [];
    group.push({ raw: text, weight: 0.5, kind: 'attribute', node, excerpt: excerptOf(text) });
    groups.set(words, group);
  }
  return [...groups.values()].filter((entries) => entries.length >= 2).map((entries) => ({ entries, weight: 0.5 }));
}

/** Returns the items of lists inside elements whose class matches the field. */
function itemsInside(pattern: RegExp, { document, view }: Evidence): readonly ListSighting[] {
  const containers = findElements(
    document,
    ({ name, attribs }) =>
      (name === 'ul' || name === 'ol' || name === 'div' || name === 'span') &&
      pattern.test(` ${(attribs.class ?? '').toLowerCase().replace(/[^a-z]+/g, ' ')} `),
    12,
  );
  // If several lists share a class, the class does not identify the requested list.
  const outer = containers.filter((node) => !containers.some((other) => other !== node && isWithin(node, other)));
  const isShared = outer.length > 1 && !pattern.test(' ingredients ') && !pattern.test(' instructions ');
  return (isShared ? [] : containers).flatMap((node) => {
    if ((view.lines[view.firstLine.get(node) ?? 0]?.flags ?? 0) & OUTSIDE) return [];
    const items = findElements(node, ({ name }) => name === 'li', maxEntries).filter(
      (item) => findElements(item, ({ name }) => name === 'li', 1).length === 0,
    );
    const entries = items
      .map((item) => ({
        raw: textOf(item),
        weight: 0.55,
        kind: 'attribute' as const,
        node: item,
        excerpt: excerptOf(textOf(item)),
      }))
      .filter(({ raw }) => raw !== '');
    return entries.length < 2 ? [] : [{ entries, weight: 0.58 }];
  });
}
