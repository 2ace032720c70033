import { conceptsByLabel } from '../lexicon/lexicon';
import { labelKey } from '../lexicon/words';
import type { Evidence } from '../page/evidence';

/** A kind of page, with the fields to extract by default. */
export interface Template {
  /** Display name of the kind of page. */
  readonly name: string;
  /** Matches the structured-data types of this kind of page. */
  readonly types: RegExp;
  /** Values of `og:type` for this kind of page. */
  readonly ogTypes: RegExp;
  /** IDs of concepts whose labels are typical of this kind of page. Two such labels on a page suffice to detect it. */
  readonly distinctive: readonly string[];
  /** IDs of the concepts to extract. */
  readonly ids: readonly string[];
}

const NEVER = /^$/;
const TEMPLATES: readonly Template[] = [
  {
    name: 'product',
    types: /^(?:product|productgroup|individualproduct|vehicle|car|offer)$/,
    ogTypes: /product/,
    distinctive: ['sku', 'availability', 'brand', 'gtin', 'mpn'],
    ids: [
      'title',
      'description',
      'price',
      'currency',
      'availability',
      'sku',
      'brand',
      'rating',
      'reviewCount',
      'image',
    ],
  },
  {
    name: 'recipe',
    types: /^recipe$/,
    ogTypes: /recipe/,
    distinctive: ['ingredients', 'instructions', 'yields', 'prepTime', 'cookTime'],
    ids: ['title', 'description', 'author', 'ingredients', 'instructions', 'totalTime', 'yields', 'image'],
  },
  {
    name: 'job',
    types: /^jobposting$/,
    ogTypes: NEVER,
    distinctive: ['salary', 'employmentType', 'requirements', 'responsibilities', 'benefits'],
    ids: ['title', 'company', 'venue', 'salary', 'employmentType', 'datePublished', 'validThrough', 'description'],
  },
  {
    name: 'event',
    types: /event$|^festival$/,
    ogTypes: /event/,
    distinctive: ['startDate', 'venue', 'organizer', 'doors', 'performer'],
    ids: ['title', 'startDate', 'endDate', 'venue', 'address', 'organizer', 'performer', 'price', 'description'],
  },
  {
    name: 'flat or house',
    types: /^(?:apartment|house|residence|accommodation|realestatelisting|singlefamilyresidence)$/,
    ogTypes: NEVER,
    distinctive: ['rooms', 'area', 'rent', 'deposit', 'bedrooms', 'yearBuilt', 'floor'],
    ids: ['title', 'price', 'rent', 'rooms', 'area', 'floor', 'address', 'availableFrom', 'description'],
  },
  {
    name: 'book',
    types: /^book$/,
    ogTypes: /book/,
    distinctive: ['isbn', 'pages', 'publisher'],
    ids: ['title', 'author', 'publisher', 'datePublished', 'isbn', 'pages', 'language', 'description'],
  },
  {
    name: 'business',
    types: /business|^(?:restaurant|hotel|store|dentist|physician|library|museum)$/,
    ogTypes: /business|place|restaurant/,
    distinctive: ['openingHours', 'monday', 'phone', 'fax', 'email', 'address'],
    ids: ['title', 'address', 'phone', 'email', 'website', 'openingHours', 'description'],
  },
  {
    name: 'person',
    types: /^(?:person|profilepage)$/,
    ogTypes: /profile/,
    distinctive: ['birthDate', 'birthPlace', 'nationality', 'role', 'education'],
    ids: ['title', 'role', 'birthDate', 'birthPlace', 'nationality', 'email', 'phone', 'description'],
  },
];
const ARTICLE: Template = {
  name: 'article',
  types: /./,
  ogTypes: /./,
  distinctive: [],
  ids: ['title', 'author', 'datePublished', 'description', 'language', 'image'],
};

/**
 * Returns the template for a page. Detects the kind of page from markup, `og:type` and labels. Otherwise, assumes an
 * article.
 */
export function templateFor(evidence: Evidence): Template {
  const types = evidence.items.flatMap((item) => item.types);
  const typed = TEMPLATES.find((one) => types.some((type) => one.types.test(type)));
  if (typed) return typed;
  const og = (evidence.metas.get('og:type')?.[0]?.content ?? '').toLowerCase();
  const shared = TEMPLATES.find((one) => og !== '' && one.ogTypes.test(og));
  if (shared) return shared;
  const stated = new Set(
    [
      ...evidence.pairs.map(({ key }) => key),
      ...evidence.view.lines.filter(({ text }) => text.length < 40).map(({ text }) => labelKey(text)),
    ].flatMap((key) => conceptsByLabel(key).map(({ id }) => id)),
  );
  const counted = TEMPLATES.map((one) => ({ one, count: one.distinctive.filter((id) => stated.has(id)).length })).sort(
    (a, b) => b.count - a.count,
  );
  return counted[0] && counted[0].count >= 2 ? counted[0].one : ARTICLE;
}
