import type { Element } from 'domhandler';
import { inLines } from '../find/in-lines';
import { excerptOf, type Sighting } from '../find/sighting';
import { factOfLastPost } from '../lists/posts';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { wordsOfAttributes } from '../page/hints';
import { elementsIn, findElement, findElements, textOf } from '../page/text-of';
import type { Field } from '../schema/field';
import { emailsOfPurpose } from './contact-purposes';
import { outgoingLinks } from './outgoing-links';

const NOTE = /^(?:warning|caution|danger|note|tip|hint|important)(?:[ _-](?:text|note|box))?$/i;
const NOTE_BOX = / (?:admonition|callout|alert|notice) /;
/** True for a field that requests the title of a neighbouring page. */
export const isNeighbour = (name: string): boolean => NEXT.test(name) || PREVIOUS.test(name);

const NEXT =
  /^next[ _-]?(?:page|chapter|topic|section|article|post|story|lesson|episode|entry)(?:[ _-]?(?:title|name))?$/i;
const PREVIOUS =
  /^prev(?:ious)?[ _-]?(?:page|chapter|topic|section|article|post|story|lesson|episode|entry)(?:[ _-]?(?:title|name))?$/i;
const weight = 0.6;

/**
 * Returns values for fields that are recognized only by their names: links, email addresses for a given purpose, the
 * date or author of the last post, notes such as `warning`, and the titles of neighbouring pages.
 */
export const namedFacts = (field: Field, evidence: Evidence): readonly Sighting[] => [
  ...outgoingLinks(field.name, evidence),
  ...emailsOfPurpose(field.name, evidence),
  ...factOfLastPost(field, evidence),
  ...(field.kind === 'string' && field.format === undefined ? partsOfManual(field.name, evidence) : []),
];

function partsOfManual(name: string, evidence: Evidence): readonly Sighting[] {
  if (NOTE.test(name)) return notes(name.split(/[ _-]/)[0]?.toLowerCase() ?? '', evidence);
  const side = NEXT.test(name) ? 'next' : PREVIOUS.test(name) ? 'prev' : undefined;
  return side ? [...neighbours(side, evidence), ...neighboursBelow(side, evidence)] : [];
}

/** Returns the texts of notes of the given type, without their titles. */
function notes(type: string, { document }: Evidence): readonly Sighting[] {
  const boxes = findElements(
    document,
    ({ name, attribs }) => {
      const words = wordsOfAttributes({ class: attribs.class ?? '' });
      return /^(?:div|aside|section|blockquote)$/.test(name) && NOTE_BOX.test(words) && words.includes(` ${type} `);
    },
    2,
  );
  const [box, other] = boxes;
  if (!box || other) return [];
  const texts = elementsIn(box).filter((part) => !/title|heading/i.test(part.attribs.class ?? ''));
  const raw = texts.map(textOf).join(' ').trim();
  return raw === '' ? [] : [{ raw, weight, kind: 'attribute', node: box, excerpt: excerptOf(raw) }];
}

const BELOW_LABEL = {
  next: /^next(?: (?:page|chapter|topic|article|post|story|lesson|episode|entry))?\s?[:→»›]?$/i,
  prev: /^[←«‹]?\s?prev(?:ious)?(?: (?:page|chapter|topic|article|post|story|lesson|episode|entry))?\s?:?$/i,
} as const;

const BESIDE_LABEL = {
  next: /^next(?: (?:page|chapter|article|post|story|lesson|episode|entry))?\s?:\s(\S.+)$/i,
  prev: /^prev(?:ious)?(?: (?:page|chapter|article|post|story|lesson|episode|entry))?\s?:\s(\S.+)$/i,
} as const;

/** Returns the title in a link after a label such as `Previous article`, on the same or the next line. */
const neighboursBelow = (side: 'next' | 'prev', { view }: Evidence): readonly Sighting[] =>
  inLines({ view }, { near: [0], maxChars: 200, away: 0, weight: 0.5, kind: 'label' }, (text, { segments }, at) => {
    const isLinked = segments.some(({ flags }) => flags & flag.link && !(flags & (flag.button | flag.form)));
    const beside = isLinked ? BESIDE_LABEL[side].exec(text)?.[1] : undefined;
    if (beside !== undefined) return beside;
    const next = view.lines[at + 1];
    const isTitle = next && next.flags & flag.link && next.text.length <= 200 && !BELOW_LABEL.next.test(next.text);
    return BELOW_LABEL[side].test(text) && isTitle ? next.text : undefined;
  });

/** Matches the words before a title that state its direction, e.g. `Previous Previous`. */
const DIRECTION_WORDS =
  /^(?:(?:previous|prev|next|older|newer)(?:\s(?:page|chapter|topic|article|post|story|lesson|episode|entry))?(?:\s?[:←→«»‹›]\s?|\s|$))+/i;

const DIRECTION = / (?:direction|meta nav|nav (?:subtitle|label)|sr only|screen reader text) /;

/** Returns the text of a title, without an element that states the direction, e.g. `Next`. */
function withoutDirection(title: Element): string {
  const parts = elementsIn(title);
  const own = parts.filter(({ attribs }) => !DIRECTION.test(wordsOfAttributes({ class: attribs.class ?? '' })));
  return own.length === parts.length ? textOf(title) : own.map(textOf).join(' ').trim();
}

/** Returns the title in a link to the next or previous page. Empty for links without a title of their own. */
function neighbours(side: 'next' | 'prev', { document }: Evidence): readonly Sighting[] {
  const isSide = ({ name, attribs }: Element): boolean =>
    name === 'a' && ` ${attribs.rel ?? ''} ${wordsOfAttributes({ class: attribs.class ?? '' })} `.includes(` ${side} `);
  return findElements(document, isSide, 5).flatMap((link): readonly Sighting[] => {
    const title = findElement(link, ({ attribs }) =>
      / (?:label|title) /.test(wordsOfAttributes({ class: attribs.class ?? '' })),
    );
    const named = title ? withoutDirection(title) : '';
    const raw = (named || (link.attribs.title ?? '').trim()).replace(DIRECTION_WORDS, '');
    return raw === '' ? [] : [{ raw, weight, kind: 'attribute', node: link, excerpt: excerptOf(textOf(link)) }];
  });
}
