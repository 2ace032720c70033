import { conceptsByLabel } from '../lexicon/lexicon';
import { labelKey } from '../lexicon/words';
import type { Evidence } from '../page/evidence';

/** The fields usual for a kind of page. */
export interface Template {
  /** What the kind of page is called, for people. */
  readonly name: string;
  /** Types of markup that mean this kind. */
  readonly types: RegExp;
  /** Values of `og:type` that mean this kind. */
  readonly ogTypes: RegExp;
  /** Labels that, where several of them stand on a page, mean this kind. */
  readonly telling: readonly string[];
  /** Ids of the concepts asked for. */
  readonly ids: readonly string[];
}

const NEVER = /^$/;
const TEMPLATES: readonly Template[] = [
  {
    name: 'product',
    types: /^(?:product|productgroup|individualproduct|vehicle|car|offer)$/,
    ogTypes: /product/,
    telling: ['sku', 'availability', 'brand', 'gtin', 'mpn'],
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
    telling: ['ingredients', 'instructions', 'yields', 'prepTime', 'cookTime'],
    ids: ['title', 'description', 'author', 'ingredients', 'instructions', 'totalTime', 'yields', 'image'],
  },
  {
    name: 'job',
    types: /^jobposting$/,
    ogTypes: NEVER,
    telling: ['salary', 'employmentType', 'requirements', 'responsibilities', 'benefits'],
    ids: ['title', 'company', 'venue', 'salary', 'employmentType', 'datePublished', 'validThrough', 'description'],
  },
  {
    name: 'event',
    types: /event$|^festival$/,
    ogTypes: /event/,
    telling: ['startDate', 'venue', 'organizer', 'doors', 'performer'],
    ids: ['title', 'startDate', 'endDate', 'venue', 'address', 'organizer', 'performer', 'price', 'description'],
  },
  {
    name: 'flat or house',
    types: /^(?:apartment|house|residence|accommodation|realestatelisting|singlefamilyresidence)$/,
    ogTypes: NEVER,
    telling: ['rooms', 'area', 'rent', 'deposit', 'bedrooms', 'yearBuilt', 'floor'],
    ids: ['title', 'price', 'rent', 'rooms', 'area', 'floor', 'address', 'availableFrom', 'description'],
  },
  {
    name: 'book',
    types: /^book$/,
    ogTypes: /book/,
    telling: ['isbn', 'pages', 'publisher'],
    ids: ['title', 'author', 'publisher', 'datePublished', 'isbn', 'pages', 'language', 'description'],
  },
  {
    name: 'business',
    types: /business|^(?:restaurant|hotel|store|dentist|physician|library|museum)$/,
    ogTypes: /business|place|restaurant/,
    telling: ['openingHours', 'monday', 'phone', 'fax', 'email', 'address'],
    ids: ['title', 'address', 'phone', 'email', 'website', 'openingHours', 'description'],
  },
  {
    name: 'person',
    types: /^(?:person|profilepage)$/,
    ogTypes: /profile/,
    telling: ['birthDate', 'birthPlace', 'nationality', 'role', 'education'],
    ids: ['title', 'role', 'birthDate', 'birthPlace', 'nationality', 'email', 'phone', 'description'],
  },
];
const ARTICLE: Template = {
  name: 'article',
  types: /./,
  ogTypes: /./,
  telling: [],
  ids: ['title', 'author', 'datePublished', 'description', 'language', 'image'],
};

/** The fields usual for the kind of page this one is, told by its markup, its `og:type` and its labels; an article where nothing tells. */
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
  const counted = TEMPLATES.map((one) => ({ one, count: one.telling.filter((id) => stated.has(id)).length })).sort(
    (a, b) => b.count - a.count,
  );
  return counted[0] && counted[0].count >= 2 ? counted[0].one : ARTICLE;
}
