import type { Element } from 'domhandler';
import { countIn } from '../find/counts';
import { factTexts } from '../find/short-facts';
import { excerptOf, type Sighting } from '../find/sighting';
import { findElements, isWithin, parentOf, textOf } from '../page/text-of';
import type { Field } from '../schema/field';

/**
 * A post: its text, the element with text and author, and the outermost element that contains this post but no other.
 */
interface VotedPost {
  readonly node: Element;
  readonly body: Element;
  readonly box: Element;
}

const SCORES = /^(?:score|points|karma)$/;
const ACCEPTED = /^(?:is )?(?:accepted|solution|solved|best)(?: answer)?$/;
const ACCEPTED_CLASS = /(?:^|\s)(?:(?:is-)?accepted(?:-answer)?|best-answer|solution)(?:$|\s)/;
const maxElements = 40;
const maxFacts = 150;

/** True for a field that requests the number of likes or votes of a post. */
export const asksForVotes = ({ concept, words }: Field): boolean =>
  concept?.id === 'likeCount' || concept?.id === 'voteCount' || SCORES.test(words.at(-1) ?? '');

/** True for a field that asks whether a post is the accepted answer. */
export const asksForAccepted = ({ kind, words }: Field): boolean =>
  kind === 'boolean' && ACCEPTED.test(words.join(' '));

/** Returns the number of likes or votes of a post, from an attribute or from text such as `4 likes`. */
export function votesOf({ concept }: Field, { box, body }: VotedPost): Sighting | undefined {
  const id = concept?.id === 'likeCount' ? concept.id : 'voteCount';
  const votes = findElements(box, (node) => voteIn(node, id) !== undefined, maxElements);
  const node = [box, ...votes].find((one) => !isWithin(one, body) && voteIn(one, id) !== undefined);
  const raw = node && voteIn(node, id);
  return raw === undefined ? undefined : { raw, weight: 0.8, kind: 'record', node, excerpt: excerptOf(raw) };
}

function voteIn(node: Element, id: string): string | undefined {
  const { itemprop = '', content } = node.attribs;
  const isScore = id === 'voteCount' && (itemprop === 'upvoteCount' || node.attribs['data-score'] !== undefined);
  if (!isScore)
    return factTexts(textOf(node).slice(0, maxFacts))
      .map((fact) => countIn(fact, id))
      .find(Boolean);
  const stated = node.attribs['data-score'] ?? node.attribs['data-value'] ?? content ?? textOf(node);
  return /^-?\d/.test(stated) ? stated : undefined;
}

/** True for an element whose markup or class states that it is the accepted answer. */
export const isMarkedAccepted = ({ attribs }: Element): boolean =>
  attribs.itemprop === 'acceptedAnswer' || ACCEPTED_CLASS.test(attribs.class ?? '');

/** True for a post that is marked as the accepted answer. */
export function isAccepted({ node, box }: VotedPost): boolean {
  for (let up: Element | undefined = node; up; up = parentOf(up)) {
    if (isMarkedAccepted(up)) return true;
    if (up === box) return false;
  }
  return false;
}
