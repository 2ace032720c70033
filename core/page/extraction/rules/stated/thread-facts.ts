import type { Element } from 'domhandler';
import { counts } from '../find/counts';
import { excerptOf, type Sighting } from '../find/sighting';
import { conceptsByLabel } from '../lexicon/lexicon';
import { ofOpeningPost, openingPost } from '../lists/posts';
import type { Evidence } from '../page/evidence';
import { OUTSIDE } from '../page/flags';
import { wordsOfAttributes } from '../page/hints';
import { parentOf } from '../page/text-of';
import type { Field } from '../schema/field';

const SCORE = /^(?:(?:post|question|thread)[ _-]?)?(?:score|points|votes|upvotes|karma)$/i;
/** Matches names of fields that request the short label before or after the title of a thread. */
export const PREFIX = /^(?:(?:thread|topic|post)[ _-]?)?(?:prefix|flair)(?:[ _-]?(?:label|text))?$/i;
const PREFIX_WORDS = / (?:label|prefix|flair|linkflairlabel|badge|tag) /;
const maxLevels = 9;
const maxPrefix = 40;

/**
 * Returns the number of votes for a thread's opening post, from a `data-score` attribute or from a number next to a
 * word such as "points". Undefined for other pages and for fields that do not request votes.
 */
export function votesOf(evidence: Evidence, { name, kind }: Field): readonly Sighting[] | undefined {
  const isScore = (kind === 'integer' || kind === 'number') && SCORE.test(name);
  const post = isScore ? openingPost(evidence) : undefined;
  if (!post) return undefined;
  const stated = dataAround(post.body, 'data-score');
  return stated ? [stated] : counts(evidence, 'voteCount');
}

/** Returns the number in the given attribute of an element or of its nearest ancestor that has this attribute. */
function dataAround(node: Element, name: string): Sighting | undefined {
  let up: Element | undefined = node;
  for (let level = 0; up && level < maxLevels; level++, up = parentOf(up)) {
    const raw = up.attribs[name];
    if (raw !== undefined && /^-?\d+$/.test(raw))
      return { raw, weight: 0.65, kind: 'attribute', node: up, excerpt: excerptOf(`${name}: ${raw}`) };
  }
  return undefined;
}

/** Returns the short label in the headline of a thread, e.g. `Solved` or `Question`. */
export function prefixes({ view }: Evidence): readonly Sighting[] {
  const line = view.lines[view.headlineAt];
  const parts = line?.segments.filter(({ text }) => text.trim() !== '') ?? [];
  if (parts.length < 2) return [];
  const labels = parts.filter(
    ({ node, text }) =>
      text.length <= maxPrefix && PREFIX_WORDS.test(wordsOfAttributes({ class: node.attribs.class ?? '' })),
  );
  return labels.slice(0, 1).map(({ text, node }) => ({
    raw: text.trim(),
    weight: 0.6,
    kind: 'attribute',
    node,
    excerpt: excerptOf(line?.text ?? text),
  }));
}

/** Returns the author of a thread that offers something for sale. */
export function sellers(evidence: Evidence): readonly Sighting[] {
  const isOffer = evidence.pairs.some(
    ({ key, flags }) => !(flags & OUTSIDE) && conceptsByLabel(key).some(({ id }) => id === 'price'),
  );
  return isOffer ? ofOpeningPost(evidence, 'author') : [];
}
