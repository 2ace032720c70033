import type { Element } from 'domhandler';
import { wordSet } from '../../../../common/values/words';
import { isOtherDay } from '../../../documents/metadata/visible-facts';
import { conceptsByLabel } from '../lexicon/lexicon';
import { labelKey, likeness, wordsOf } from '../lexicon/words';
import { isBody } from '../lists/posts';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Pair } from '../page/pairs';
import { findElement, findElements, isWithin, textOf } from '../page/text-of';
import type { Hinted, Line } from '../page/view';
import type { Field } from '../schema/field';
import { isSentence, sentencesIn } from '../sentences';
import { postalAddressIn } from './sentence-facts';
import { excerptOf, type Sighting } from './sighting';

const PAIR_WEIGHTS = { table: 0.8, definition: 0.8, label: 0.75 } as const;

/**
 * Returns the weight of a value according to its position on the page. Values in menus and related links have a low
 * weight.
 */
export function placeWeight(flags: number): number {
  if (flags & (flag.related | flag.navigation | flag.dialog)) return 0.35;
  if (flags & (flag.footer | flag.aside)) return 0.6;
  if (flags & flag.review) return 0.5;
  return flags & flag.hidden ? 0.75 : 1;
}

/**
 * Returns the weight of a labelled value according to its position. In a navigation area, a value with a digit, e.g. a
 * phone number, counts as a fact rather than part of the menu, unless it is a link.
 */
const placeOfPair = ({ flags, value }: Pair): number =>
  flags & flag.navigation && !(flags & (flag.link | flag.related | flag.dialog)) && /\d/.test(value)
    ? 0.6
    : placeWeight(flags);

/** Labels that are too general for a field name of several words, e.g. `minimum` for `minimum_age`. */
const LIMITS = wordSet('min max minimum maximum total number');

/**
 * Last words of field names that labels often omit, e.g. `Headquarters` for `headquarters_address`. The value must then
 * contain a digit.
 */
const SUFFIX = /^(?:address|date|hours|number)$/;

/** A label with a complement, e.g. `director of the fair`. */
const COMPLEMENT = /^(.+?) (?:of|for|de|del|des|du|der|di|dell[ao]|do|da|van|av) ./u;

/** Returns a score from 0 to 1 for how well a label matches the name of a field. */
export function labelFit(field: Field, key: string): number {
  if (field.concept) {
    const rank = conceptsByLabel(key).indexOf(field.concept);
    if (rank >= 0) return key === wordsOf(field.name).join(' ') ? 1 : rank === 0 ? 0.97 : 0.95;
  }
  if (field.concept?.kind === 'name' && conceptsByLabel(key).length === 0) {
    const bare = COMPLEMENT.exec(key)?.[1];
    if (bare !== undefined && conceptsByLabel(bare).indexOf(field.concept) >= 0) return 0.9;
  }
  if (field.words.length > 1 && LIMITS.has(key)) return 0;
  const like = likeness(wordsOf(key), field.words);
  if (like >= 0.99) return 1;
  if (field.words.length > 1 && SUFFIX.test(field.words.at(-1) ?? '') && key === field.words.slice(0, -1).join(' '))
    return 0.85;
  const known = conceptsByLabel(key).length > 0;
  const described = describedFit(field, key, known);
  if (described > 0) return described;
  if (known || field.words.length === 0) return like >= 0.8 && !field.concept ? 0.8 : 0;
  return like >= 0.65 ? like * 0.9 : 0;
}

const minDescribed = 4;
/**
 * First words of a description that labels often omit. For example, the label of `name of the landlord` is often just
 * `Landlord`.
 */
const IMPLIED = /^(?:name|nom|nombre|nome|naam|nazwa|namn|time|temps|tiempo|tempo|zeit|dauer|durée|tijd|czas|tid)$/;

/**
 * Rates how well a label matches the field's description, which is often written in the language of the page. A known
 * label must equal the entire description. For an unknown label, the first words of the description suffice, or its
 * last words after a word such as `name`.
 */
function describedFit({ description }: Field, key: string, known: boolean): number {
  if (key.length < minDescribed || description.length < key.length) return 0;
  const [words, label] = [wordsOf(description), wordsOf(key)];
  if (!known && IMPLIED.test(words[0] ?? '') && words.length > label.length + 1 && words.length <= label.length + 3)
    if (label.every((word, at) => word === words[words.length - label.length + at])) return 0.85;
  if (!label.every((word, at) => word === words[at])) return 0;
  return label.length === words.length ? 0.95 : known ? 0 : 0.85;
}

/** Date concepts that never refer to the start or end of an event. */
const PAST = new Set(['datePublished', 'dateModified']);

