import { wordSet } from '../../../../common/values/words';
import type { MarkupItem } from '../../../../contract/markup-item';
import type { ValueSource } from '../../../../contract/plugin';
import { hasOwnType, mainItems, nameOf, sameAddress } from '../find/main-item';
import { postalAddresses } from '../find/sentence-facts';
import { likeness, wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';
import { fromPointerStep } from '../schema/normalise-schema';
import { type FoundRecord, leafFields } from './record-fields';
import type { FoundRecords } from './records';

/** Names of lists whose entries are parts of the page's subject, such as reviews or steps. */
const partNames =
  /^(?:reviews?|comments?|ratings?|questions?|answers?|faqs?|ingredients?|instructions?|steps?|images?|photos?|pictures?|links?|related|similar|variants?|specs?|specifications?|attributes?|features?|chapters?|sections?|methods?|parameters?|params?|arguments?|fields?|flags?|options?)$/;
/** Concepts found on nearly every page, regardless of its subject. */
export const generalConcepts: ReadonlySet<string> = new Set([
  'title',
  'url',
  'description',
  'image',
  'images',
  'language',
  'body',
  'publisher',
]);
/** Kinds of sources whose values have a label or name. */
const namedKinds = wordSet('json-ld microdata rdfa meta table definition label');
const minScore = 0.4;
/**
 * On a page that lists other pages, minimum score at which a value without a label or name is sufficient evidence for a
 * record.
 */
const sureScore = 0.5;

/** Returns the JSON pointers of lists that may have the page's subject as their only record. */
export function subjectLists(root: Field): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (field: Field): void => {
    if (isSubject(field)) found.add(field.pointer);
    if (field.kind !== 'object') return;
    const leaves = field.fields.filter(({ kind }) => kind !== 'object' && kind !== 'array');
    for (const inner of field.fields) if (!sharesConcept(inner, leaves)) visit(inner);
  };
  visit(root);
  return found;
}

const isSubject = ({ kind, items, name }: Field): boolean =>
  kind === 'array' && items?.kind === 'object' && !items.open && !wordsOf(name).some((word) => partNames.test(word));

/**
 * True if a field outside the list describes the page's subject. In that case, the list contains parts of that subject.
 */
const sharesConcept = ({ items }: Field, leaves: readonly Field[]): boolean =>
  leaves.some(
    ({ concept, name }) =>
      concept?.id === 'title' ||
      items?.fields.some((inner) => inner.name === name || (concept && inner.concept === concept)) === true,
  );

/** The single thing that a page is about. */
export interface OwnThing {
  readonly items: readonly MarkupItem[];
  /** True if markup with the page's title or URL describes the thing. */
  readonly isMarked: boolean;
}

/** Finds the page's subject in its markup. */
export function ownThing(item: Field, evidence: Evidence): OwnThing {
  const items = mainItems(evidence, item.fields);
  const [first] = items;
  const isMarked =
    first !== undefined &&
    hasOwnType(first) &&
    (sameAddress(first, evidence.url) || likeness(wordsOf(nameOf(first)), wordsOf(evidence.title)) >= 0.6);
  return { items, isMarked };
}

/** True if the values found on the page are sufficient for a record at `pointer`. */
export function isRecord(
  item: Field,
  sources: readonly ValueSource[],
  { pointer, thing, found, evidence }: RecordContext,
): boolean {
  const leaves = leafFields(item);
  const best = new Map<string, ValueSource>();
  for (const source of sources) {
    const [name = ''] = source.path.slice(pointer.length + 1).split('/');
    best.set(fromPointerStep(name), source);
  }
  const sourceOf = (names: readonly string[]) => best.get(names[0] ?? '');
  if (!thing.isMarked && hasSeveralPlaces(leaves, evidence)) return false;
  const title = leaves.find(({ field }) => field.concept?.id === 'title');
  if (title && !sourceOf(title.names)) return false;
  const special = leaves.filter(({ field }) => !generalConcepts.has(field.concept?.id ?? ''));
  if (special.length === 0) return thing.isMarked || /article|product|profile|video|book|music/.test(ogType(evidence));
  return special.some(({ names }) => {
    const source = sourceOf(names);
    if (!source || source.score < minScore) return false;
    return thing.isMarked || !found.isIndex || namedKinds.has(source.kind) || source.score >= sureScore;
  });
}

const addressConcepts = new Set(['address', 'street', 'postalCode', 'city']);
const minPlaces = 3;

/** True for a page with the addresses of several places, such as branches. None of them is the page's subject. */
export function hasSeveralPlaces(leaves: ReturnType<typeof leafFields>, evidence: Evidence): boolean {
  if (!leaves.some(({ field }) => addressConcepts.has(field.concept?.id ?? ''))) return false;
  const { view } = evidence;
  const isOwn = (at: number | undefined) => !((view.lines[at ?? -1]?.flags ?? 0) & OUTSIDE);
  const found = postalAddresses(evidence).filter(({ node }) => isOwn(node && view.firstLine.get(node)));
  return new Set(found.map(({ raw }) => raw)).size >= minPlaces;
}

/** Context that `isRecord` uses to judge values. */
export interface RecordContext {
  readonly pointer: string;
  readonly thing: OwnThing;
  readonly found: FoundRecords;
  readonly evidence: Evidence;
}

const ogType = ({ metas }: Evidence): string => metas.get('og:type')?.[0]?.content.toLowerCase() ?? '';

/**
 * Returns the list's records other than the page's subject. Excludes records in side areas, because they belong to
 * other pages.
 */
export function besides(own: unknown, { records, isAside }: FoundRecords, item: Field): readonly FoundRecord[] {
  if (isAside) return [];
  const title = item.fields.find(({ concept }) => concept?.id === 'title');
  const known = title ? wordsOf(String((own as Readonly<Record<string, unknown>>)[title.name])).join(' ') : '';
  const nameIn = (record: FoundRecord): string =>
    'item' in record
      ? nameOf(record.item)
      : String([...record.cells].find(([field]) => field.concept?.id === 'title')?.[1].raw ?? '');
  return records.filter((record) => known === '' || wordsOf(nameIn(record)).join(' ') !== known);
}
