import type { Element } from 'domhandler';
import { isEditNote, MAX_EDIT } from '../../../documents/metadata/publication-line';
import { excerptOf, type ListSighting, type Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { wordsOfAttributes } from '../page/hints';
import { elementsIn, findElements, isWithin, parentOf, textOf } from '../page/text-of';
import type { Field } from '../schema/field';
import { parseDay } from '../values/dates';
import { asksForAccepted, asksForVotes, isAccepted, votesOf } from './post-votes';

/** A post in a thread, or a comment. */
export interface Post {
  readonly author: Element;
  readonly body: Element;
  /** Element that contains the post's date, if any. */
  readonly day: Element | undefined;
  /** Innermost element that contains both the author and the text. */
  readonly node: Element;
  /** Outermost element that contains this post but no other. */
  readonly box: Element;
}

const BODY =
  / (?:post ?body|post ?content|post text|message ?(?:body|text|content)|msg ?(?:body|text)|comment ?(?:body|text|content)|commtext|content|body|bbwrapper|cooked|s prose|inhalt|contenu|contenido|contenuto|conteudo|inhoud|tresc|postcontent|post message|text) /;
/**
 * Matches classes that do not identify content: layout and colour classes of CSS frameworks, and classes for the text
 * of badges and buttons.
 */
const UTILITIES =
  /(?<!\S)(?:(?:justify|align|place)-content-\S+|content-(?:start|end|center|between|around|stretch)|text-(?:nowrap|muted|truncate|break|wrap|uppercase|lowercase|capitalize|center|left|right|start|end|justify|xs|sm|base|lg|xl|\dxl|(?:primary|secondary|success|danger|warning|info|light|dark|white|black)(?:-\d+)?|(?:gray|slate|zinc|red|blue|green)-\d+)|(?:badge|btn|button|label|link|icon|tooltip|status)-text)(?!\S)/g;
const POSTER =
  / (?:user ?name|nick(?:name)?|poster|post ?author|comment ?author|hnuser|creator|author|member ?name|display ?name|user ?link|user ?details) /;
const POSTER_LINK =
  /\/(?:users?|members?|profiles?|u|utenti|benutzer|mitglieder|usuarios?|utilisateurs?|membres?|gebruikers?|leden|uzytkownik|anvandare)\/[^/?#]+|user\?id=|member(?:list)?\.php|action=profile/i;
const TIME = / (?:date|time|when|posted|age|timestamp|postdate|relativetime|post ?time) /;
const maxBodies = 400;
const maxLevels = 7;
const maxName = 60;
const maxBox = 3;

/** Returns the posts of a page in order. Empty unless at least two posts have an author. */
export function postsOf({ document }: Evidence): readonly Post[] {
  const inner: Element[] = [];
  const outer = new Set<Element>();
  // Visits the innermost elements first, so that the text of nested elements is read only once.
  for (const body of findElements(document, isBody, maxBodies).toReversed()) {
    if (outer.has(body) || textOf(body) === '') continue;
    inner.unshift(body);
    for (let up = parentOf(body); up && !outer.has(up); up = parentOf(up)) outer.add(up);
  }
  const posts = inner.flatMap((body) => postAround(body, inner) ?? []);
  return posts.length >= 2 ? posts : [];
}

/** True for an element with the text of a post. */
export const isBody = ({ name, attribs }: Element): boolean =>
  /^(?:div|p|section|blockquote|span|td|article|li)$/.test(name) &&
  (/\btext\b|articleBody/.test(attribs.itemprop ?? '') ||
    BODY.test(wordsOfAttributes({ class: (attribs.class ?? '').replace(UTILITIES, ' ') })));

/**
 * Returns the post around a body: the innermost enclosing element that has an author and does not contain the body of
 * another post.
 */
function postAround(body: Element, bodies: readonly Element[]): Post | undefined {
  let up = parentOf(body);
  for (let level = 0; up && level < maxLevels; level++, up = parentOf(up)) {
    const node = up;
    if (node.name === 'body') return undefined;
    const others = bodies.filter((other) => other !== body && isWithin(other, node));
    const replies = others.length > 0 ? replyList(node, others) : undefined;
    if (others.length > 0 && !replies) return undefined;
    const outside = (element: Element) =>
      !isWithin(element, body) && !isWithin(body, element) && !(replies && isWithin(element, replies));
    const author = nameIn(node, outside);
    if (author) return { author, body, node, box: boxAround(node, bodies), day: dayAround(node, outside, bodies) };
    if (replies) return undefined;
  }
  return undefined;
}

/** Returns the list of replies inside a comment: a child list that contains all other bodies. */
const replyList = (node: Element, others: readonly Element[]): Element | undefined =>
  node.name === 'li' || node.name === 'article'
    ? elementsIn(node).find((list) => /^[ou]l$/.test(list.name) && others.every((other) => isWithin(other, list)))
    : undefined;

/** Returns the outermost element that contains a post but no other post. */
function boxAround(node: Element, bodies: readonly Element[]): Element {
  const hasOne = (element: Element) => bodies.filter((body) => isWithin(body, element)).length <= 1;
  let box = node;
  for (let level = 0; level < maxBox; level++) {
    const up = parentOf(box);
    if (!up || up.name === 'body' || !hasOne(up)) return box;
    box = up;
  }
  return box;
}

function nameIn(post: Element, accepts: (node: Element) => boolean): Element | undefined {
  const isMarked = (node: Element): boolean => within(post, node, ({ attribs }) => attribs.itemprop === 'author');
  const found = findElements(
    post,
    (node) =>
      (POSTER.test(wordsOfAttributes({ class: node.attribs.class ?? '' })) ||
        node.attribs.itemprop === 'author' ||
        (node.attribs.itemprop === 'name' && isMarked(node)) ||
        (node.name === 'a' && POSTER_LINK.test(node.attribs.href ?? ''))) &&
      accepts(node) &&
      !isEdit(post, node),
    20,
  ).filter((node) => textOf(node) !== '' && !/^\d/.test(textOf(node)));
  // Among nested elements, only the innermost contains nothing but the name.
  const names = found.filter((node) => !found.some((other) => other !== node && isWithin(other, node)));
  const name = names.find(isMarked) ?? names[0];
  return name && textOf(name).length <= maxName ? name : undefined;
}

/** True for an element in a note about the last edit of a post, e.g. `edited Jun 9 by Ada Holm`. */
function isEdit(post: Element, node: Element): boolean {
  for (let up: Element | undefined = node; up && up !== post; up = parentOf(up)) {
    const text = textOf(up);
    if (isEditNote(text)) return true;
    // The text of an ancestor is at least as long, so no ancestor can be a note either.
    if (text.length > MAX_EDIT) return false;
  }
  return false;
}

/**
 * True if an element, or one of its ancestors inside the post, passes the test. If there is no post, all ancestors are
 * tested.
 */
function within(post: Element | undefined, node: Element, passes: (element: Element) => boolean): boolean {
  for (let up: Element | undefined = node; up && up !== post; up = parentOf(up)) if (passes(up)) return true;
  return false;
}

/**
 * Returns the element with the date of a post. The date may be in a header next to the element with the author and
 * text.
 */
function dayAround(
  post: Element,
  accepts: (node: Element) => boolean,
  bodies: readonly Element[],
): Element | undefined {
  let up: Element | undefined = post;
  for (let level = 0; up && level < 4; level++, up = parentOf(up)) {
    const node = up;
    // At the first level, the element may contain replies, because `accepts` excludes them.
    if (node.name === 'body' || (level > 0 && bodies.filter((body) => isWithin(body, node)).length > 1))
      return undefined;
    const found = findElements(node, (one) => accepts(one) && isDay(one) && !isEdit(node, one), 10);
    const [day] = found.filter((one) => !found.some((other) => other !== one && isWithin(other, one)));
    if (day) return day;
  }
  return undefined;
}

/** Exact time in a tooltip. The visible text is often relative, e.g. "2 hours ago". */
const EXACT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?Z?/;

function isDay(node: Element): boolean {
  if (node.name === 'span' && EXACT.test(node.attribs.title ?? '')) return true;
  // Elements such as `relative-time` also have a `datetime` attribute.
  const isTime = node.name === 'time' || node.attribs.datetime !== undefined;
  if (!isTime && !TIME.test(wordsOfAttributes({ class: node.attribs.class ?? '' })) && node.name !== 'p') return false;
  const text = momentOf(node);
  return text.length < 100 && parseDay(text) !== undefined;
}

const momentOf = (node: Element): string =>
  [node.attribs.datetime, EXACT.exec(node.attribs.title ?? '')?.[0] ?? node.attribs.title, textOf(node)].find(
    (text) => text && parseDay(text) !== undefined,
  ) ?? '';

/** Removes the author before a date, e.g. `by Ada Holm » Tue Mar 10, 2026`. */
function withoutName(moment: string, name: string): string {
  const rest = moment.slice(moment.indexOf(name) + name.length).replace(/^[^\p{L}\p{N}]+/u, '');
  return moment.includes(name) && parseDay(rest) !== undefined ? rest : moment;
}

const POSTS = /^(?:posts?|messages?|comments?|thread|entries)$/;
const REPLIES = /^(?:replies|reply|answers?|responses?)$/;
const REPLY_TYPE = /\/(?:Answer|Comment)$/;
const REPLY_CLASS = / (?:answer|reply|response|antwort|réponse|reponse|respuesta|risposta|resposta|antwoord|svar) /;
const TEXTS = /^(?:text|body|content|message|comment|post|reply|answer|says?)$/;

/** Returns the value of a record field in a post. */
function valueFor(field: Field, post: Post): Sighting | undefined {
  const { concept, words } = field;
  const { author, body, day } = post;
  const of = (node: Element, raw = textOf(node)): Sighting => ({
    raw,
    weight: 0.8,
    kind: 'record',
    node,
    excerpt: excerptOf(raw),
  });
  if (concept?.id === 'author' || /^(?:user|name|poster)$/.test(words.at(-1) ?? '')) return of(author);
  if (concept?.kind === 'date') return day && of(day, withoutName(momentOf(day), textOf(author)));
  if (asksForVotes(field)) return votesOf(field, post);
  if (asksForAccepted(field)) return { ...of(body), raw: isAccepted(post) };
  return concept?.id === 'body' || concept?.id === 'description' || words.some((word) => TEXTS.test(word))
    ? of(body)
    : undefined;
}

/**
 * Returns the posts as records of a list such as `posts` or `replies`. Empty unless the first post has a value for
 * every record field.
 */
export function postRecords(field: Field, item: Field, evidence: Evidence): readonly ReadonlyMap<Field, Sighting>[] {
  const words = wordsOf(field.name);
  const wantsReplies = words.some((word) => REPLIES.test(word));
  if (!wantsReplies && !words.some((word) => POSTS.test(word))) return [];
  const posts = evidence.once(postsOf);
  const listed = (wantsReplies && !isReply(posts[0])) || isApart(posts) ? posts.slice(1) : posts;
  const records = listed.map(
    (post) =>
      new Map(
        item.fields.flatMap((one) => {
          const value = valueFor(one, post);
          return value ? [[one, value] as const] : [];
        }),
      ),
  );
  return records[0] && records[0].size === item.fields.length ? records : [];
}

/** True for a post that is marked as an answer or comment. */
const isReply = (post: Post | undefined): boolean =>
  post !== undefined &&
  (within(undefined, post.body, ({ attribs }) => REPLY_TYPE.test(attribs.itemtype ?? '')) ||
    [post.node, post.box].some(({ attribs }) => REPLY_CLASS.test(wordsOfAttributes({ class: attribs.class ?? '' }))));

/** True if the first post looks different from the others, like a question above its comments. */
const isApart = ([first, second, third]: readonly Post[]): boolean =>
  first !== undefined &&
  second !== undefined &&
  third !== undefined &&
  lookOf(second) === lookOf(third) &&
  lookOf(first) !== lookOf(second);

const lookOf = ({ node, body }: Post): string =>
  [node, body].map(({ name, attribs }) => `${name}.${(attribs.class ?? '').split(/\s/)[0]}`).join(' ');

/** Returns the first post of a thread, unless it is a comment below an article. */
export function openingPost(evidence: Evidence): Post | undefined {
  const posts = evidence.once(postsOf);
  const { view } = evidence;
  const lineOf = ({ body }: Post) => view.firstLine.get(body) ?? 0;
  // Lists in a column before the headline may look like posts.
  const first = posts.find((post) => lineOf(post) >= view.headlineAt) ?? posts[0];
  const at = first ? lineOf(first) : 0;
  return first && at - view.headlineAt < 25 && !((view.lines[at]?.flags ?? 0) & flag.review) ? first : undefined;
}

/** Returns the author, date or text of the first post in a thread. */
export function ofOpeningPost(evidence: Evidence, part: 'author' | 'day' | 'body'): readonly Sighting[] {
  const post = openingPost(evidence);
  const node = post?.[part];
  if (!node) return [];
  const raw = part === 'day' ? momentOf(node) : textOf(node);
  return [{ raw, weight: 0.66, kind: 'text', node, excerpt: excerptOf(raw) }];
}

const PARTICIPANTS = /^(?:participants|participating[ _-]?users|posters|commenters)$/i;
const LAST_AUTHOR =
  /^(?:last|latest)[ _-]?(?:post|reply|message|comment)[ _-]?(?:author|by|user|user[ _-]?name|poster)$/i;
const LAST_POST = /^(?:last|latest)[ _-]?(?:post|reply|message|comment|activity)(?:[ _-]?(?:date|day|at|on))?$/i;

/** Returns the authors of all posts, each once, for a field such as `participants`. */
export function authorsOfPosts({ name }: Field, evidence: Evidence): readonly ListSighting[] {
  if (!PARTICIPANTS.test(name)) return [];
  const authors = new Map(evidence.once(postsOf).map(({ author }) => [textOf(author), author]));
  const weight = 0.7;
  const entries = [...authors].map(
    ([raw, node]): Sighting => ({ raw, weight, kind: 'record', node, excerpt: excerptOf(raw) }),
  );
  return entries.length > 0 ? [{ weight, entries }] : [];
}

/** Returns the date or author of the latest post for a field such as `last_post_date`. Empty if a post has no date. */
export function factOfLastPost({ name }: Field, evidence: Evidence): readonly Sighting[] {
  const ofAuthor = LAST_AUTHOR.test(name);
  const posts = ofAuthor || LAST_POST.test(name) ? evidence.once(postsOf) : [];
  const days = posts.flatMap(({ day, author }) => {
    const raw = day ? withoutName(momentOf(day), textOf(author)) : '';
    const iso = parseDay(raw, evidence.place.dates);
    return iso === undefined ? [] : [{ iso, raw, node: day, author }];
  });
  const last = days.toSorted((a, b) => a.iso.localeCompare(b.iso)).at(-1);
  if (last === undefined || days.length < posts.length) return [];
  const [raw, node] = ofAuthor ? [textOf(last.author), last.author] : [last.iso, last.node];
  return [{ raw, weight: 0.7, kind: 'text', node, excerpt: excerptOf(ofAuthor ? raw : last.raw) }];
}
