import { ownValue } from '../../../../common/values/own-value';
import {
  isItem,
  type MarkupItem,
  type MarkupKind,
  type MarkupValue,
  plainValue,
  valuesAt,
} from '../../../../contract/markup-item';
import type { SourceKind } from '../../../../contract/plugin';
import { likeness, wordsOf } from '../lexicon/words';
import { askingPricesAt, listedPricesAt } from '../markup/listed-prices';
import type { Evidence } from '../page/evidence';
import type { Field } from '../schema/field';
import { excerptOf, type Sighting } from './sighting';

const WEIGHTS: Readonly<Record<MarkupKind, number>> = { 'json-ld': 0.8, microdata: 0.75, rdfa: 0.7, state: 0.5 };

/** Weight factor for a visible value that contradicts the markup. */
const SHOWN_TRUST = 0.8;

/** Weight factor for the name of a `WebPage`, which is usually a title written for search engines. */
const PAGE_NAME = 0.55;

const isNameOfPage = ({ types }: MarkupItem): boolean =>
  types.length > 0 &&
  types.every((type) => type === 'website' || /^(?:web|item|about|contact|collection)page$/.test(type));

/** Returns a field's values from the markup that describes the page's subject. */
export function fromMarkup(field: Field, items: readonly MarkupItem[]): readonly Sighting[] {
  return items.flatMap((item, rank) => {
    const found = valuesOfField(field, item);
    const trust = field.concept?.id === 'title' && isNameOfPage(item) ? PAGE_NAME * found.trust : found.trust;
    return found.values.flatMap((value, index) =>
      toSighting(value, item.kind, trust * (rank === 0 ? 1 : 0.9) * (index === 0 ? 1 : 0.95), found.path).map(
        (one) => ({ ...one, ...upperEnd(item, found.path, one), ...currencyBeside(field, item, found.path) }),
      ),
    );
  });
}

/** Returns an item's values for a field, found by the paths of the field's concept or by the field's name. */
export function valuesOfField(
  field: Field,
  item: MarkupItem,
): { readonly values: readonly MarkupValue[]; readonly trust: number; readonly path: string } {
  const own = valuesAt(item, field.name);
  const paths = pathsOf(field, item);
  const isOwnBest = !field.concept || own.some(({ value }) => !isItem(value));
  if (own.length > 0 && isOwnBest && field.name !== 'type') return { values: own, trust: 1, path: field.name };
  for (const [index, path] of paths.entries()) {
    const values = valuesOfConcept(field.concept?.id, item, path).filter(({ value }) => !isTypeName(value));
    if (values.some((value) => plainValue(value) !== undefined)) return { values, trust: index < 6 ? 1 : 0.9, path };
  }
  if (own.length > 0) return { values: own, trust: 0.9, path: field.name };
  if (field.name === 'question' && item.types.includes('question'))
    return { values: valuesAt(item, 'name'), trust: 1, path: 'name' };
  for (const [name, values] of item.properties) {
    const like = field.words.length > 0 && !name.startsWith('@') ? likeness(wordsOf(name), field.words) : 0;
    if (like >= 0.8) return { values, trust: 0.9 * like, path: name };
  }
  return { values: additional(field, item), trust: 0.85, path: 'additionalProperty' };
}

/** True for a type name instead of a value. Some event calendars write `"performer": "Organization"`. */
const isTypeName = (value: MarkupValue['value']): boolean => value === 'Organization' || value === 'Person';

/**
 * Returns the paths of a field's concept. If the item has a `name`, a company's legal name counts only if the field's
 * name contains `legal`.
 */
const pathsOf = ({ concept, name }: Field, { properties }: MarkupItem): readonly string[] => {
  const paths = concept?.paths ?? [];
  return concept?.id === 'company' && properties.has('name') && !/legal/i.test(name)
    ? paths.filter((path) => path !== 'legalName')
    : paths;
};

/** Returns the item's `highPrice` for a value from `lowPrice`, if `highPrice` is higher. */
function upperEnd(item: MarkupItem, path: string, { raw }: Sighting): Pick<Sighting, 'upTo'> {
  if (!path.endsWith('lowPrice')) return {};
  const [high] = valuesAt(item, path.replace(/lowPrice$/, 'highPrice'));
  const upTo = high && String(plainValue(high) ?? '');
  return upTo === undefined || Number(upTo) <= Number(raw) ? {} : { upTo };
}

