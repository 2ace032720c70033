import type { Element } from 'domhandler';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { wordsOfAttributes } from '../page/hints';
import { findElements, parentOf, textOf } from '../page/text-of';

const CLASSES = {
  datePublished: / (?:published|post date|entry date|publish date|date published) /,
  dateModified: / (?:updated|modified|last updated|last modified|date modified) /,
} as const;
/** The footer of an article often contains the article's dates. */
const AWAY = (OUTSIDE & ~flag.footer) | flag.review;
const maxLevels = 3;

/**
 * Returns the dates from the article's `time` elements that have the requested meaning, according to their own class or
 * the class of an ancestor.
 */
export function markedDays({ view }: Evidence, id: keyof typeof CLASSES): readonly Sighting[] {
  const article = view.headline && articleAround(view.headline);
  if (!article) return [];
  return findElements(article, ({ name, attribs }) => name === 'time' && attribs.datetime !== undefined, 50).flatMap(
    (node): readonly Sighting[] => {
      const isAway = ((view.lines[view.firstLine.get(node) ?? 0]?.flags ?? 0) & AWAY) !== 0;
      if (isAway || articleAround(node) !== article || markOf(node, article) !== id) return [];
      const raw = node.attribs.datetime ?? '';
      return [{ raw, weight: 0.7, kind: 'attribute', node, excerpt: excerptOf(textOf(node) || raw) }];
    },
  );
}

/**
 * Returns the meaning of the nearest class. A class with both meanings, e.g. `published updated`, marks the publication
 * date.
 */
function markOf(node: Element, article: Element): keyof typeof CLASSES | undefined {
  let up: Element | undefined = node;
  for (let level = 0; up && up !== article && level < maxLevels; level++, up = parentOf(up)) {
    const words = wordsOfAttributes({ class: up.attribs.class ?? '' });
    if (CLASSES.datePublished.test(words)) return 'datePublished';
    if (CLASSES.dateModified.test(words)) return 'dateModified';
  }
  return undefined;
}

function articleAround(node: Element): Element | undefined {
  let up: Element | undefined = node;
  while (up && up.name !== 'article') up = parentOf(up);
  return up;
}
