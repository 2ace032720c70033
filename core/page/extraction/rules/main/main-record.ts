import type { Element } from 'domhandler';
import { wordSet } from '../../../../common/values/words';
import { isItem, type MarkupItem, valuesAt } from '../../../../contract/markup-item';
import type { ValueSource } from '../../../../contract/plugin';
import { labelFit } from '../find/from-text';
import { isKnownLabel } from '../lexicon/lexicon';
import { likeness, wordsOf } from '../lexicon/words';
import { generalConcepts, hasSeveralPlaces, type OwnThing } from '../lists/own-record';
import { leafFields } from '../lists/record-fields';
import type { FoundRecords } from '../lists/records';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { isWithin, textOf } from '../page/text-of';
import type { Field } from '../schema/field';
import { fromPointerStep } from '../schema/normalise-schema';
import { type RecordRows, rowsOf } from './record-rows';

/** A record read from the whole page, and the page's other records. */
export interface ReadRecord {
  /** The requested list to which the record belongs. */
  readonly list: Field;
  readonly pointer: string;
  readonly thing: OwnThing;
  readonly found: FoundRecords;
  readonly evidence: Evidence;
  readonly sources: readonly ValueSource[];
  /** True if the list in the answer contains the record. */
  readonly isOwn: boolean;
  /** Returns the element that contains a value. */
  nodeOf(source: ValueSource): Element | undefined;
}

/** Describes the page's main record, to compare the page with other pages. */
export interface MainFacts {
  /** Type of the record in the page's markup, e.g. `product`. Empty if the markup does not describe the record. */
  readonly kind: string;
  /** Labels of facts, and paths and selectors of values. Pages with the same template share most of these. */
  readonly signs: readonly string[];
  /** Headline of the page. */
  readonly title: string;
  /** False if the page's other records fill more of the requested fields. */
  readonly isSure: boolean;
  /** True if the page's other records are only labels of facts about the main record. */
  readonly hasOnlyLabels: boolean;
}

/** Generic names of lists, which do not describe the entries. */
const GENERIC = wordSet(`
  items item rows row records record results result entries entry data list lists things objects elements pages all
`);
/** Types of things that usually have a page of their own, and whose pages rarely list other records of interest. */
const SINGLE =
  /product|offer|vehicle|^car$|motorcycle|book$|recipe|jobposting|event$|movie|apartment|house|residence|accommodation|realestate|softwareapplication|mobileapplication|webapplication|videogame|individual/;
/** Types of pages that list other pages. */
const LISTING = /^(?:blog|.*collection|.*catalog|.*list|searchresultspage|datafeed|.*gallery)$/;
const minFacts = 2;
const minLines = 3;
const minFit = 0.8;
const minScore = 0.5;

/**
 * Describes the record if it is the page's main record. In that case, the page's other records may be omitted.
 * Undefined if the other records may be the entries of the requested list.
 */
export function mainFacts(read: ReadRecord): MainFacts | undefined {
  const { list, thing, found, evidence, sources } = read;
  const item = list.items;
  if (!item) return undefined;
  const rows = rowsOf(found.records, item, evidence);
  const kind = thing.isMarked && !isListing(thing.items[0], found) ? kindOf(thing.items[0]) : '';
  const facts = factLabels(evidence, item, rows);
  const isOnly = found.records.length === 0;
  if (!isOnly && !maySkip(list, kind, { found, rows })) return undefined;
  const outside = sources.filter((source) => !isIn(rows, read.nodeOf(source)));
  const filled = new Set(outside.map(({ path }) => path.slice(read.pointer.length + 1).split('/')[0])).size;
  const isFuller = filled >= rows.filled;
  const isCertain = kind !== '' || (isOnly && read.isOwn);
  if (!isCertain && !(isFuller && isStated(read, outside, facts))) return undefined;
  const places = outside.map(({ path, selector = '' }) => `${path} ${selector.replace(/\d+/g, '')}`);
  const hasOnlyLabels = rows.areLabels && SINGLE.test(kind);
  return { kind, signs: [...facts, ...places], title: evidence.title, isSure: isOnly || isFuller, hasOnlyLabels };
}