/** Returns the values whose label matches the field. */
export function fromPairs(field: Field, pairs: readonly Pair[], fits: Map<string, number>): readonly Sighting[] {
  const found: Sighting[] = [];
  for (const pair of pairs) {
    let fit = fits.get(pair.key);
    if (fit === undefined) {
      fit = labelFit(field, pair.key);
      fits.set(pair.key, fit);
    }
    if (
      fit < 0.5 ||
      isAbout(pair, field) ||
      (fit === 0.85 && SUFFIX.test(field.words.at(-1) ?? '') && !/\d/.test(pair.value)) ||
      (PAST.has(field.concept?.id ?? '') && isOtherDay(pair.value))
    )
      continue;
    const isOwn = field.concept?.kind === 'name' && isNameOf(pair.key, field);
    const weight = (isOwn ? 0.9 : PAIR_WEIGHTS[pair.kind] * fit) * placeOfPair(pair);
    found.push({
      raw: readingOf(field, pair),
      weight,
      kind: pair.kind,
      node: pair.node,
      excerpt: excerptOf(`${pair.label}: ${pair.value}`),
    });
  }
  return found;
}

/** Words at the end of field names that indicate short values. */
const SHORT_FACT = wordSet('status type level grade class size color colour rank tier');
const [maxStart, maxFact, maxShortFact] = [20, 120, 160];

/**
 * True for a label with a long text about its subject, e.g. `Program share: This is the part of …`. Numbers in such a
 * text are usually examples.
 */
const isAbout = ({ kind, value }: Pair, { kind: wanted, concept, words }: Field): boolean => {
  if (kind !== 'label' || value.length <= maxFact || (concept !== undefined && concept.kind !== 'list')) return false;
  if (wanted === 'number' || wanted === 'integer') return !/^\P{L}{0,5}\d/u.test(value.slice(0, maxStart));
  return wanted === 'string' && value.length > maxShortFact && SHORT_FACT.has(words.at(-1) ?? '');
};

/** Maximum length, in characters, of a text's first sentence if it alone is used as the value. */
const maxWords = 60;

/** True for a label that starts with a field's name, e.g. `Hosted by` for `host`. */
const isNameOf = (key: string, { name, concept }: Field): boolean =>
  concept?.names[0] !== name && name.length > 3 && key.startsWith(name.toLowerCase());

/**
 * Returns the value of a label. Prefers a date in the element's attributes. Removes the full stop after a short text.
 */
function readingOf({ concept }: Field, { value, node, kind }: Pair): string {
  if (concept?.kind === 'date') return momentIn(node) ?? value;
  // For amounts and names, only the first sentence after the label counts.
  if (kind === 'label' && (concept?.kind === 'money' || concept?.kind === 'name')) {
    const [first = value, ...others] = sentencesIn(value);
    if (others.length > 0 && value.length < 400) return first.replace(/\.$/, '');
    const address = concept.kind === 'name' && concept.id !== 'venue' ? postalAddressIn(value)?.index : undefined;
    if (address !== undefined && /,\s$/.test(value.slice(0, address))) return value.slice(0, address).slice(0, -2);
  }
  if (kind === 'label' && concept?.kind === 'text') {
    const [first = value, next] = sentencesIn(value);
    if (next !== undefined && first.length <= maxWords && isSentence(first)) return first.replace(/\.$/, '');
  }
  const isWord = kind === 'label' && (concept?.kind === 'text' || concept?.kind === 'code') && value.length < 40;
  return isWord && /[\p{L}\d]{2}\.$/u.test(value) && isSentence(value) && !/\.\s/.test(value)
    ? value.slice(0, -1)
    : value;
}

/** Returns the date in an element's `datetime` or `title`. The visible text may be relative, e.g. "2 years ago". */
const momentIn = (node: Element): string | undefined =>
  [node, ...findElements(node, ({ attribs }) => attribs.datetime !== undefined || attribs.title !== undefined, 3)]
    .flatMap(({ attribs }) => [attribs.datetime, attribs.title])
    .find((text) => text !== undefined && /^(?:19|20)\d\d-\d\d-\d\d/.test(text));

