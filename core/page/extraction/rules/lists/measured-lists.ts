import type { Element } from 'domhandler';
import { excerptOf, type ListSighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { elementsIn, findElements, textOf } from '../page/text-of';
import type { Field } from '../schema/field';

const weight = 0.35;
const minItems = 3;
const minSteps = 2;
const minShare = 0.6;
const maxLists = 200;
const maxBetween = 3;
/** An amount with a cooking unit at the start of an ingredient. */
const AMOUNT =
  /^(?:ca\.?\s)?(?:\d[\d.,/–-]*|[½¼¾⅓⅔]|one|two|three|half)\s?[½¼¾⅓⅔]?\s?(?:g|kg|mg|ml|cl|dl|l|oz|lbs?|cups?|tbsp|tsp|tablespoons?|teaspoons?|pinch(?:es)?|cloves?|el|tl|esslöffel|teelöffel|prisen?|stück|c\.\s?à\s?[sc]\.?|cuill\p{L}+|pincées?|cucharad\p{L}+|cucchiai\p{L}*|colher\p{L}*|eetlepels?|theelepels?|łyżk\p{L}+|łyżecz\p{L}+|szczypt\p{L}+|msk|tsk|krm)(?!\p{L})/iu;

/**
 * Returns the ingredients of a recipe, recognized by their amounts, or the steps in the numbered list after the
 * ingredients. Used if the list has no heading. Empty unless there is exactly one list of ingredients.
 */
export function measuredLists({ concept }: Field, evidence: Evidence): readonly ListSighting[] {
  if (concept?.id !== 'ingredients' && concept?.id !== 'instructions') return [];
  const [list, other] = evidence.once(ingredientLists);
  if (!list || other) return [];
  const wanted = concept.id === 'ingredients' ? list : stepsAfter(list);
  const items = wanted ? itemsOf(wanted) : [];
  const entries = items.map((node) => {
    const raw = textOf(node);
    return { raw, weight, kind: 'text' as const, node, excerpt: excerptOf(raw) };
  });
  return entries.length >= minSteps ? [{ entries, weight }] : [];
}

const itemsOf = (list: Element): readonly Element[] => elementsIn(list).filter(({ name }) => name === 'li');

function ingredientLists({ document, view }: Evidence): readonly Element[] {
  return findElements(document, ({ name }) => name === 'ul', maxLists).filter((list) => {
    const items = itemsOf(list);
    const at = view.firstLine.get(list) ?? 0;
    if (items.length < minItems || at < view.headlineAt || (view.lines[at]?.flags ?? 0) & (OUTSIDE | flag.review))
      return false;
    return items.filter((item) => AMOUNT.test(textOf(item))).length >= minShare * items.length;
  });
}

/** Returns the numbered list after a list, if at most a few elements are between them. */
function stepsAfter(list: Element): Element | undefined {
  const siblings = list.parent ? elementsIn(list.parent) : [];
  const at = siblings.indexOf(list);
  return siblings.slice(at + 1, at + 1 + maxBetween).find(({ name }) => name === 'ol');
}
