import type { Element } from 'domhandler';
import { currentPrices } from '../find/price-finder';
import { conceptsByLabel } from '../lexicon/lexicon';
import { labelKey } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { OUTSIDE } from '../page/flags';
import { findElements, textOf } from '../page/text-of';

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
const PRODUCT: Template = {
  name: 'product',
  types: /^(?:product|productgroup|individualproduct|vehicle|car|offer)$/,
  ogTypes: /product/,
  distinctive: ['sku', 'availability', 'brand', 'gtin', 'mpn'],
  ids: ['title', 'description', 'price', 'currency', 'availability', 'sku', 'brand', 'rating', 'reviewCount', 'image'],
};
const TEMPLATES: readonly Template[] = [
  PRODUCT,
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
  const best = counted[0] && counted[0].count >= 2 ? counted[0].one : ARTICLE;
  return (best.name === 'business' || best === ARTICLE) && sellsOne(evidence) ? PRODUCT : best;
}

const BUY =
  /^(?:add to (?:my )?(?:cart|basket|bag|trolley)|buy(?: it)? now|in den (?:warenkorb|einkaufswagen)|jetzt kaufen|ajouter au panier|acheter(?: maintenant)?|añadir (?:al carrito|a la cesta)|comprar(?: ahora| agora)?|aggiungi al carrello|acquista(?: ora)?|in winkel(?:wagen|mand)|adicionar ao carrinho|dodaj do koszyka|lägg i varukorgen)$/iu;
const maxBuyChars = 30;

/** True for a page with an order button and exactly one main price. */
function sellsOne(evidence: Evidence): boolean {
  const { view, document } = evidence;
  const isBuyButton = (node: Element) =>
    (node.name === 'button' || node.name === 'input' || node.name === 'a' || node.attribs.role === 'button') &&
    BUY.test(labelOf(node));
  const isOwn = (node: Element) => !((view.lines[view.firstLine.get(node) ?? -1]?.flags ?? 0) & OUTSIDE);
  if (!findElements(document, isBuyButton, 8).some(isOwn)) return false;
  const prices = evidence.once(currentPrices).filter(({ weight }) => weight >= minPriceWeight);
  return new Set(prices.map(({ raw }) => String(raw))).size === 1;
}

const minPriceWeight = 0.4;

/** Returns the text of a button. Empty if the text is too long for an order button. */
function labelOf(node: Element): string {
  const text = node.name === 'input' ? (node.attribs.value ?? '') : textOf(node);
  return text.length > maxBuyChars ? '' : text.trim();
}