/**
 * True if a page without markup may have a main record, because the page has labelled facts or its other records are in
 * a side area.
 */
export const mayState = (found: FoundRecords, item: Field, evidence: Evidence): boolean =>
  evidence.view.headline !== undefined &&
  !hasSeveralPlaces(leafFields(item), evidence) &&
  (found.isAside || factLabels(evidence, item, rowsOf(found.records, item, evidence)).length >= minFacts);

const isIn = (rows: RecordRows, node: Element | undefined): boolean => node !== undefined && rows.has(node);

/** True if the page's records may be omitted, because they do not seem to be the entries of the requested list. */
function maySkip(
  { name }: Field,
  kind: string,
  { found, rows }: { readonly found: FoundRecords; readonly rows: RecordRows },
): boolean {
  const word = wordsOf(name).at(-1) ?? '';
  const isNamed = word === '' || GENERIC.has(word) || (kind !== '' && kind.includes(word.replace(/(?:es|s)$/, '')));
  return (isNamed && (kind === '' || SINGLE.test(kind))) || found.isAside || rows.areSiblings || rows.areLabels;
}

/** True for markup that describes a listing, including a product that only summarizes the offers in the list. */
function isListing(thing: MarkupItem | undefined, { records }: FoundRecords): boolean {
  if (!thing) return true;
  const isSummary = valuesAt(thing, 'offers').some(
    ({ value }) => isItem(value) && value.types.includes('aggregateoffer') && !value.properties.has('price'),
  );
  return thing.types.every((type) => LISTING.test(type)) || (isSummary && records.length > 0);
}

/** Returns the kind of thing, e.g. `product` for a product and for a group of products. */
function kindOf(thing: MarkupItem | undefined): string {
  const types = thing?.types ?? [];
  const single = types.flatMap((type) => SINGLE.exec(type)?.[0] ?? []);
  return single[0] ?? types.join(' ');
}

/**
 * Returns the labels of the facts on the page, except those inside its records. Lines with a label may be filters of a
 * list, so they count only if their labels are requested, or if there are at least three different labels.
 */
function factLabels({ pairs }: Evidence, item: Field, rows: RecordRows): readonly string[] {
  const own = pairs.filter(
    ({ key, kind, node, flags }) =>
      (kind !== 'label' || isKnownLabel(key)) &&
      !(flags & (OUTSIDE | flag.review | flag.form | flag.hidden)) &&
      (rows.areLabels || !rows.has(node)),
  );
  const isWanted = (key: string) => item.fields.some((field) => labelFit(field, key) >= minFit);
  const lines = own.filter(({ kind, key }) => kind === 'label' && !isWanted(key));
  const areFacts = new Set(lines.map(({ key }) => key)).size >= minLines;
  return [...new Set(own.flatMap((pair) => (areFacts || !lines.includes(pair) ? [pair.key] : [])))];
}

/**
 * True if the page states the record outside its lists. If a title is requested, it must be the headline. If fields
 * specific to the subject are requested, at least one of them must have a value. The page must have labelled facts, or
 * its lists must be in a side area.
 */
function isStated(
  { list, pointer, found, evidence, nodeOf }: ReadRecord,
  outside: readonly ValueSource[],
  facts: readonly string[],
): boolean {
  const { headline } = evidence.view;
  if (!list.items || !headline || (facts.length < minFacts && !found.isAside)) return false;
  const leaves = leafFields(list.items);
  const of = (names: readonly string[]) =>
    outside.find(({ path }) => fromPointerStep(path.slice(pointer.length + 1).split('/')[0] ?? '') === names[0]);
  const title = leaves.find(({ field }) => field.concept?.id === 'title');
  const source = title && of(title.names);
  const node = source && nodeOf(source);
  const isHeadline =
    source !== undefined &&
    (node ? isWithin(node, headline) : likeness(wordsOf(source.excerpt), wordsOf(textOf(headline))) >= 0.6);
  if (title && !isHeadline) return false;
  const special = leaves.filter(({ field }) => !generalConcepts.has(field.concept?.id ?? ''));
  return special.length === 0 || special.some(({ names }) => (of(names)?.score ?? 0) >= minScore);
}