/** Returns the values in elements whose class, ID or test attribute matches the field. */
export function fromHints(field: Field, evidence: Evidence): readonly Sighting[] {
  const names = hintNames(field);
  if (names.length === 0 && !NEAR_NAMES[field.concept?.id ?? '']) return [];
  const found: Sighting[] = [];
  for (const hinted of evidence.view.hinted) {
    const name = names.find((one) => hinted.words.includes(one)) ?? nearName(field, hinted, evidence);
    if (!name || hinted.flags & (OUTSIDE | flag.silent) || hinted.chars > 200 || isNamedSection(hinted.node, name))
      continue;
    const lines = evidence.view.lines.slice(hinted.from, hinted.to);
    if ((lines.every(isOutside) && lines.length > 1) || (lines.length > 0 && lines.every(isSilent))) continue;
    const body = field.kind === 'string' && hinted.chars > 40 ? findElement(hinted.node, isBody) : undefined;
    const text = withoutButton(body ?? leadOf(field, hinted, evidence) ?? hinted.node);
    if (field.concept?.id === 'publisher' && text.length > maxPublisher) continue;
    // Skips the field's label, because its class or ID may match as well.
    if (text === '' || (text.length < 40 && labelFit(field, labelKey(text)) >= 0.95)) continue;
    found.push({
      raw: text,
      weight: 0.5 * closeness(hinted, name),
      kind: 'attribute',
      node: hinted.node,
      excerpt: excerptOf(text),
    });
    if (found.length >= 40) break;
  }
  return found;
}

const isSilent = ({ flags }: Line): boolean => (flags & flag.silent) !== 0;

const isOutside = ({ flags }: Line): boolean => (flags & OUTSIDE) !== 0;

/** True for a heading whose ID contains the name. Such an ID is the anchor of a section, e.g. `id="requirements"`. */
const isNamedSection = ({ name, attribs }: Element, hint: string): boolean =>
  /^h[2-6]$/.test(name) && attribs.id !== undefined && ` ${wordsOf(attribs.id).join(' ')} `.includes(hint);

/** Returns the first line of an element with several lines if the field has no concept and therefore no known form. */
function leadOf({ concept, kind }: Field, { node, from, to }: Hinted, { view }: Evidence): Element | undefined {
  const lead = concept === undefined && kind === 'string' && to - from > 1 ? view.lines[from]?.node : undefined;
  return lead && isWithin(lead, node) ? lead : undefined;
}

const maxPublisher = 60;

/** Returns the text of an element without the button at its end, e.g. without `Follow`. */
function withoutButton(node: Element): string {
  const text = textOf(node);
  const [button, other] = findElements(node, ({ name }) => name === 'button', 2);
  const label = button && !other ? textOf(button) : '';
  return label !== '' && label !== text && text.endsWith(label) ? text.slice(0, -label.length).trim() : text;
}

/** Class names that are too vague to be used for elements far from the headline. */
const NEAR_NAMES: Readonly<Record<string, RegExp>> = {
  venue: / location $/,
  company: / (?:company|employer) $/,
  department: / (?:team|department) $/,
  employmentType: / commitment $/,
  role: / (?:position|job title|jobtitle|role|function|funktion|fonction|poste|puesto|cargo|ruolo|functie|stanowisko) $/,
};

const nearName = ({ concept }: Field, { words, from, chars }: Hinted, { view }: Evidence): string | undefined =>
  chars <= 60 && Math.abs(from - view.headlineAt) <= 8 ? NEAR_NAMES[concept?.id ?? '']?.exec(words)?.[0] : undefined;

/** Rates how well a class matches a field name: the fewer extra words, the better. */
function closeness({ words, flags }: Hinted, name: string): number {
  const extra = (words.length - name.length) / 12;
  return Math.max(0.5, 1 - 0.06 * extra) * placeWeight(flags);
}

function hintNames({ concept, words }: Field): readonly string[] {
  if (!concept) return words.length === 0 || COUNT_ONLY.test(words.join(' ')) ? [] : [` ${words.join(' ')} `];
  const short = concept.names.filter((name) => name.length > 2 && !VAGUE.has(name));
  return short.map((name) => ` ${wordsOf(name).join(' ')} `);
}

/**
 * Field names that do not identify what is counted, e.g. `count`, which remains of `book_count` in a schema for books.
 */
const COUNT_ONLY = /^(?:count|total|number|amount)$/;

/** Words that are too common in class names to identify a field. */
const VAGUE = wordSet(`
  title, name, heading, content, text, description, link, url, image, img, photo, start, end, size, time, now, by,
  date, source, where, site, place, contact, label, type, kind, id, item id, product id, section, available, stock,
  service, host, order, level, web, body, about, summary, information, full, cost, amount, language, score, stars,
  mail, state, lift, on, mobile, job, position, comment, review, lead, intro, page, pages, year, version, team,
  store, shop, location, main, model, ref, country, region, lang, tags, steps, method, cover, logo, picture,
  thumbnail, poster, icon, avatar, hours, length, width, height, depth, duration, area, floor, rooms, fee, prep, cook, course, energy, difficulty, capital,
  surface, street, make, maker, vendor, fabric, reviews, parking, web address
`);