const currencyNames = ['priceCurrency', 'currency', 'currencyCode'] as const;

/** Returns the currency of an amount: a property of the item that contains the amount, or of an enclosing item. */
function currencyBeside({ concept }: Field, item: MarkupItem, path: string): Pick<Sighting, 'currency'> {
  if (concept?.kind !== 'money') return {};
  for (let parents = path.split('.').slice(0, -1); ; parents = parents.slice(0, -1)) {
    const stated = currencyNames.flatMap((name) => valuesAt(item, [...parents, name].join('.')));
    const [currency, other] = new Set(stated.map((one) => String(plainValue(one) ?? '').trim()).filter(Boolean));
    if (currency !== undefined) return other === undefined ? { currency } : {};
    if (parents.length === 0) return {};
  }
}

/** Returns the values of a concept at a path. List prices in offers count as former prices, not as current prices. */
function valuesOfConcept(id: string | undefined, item: MarkupItem, path: string): readonly MarkupValue[] {
  if (id === 'price') return askingPricesAt(item, path);
  return id === 'oldPrice' && path.endsWith('.price') ? listedPricesAt(item, path) : valuesAt(item, path);
}

/** Returns the values of `additionalProperty` entries whose name matches the field. */
function additional(field: Field, item: MarkupItem): readonly MarkupValue[] {
  return valuesAt(item, 'additionalProperty').flatMap(({ value }) => {
    if (!isItem(value)) return [];
    const name = valuesAt(value, 'name')[0]?.value;
    const matches = typeof name === 'string' && likeness(wordsOf(name), field.words) >= 0.8;
    return matches ? valuesAt(value, 'value') : [];
  });
}

function toSighting(value: MarkupValue, kind: MarkupKind, trust: number, path: string): readonly Sighting[] {
  const raw = plainValue(value);
  if (raw === undefined || raw === '') return [];
  const text = typeof raw === 'string' ? unescapeText(raw) : raw;
  const { node, isShown } = value;
  const weight = WEIGHTS[kind] * trust * (isShown ? SHOWN_TRUST : 1);
  return [{ raw: text, weight, kind, node, excerpt: excerptOf(`${path}: ${text}`), ...(isShown ? { isShown } : {}) }];
}

const REFERENCES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
  '#039': "'",
  '#x27': "'",
  '#8217': '’',
  '#8211': '–',
  '#38': '&',
  '#034': '"',
  '#34': '"',
  rsquo: '’',
  ndash: '–',
  eacute: 'é',
  deg: '°',
  frac12: '½',
  '#189': '½',
  '#188': '¼',
  '#190': '¾',
  frac14: '¼',
  frac34: '¾',
};

/** Decodes character references and removes tags, because JSON strings often contain escaped HTML. */
export function unescapeText(text: string): string {
  const plain = text.includes('&')
    ? text.replace(/&(#?\w+);/g, (whole, name: string) => ownValue(REFERENCES, name) ?? whole)
    : text;
  return plain.includes('<')
    ? plain
        .replace(/<(?:br|\/p|\/li|\/div)[^<>]*>/gi, '\n')
        .replace(/<\/?[a-z][^<>]*>/gi, ' ')
        .replace(/[ \t]+/g, ' ')
        .trim()
    : plain;
}

/** Returns a field's values from meta tags. */
export function fromMeta(field: Field, evidence: Evidence): readonly Sighting[] {
  const kind: SourceKind = 'meta';
  return (field.concept?.metas ?? []).flatMap((name, rank) => {
    const currency = evidence.metas.get(name.replace(/amount$/, 'currency'))?.[0]?.content;
    return (evidence.metas.get(name) ?? []).slice(0, 20).map(({ content, node }) => ({
      raw: content,
      weight: 0.6 - 0.03 * rank,
      kind,
      node,
      excerpt: excerptOf(`${name}: ${content}`),
      ...(name.endsWith('amount') && currency ? { currency } : {}),
    }));
  });
}
