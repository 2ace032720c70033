import { ownValue } from '../../../../common/values/own-value';
import { wordSet } from '../../../../common/values/words';
import { isItem, type MarkupItem, valuesAt } from '../../../../contract/markup-item';
import { isInSiteFooter } from '../../../documents/metadata/site-footer';
import { likeness, wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { isWithin } from '../page/text-of';
import type { Field } from '../schema/field';

/** Types that describe the page or its surroundings rather than its subject. */
const FRAME = wordSet(`
  website webpage organization breadcrumblist searchaction imageobject sitenavigationelement wpheader wpfooter
  wpsidebar itempage collectionpage corporation onlinestore store listitem entrypoint speakablespecification faqpage
  question answer comment itemlist videoobject person
`);
const TYPE_OF_CONCEPT: Readonly<Record<string, RegExp>> = {
  price: /product|offer|vehicle|car|event|apartment|house|residence/,
  sku: /product/,
  availability: /product|offer/,
  gtin: /product|book/,
  brand: /product|vehicle|car/,
  ingredients: /recipe/,
  instructions: /recipe|howto/,
  totalTime: /recipe|howto/,
  yields: /recipe/,
  startDate: /event|festival/,
  performer: /event|festival/,
  organizer: /event|festival/,
  salary: /jobposting/,
  company: /jobposting/,
  employmentType: /jobposting/,
  responsibilities: /jobposting/,
  rooms: /apartment|house|residence|accommodation|realestatelisting/,
  birthDate: /person/,
  role: /person/,
  nationality: /person/,
  openingHours:
    /business|restaurant|store|organization|place|hotel|shop|museum|library|dentist|physician|pharmacy|cafe|bakery/,
  phone: /business|restaurant|organization|person|store|hotel|dentist|physician|place/,
  isbn: /book|product/,
  pages: /book/,
  director: /movie|tvseries/,
  mileage: /car|vehicle|product/,
  author: /article|posting|book|recipe|review|creativework|report|newsarticle/,
  datePublished: /article|posting|creativework|report|recipe|review|book|jobposting/,
  pros: /review|product/,
  acceptedAnswer: /^question$/,
  answerCount: /^question$/,
};

/**
 * Returns the markup items that may be the page's subject, most probable first. Drops items that are much less probable
 * than the first.
 */
export function mainItems(evidence: Evidence, fields: readonly Field[]): readonly MarkupItem[] {
  const ids = fields.flatMap(({ concept }) => (concept ? [concept.id] : []));
  const patterns = ids.flatMap((id) => ownValue(TYPE_OF_CONCEPT, id) ?? []);
  const areOfPerson = ids.some((id) => OF_PERSON.has(id));
  const items = withInner(evidence.items).filter(
    (item) => (!areOfPerson || !isOwner(item)) && !isBeside(item, evidence),
  );
  const scored = items.map((item) => ({ item, score: scoreOf(item, evidence, fields, patterns) }));
  scored.sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  if (best <= 0.5) return [];
  return scored
    .filter(({ score }) => score >= best - 0.75 && score > 0.5)
    .slice(0, 12)
    .map(({ item }) => item);
}

const OF_PERSON = wordSet('role birthDate birthPlace nationality education');

/** True for the site, one of its pages, or the organization behind it. Such items do not describe a person. */
const isOwner = ({ types }: MarkupItem): boolean =>
  types.some((type) => type === 'organization' || type === 'corporation' || type === 'website' || type === 'webpage');

/** Types of works and products. In a site's footer, such items describe the site or the agency that made it. */
const WORKS = /creativework|article|posting|webpage|book|review|recipe|product|application|imageobject|videoobject/;

/**
 * True for a work in the site's footer, and for a `CreativeWork` whose name differs from the page's title. False if the
 * item contains the headline and may therefore describe the page's subject.
 */
function isBeside(item: MarkupItem, evidence: Evidence): boolean {
  const { kind, node, types } = item;
  if ((kind !== 'microdata' && kind !== 'rdfa') || !node || !types.some((type) => WORKS.test(type))) return false;
  const { headline } = evidence.view;
  if (headline && isWithin(headline, node)) return false;
  if (isInSiteFooter(node)) return true;
  const isVague = types.every((type) => type === 'creativework');
  return isVague && headline !== undefined && likeness(wordsOf(nameOf(item)), wordsOf(evidence.title)) < 0.5;
}

/** Adds the main entities and variants that are nested in the items. */
function withInner(items: readonly MarkupItem[]): readonly MarkupItem[] {
  return items.flatMap((item) => [
    item,
    ...['mainEntity', 'mainEntityOfPage', 'about', 'hasVariant', 'itemReviewed', 'mainContentOfPage'].flatMap((path) =>
      valuesAt(item, path).flatMap(({ value }) => (isItem(value) ? [value] : [])),
    ),
  ]);
}

function scoreOf(item: MarkupItem, evidence: Evidence, fields: readonly Field[], patterns: readonly RegExp[]): number {
  const fits = patterns.filter((pattern) => item.types.some((type) => pattern.test(type))).length;
  const frame = item.types.length > 0 && !hasOwnType(item);
  const name = nameOf(item);
  const title = Math.max(
    likeness(wordsOf(name), wordsOf(evidence.title)),
    likeness(wordsOf(name), wordsOf(String(evidence.metadata.title ?? ''))),
  );
  const filled = fields.filter((field) => answers(item, field)).length;
  const same = sameAddress(item, evidence.url) ? 0.5 : 0;
  const typed = patterns.length === 0 ? 0 : fits / patterns.length;
  return 2 * typed + title + same + (0.7 * filled) / Math.max(1, fields.length) - (frame && fits === 0 ? 1 : 0);
}

/** True for an item whose type can be a page's subject. False for the site, its owner and its navigation. */
export const hasOwnType = ({ types }: MarkupItem): boolean => types.some((type) => !FRAME.has(type));

/** Returns the `name`, `headline` or `title` of an item. Empty if all are missing. */
export function nameOf(item: MarkupItem): string {
  for (const name of ['name', 'headline', 'title']) {
    const value = valuesAt(item, name)[0]?.value;
    if (typeof value === 'string') return value;
  }
  return '';
}

const answers = (item: MarkupItem, { concept, name }: Field): boolean =>
  valuesAt(item, name).length > 0 || (concept?.paths.some((path) => valuesAt(item, path).length > 0) ?? false);

/** True if an item's own URL is the page's URL. */
export function sameAddress(item: MarkupItem, url: string): boolean {
  const stated = valuesAt(item, 'url')[0]?.value ?? valuesAt(item, '@id')[0]?.value;
  if (typeof stated !== 'string') return false;
  const path = (address: string) => URL.parse(address, url)?.pathname.replace(/\/$/, '') ?? '';
  return path(stated) !== '' && path(url).endsWith(path(stated));
}
