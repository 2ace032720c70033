import type { MarkupItem } from '../markup/item';
import { stateItems } from '../markup/state-items';
import type { Evidence } from '../page/evidence';
import type { Field } from '../schema/field';
import { visibleBrands } from './brand-finder';
import { type Chosen, choose } from './choose';
import { addressCodes, attributeCodes } from './code-finder';
import { fromMarkup, fromMeta } from './from-markup';
import { fromHints, fromPairs } from './from-text';
import {
  addresses,
  clocksNear,
  daysNear,
  linked,
  metadataFact,
  paragraphs,
  pictures,
  times,
  titles,
  wholeText,
} from './page-finders';
import { visiblePrices } from './price-finder';
import type { Sighting } from './sighting';
import { visibleStock } from './stock-finder';

type Finder = (evidence: Evidence) => readonly Sighting[];

/** Where values of a concept stand on pages, besides markup, meta tags and labels. */
const FINDERS: Readonly<Record<string, Finder>> = {
  price: (evidence) => visiblePrices(evidence, false),
  rent: (evidence) => visiblePrices(evidence, false).map((one) => ({ ...one, weight: one.weight * 0.8 })),
  oldPrice: (evidence) => visiblePrices(evidence, true),
  currency: (evidence) =>
    visiblePrices(evidence, false)
      .filter(({ currency }) => currency !== '')
      .map((one) => ({ ...one, raw: one.currency ?? '' })),
  availability: visibleStock,
  sku: (evidence) => [...addressCodes(evidence), ...attributeCodes(evidence)],
  brand: visibleBrands,
  title: titles,
  author: (evidence) => metadataFact(evidence, 'author', 0.6),
  datePublished: (evidence) => [
    ...metadataFact(evidence, 'publishedTime', 0.6),
    ...times(evidence).map((one) => ({ ...one, weight: one.weight * 0.7 })),
  ],
  dateModified: (evidence) => metadataFact(evidence, 'modifiedTime', 0.6),
  publisher: (evidence) => metadataFact(evidence, 'siteName', 0.5),
  language: (evidence) => metadataFact(evidence, 'language', 0.6),
  description: (evidence) => [...metadataFact(evidence, 'description', 0.4), ...paragraphs(evidence)],
  body: wholeText,
  image: pictures,
  images: pictures,
  url: ({ url }) => [{ raw: url, weight: 0.6, kind: 'address', node: undefined, excerpt: url }],
  email: (evidence) => linked(evidence, 'mailto:'),
  phone: (evidence) => linked(evidence, 'tel:'),
  address: addresses,
  startDate: (evidence) => [...times(evidence), ...daysNear(evidence)],
  startTime: clocksNear,
};

/** Concepts that are hardly ever named by a class on pages where they are not stated as well. */
const NO_HINTS = new Set([
  'price',
  'oldPrice',
  'availability',
  'brand',
  'sku',
  'title',
  'url',
  'image',
  'images',
  'currency',
  'body',
  'language',
  'instructions',
  'ingredients',
]);

/** Finds single values of one page; what several fields need is made once. */
export class LeafFinder {
  readonly #state = new Map<string, readonly MarkupItem[]>();

  constructor(
    private readonly evidence: Evidence,
    private readonly siblings: readonly Field[],
  ) {}

  /** The value of a field, by all the page says; `items` are the things it belongs to. */
  find(field: Field, items: readonly MarkupItem[]): Chosen | undefined {
    return choose(field, this.sightings(field, items), { base: this.evidence.base });
  }

  /** Every place a value of the field may stand. */
  sightings(field: Field, items: readonly MarkupItem[]): readonly Sighting[] {
    const { evidence } = this;
    const id = field.concept?.id ?? '';
    const found: Sighting[] = [
      ...fromMarkup(field, items),
      ...fromMeta(field, evidence),
      ...fromPairs(field, evidence.pairs, new Map()),
    ];
    found.push(...(FINDERS[id]?.(evidence) ?? []));
    if (!NO_HINTS.has(id)) found.push(...fromHints(field, evidence));
    // State is read last and only for what nothing else tells: it is long, and full of other things.
    if (found.length === 0 || id === 'sku') found.push(...fromMarkup(field, this.#stateOf()));
    return refine(id, found, evidence);
  }

  #stateOf(): readonly MarkupItem[] {
    const known = this.#state.get('');
    if (known) return known;
    const names = new Set(
      this.siblings.flatMap(({ name, concept }) => [
        name,
        ...(concept?.paths ?? []).map((path) => path.split('.')[0] ?? ''),
      ]),
    );
    names.delete('name');
    names.delete('url');
    names.delete('@id');
    const items = stateItems(this.evidence.scripts, names)
      .filter(({ hits }) => hits >= Math.min(3, names.size))
      .map(({ item }) => item);
    this.#state.set('', items);
    return items;
  }
}

/** What is known of single concepts beyond their places. */
function refine(id: string, found: readonly Sighting[], evidence: Evidence): readonly Sighting[] {
  if (id === 'sku')
    return found.map((one) =>
      one.kind === 'json-ld' || one.kind === 'microdata' ? { ...one, weight: one.weight * 0.8 } : one,
    );
  if (id === 'mpn') return found.filter((one) => !(one.kind === 'json-ld' && skuCopies(one, evidence)));
  return found;
}

/** A shop that has no part numbers often repeats its own number as one. */
const skuCopies = ({ raw }: Sighting, { items }: Evidence): boolean =>
  items.some((item) => item.properties.get('sku')?.some(({ value }) => value === raw) ?? false);
