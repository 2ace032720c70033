import type { Element } from 'domhandler';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { parentOf, textOf } from '../page/text-of';
import type { Field } from '../schema/field';
import { authorsOfAccepted, votesOfAccepted } from '../stated/question-facts';
import { isMarkedAccepted } from './post-votes';
import { ofOpeningPost, type Post, postsOf } from './posts';
import { type TextPost, textPosts } from './text-posts';

const BY = '(?:[ _-]?(?:author|by|user|user[ _-]?name|poster|name))';
const ACCEPTED_BY = new RegExp(`^(?:accepted|best|solution|solved)(?:[ _-]?answer)?${BY}$`, 'i');
const ACCEPTED_VOTES = /^(?:accepted|best)[ _-]?answer[ _-]?(?:up)?(?:votes?|likes|score)(?:[ _-]?count)?$/i;
const REPLY_BY = new RegExp(`^first[ _-]?(?:reply|answer|response|comment)${BY}$`, 'i');
const REPLY_VOTES = /^first[ _-]?(?:reply|answer|response|comment)[ _-]?(?:up)?(?:votes?|likes|score)$/i;
const TOTAL = /^(?:total[ _-]?posts|number[ _-]?of[ _-]?posts|posts?[ _-]?(?:count|total))$/i;
const STARTED_BY =
  /^(?:(?:thread|topic)[ _-]?)?(?:started[ _-]?by|starter|opener|asked[ _-]?by|original[ _-]?poster|op)$|^(?:topic|thread)[ _-]?author$/i;
const STARTED_ON =
  /^(?:(?:thread|topic)[ _-]?)?(?:started|opened|asked|posted|created)[ _-]?(?:on|at|date)$|^(?:start|asked)[ _-]?date$/i;
const LAST = /^(?:last|latest)[ _-]?(?:post|reply|message|activity)(?:[ _-]?(?:date|day|at|on))?$/i;
const weight = 0.8;

/** Returns facts about single posts of a thread: who started it, who replied first, who wrote the accepted answer. */
export function postFacts({ name, kind }: Field, evidence: Evidence): readonly Sighting[] {
  if (ACCEPTED_BY.test(name)) {
    const shown = authorOf(evidence.once(postsOf).find(isInAccepted));
    return shown.length > 0 ? shown : authorsOfAccepted(evidence);
  }
  if (ACCEPTED_VOTES.test(name)) return votesOfAccepted(evidence);
  if (![STARTED_BY, STARTED_ON, REPLY_BY, REPLY_VOTES, TOTAL, LAST].some((one) => one.test(name))) return [];
  const marked = evidence.once(postsOf);
  const posts = marked.length > 0 ? [] : evidence.once(textPosts);
  if (posts.length > 0) return inText(name, kind, posts);
  if (STARTED_ON.test(name)) return ofOpeningPost(evidence, 'day');
  if (!REPLY_BY.test(name)) return [];
  const isQuestion = marked.some(isAnswer) || evidence.items.some(({ types }) => types.includes('qapage'));
  if (/answer/i.test(name) && isQuestion) return authorOf(marked.slice(1).find(isAnswer));
  return authorOf(marked[1]);
}

/** Returns the author of the first post in a thread whose post headers are lines of text. */
export function startersInText(evidence: Evidence): readonly Sighting[] {
  const [first] = evidence.once(textPosts);
  return first
    ? [{ raw: first.author, weight: 0.95, kind: 'record', node: first.node, excerpt: excerptOf(first.text) }]
    : [];
}

const maxLevels = 6;

/**
 * True for a post inside the accepted answer. The first such post is the answer itself, and the others are comments on
 * it.
 */
function isInAccepted({ node }: Post): boolean {
  let up: Element | undefined = node;
  for (let level = 0; up && level < maxLevels; level++, up = parentOf(up)) if (isMarkedAccepted(up)) return true;
  return false;
}

const COMMENT = /(?:^|[\s_-])comments?(?:[\s_-]|$)/i;
const ANSWER = /(?:^|[\s_-])answer(?:[\s_-]|$)/i;

/** True for a post whose type or class marks it as an answer. False for a comment on an answer. */
const isAnswer = (post: Post): boolean => markedAs(post) === 'answer';

function markedAs({ body }: Post): 'comment' | 'answer' | undefined {
  let up: Element | undefined = body;
  for (let level = 0; up && level < maxLevels; level++, up = parentOf(up)) {
    const { itemtype = '', class: names = '' } = up.attribs;
    if (/\/Comment$/.test(itemtype) || COMMENT.test(names)) return 'comment';
    if (/\/Answer$/.test(itemtype) || ANSWER.test(names)) return 'answer';
  }
  return undefined;
}

const authorOf = (post: Post | undefined): readonly Sighting[] => {
  const raw = post ? textOf(post.author) : '';
  return post ? [{ raw, weight, kind: 'record', node: post.author, excerpt: excerptOf(raw) }] : [];
};

/** Returns a fact from posts whose headers are lines of text. */
function inText(name: string, kind: Field['kind'], posts: readonly TextPost[]): readonly Sighting[] {
  const [first, reply] = posts;
  const of = (post: TextPost | undefined, raw: Sighting['raw'] | undefined): readonly Sighting[] =>
    post && raw !== undefined
      ? [{ raw, weight: 0.95, kind: 'record', node: post.node, excerpt: excerptOf(post.text) }]
      : [];
  const isNumber = kind === 'number' || kind === 'integer';
  if (STARTED_BY.test(name)) return of(first, first?.author);
  if (STARTED_ON.test(name)) return of(first, first?.day);
  if (REPLY_BY.test(name)) return of(reply, reply?.author);
  if (REPLY_VOTES.test(name)) return of(reply, reply?.votes);
  if (TOTAL.test(name) && isNumber) return of(first, posts.length);
  return LAST.test(name) ? of(posts.at(-1), posts.at(-1)?.day) : [];
}
