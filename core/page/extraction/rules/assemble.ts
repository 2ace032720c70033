import type { Element } from 'domhandler';
import { pointerStep } from '../../../common/records';
import { ownValue } from '../../../common/values/own-value';
import { isItem, type MarkupItem } from '../../../contract/markup-item';
import type { MainRecord, MissingValue, ValueSource } from '../../../contract/plugin';
import type { FoundDate } from '../../documents/metadata/dates';
import { PathSelectors } from '../selectors/path-selectors';
import { choose } from './find/choose';
import { fromMarkup, valuesOfField } from './find/from-markup';
import { LeafFinder } from './find/leaf';
import { mainItems } from './find/main-item';
import type { Sighting } from './find/sighting';
import { besides, isRecord, ownThing, subjectLists } from './lists/own-record';
import { type FoundRecord, leafFields } from './lists/record-fields';
import { columnPlaces, type FoundRecords, findRecords, noRecords } from './lists/records';
import { findValues } from './lists/value-list';
import { listAt, withList } from './main/list-at';
import { type MainFacts, mainFacts, mayState } from './main/main-record';
import type { Evidence } from './page/evidence';
import { flag, OUTSIDE } from './page/flags';
import type { Field } from './schema/field';
import { coerce, dayRead, lostUpperEnd, type ValuePlace } from './values/coerce';
import type { Coerced } from './values/texts';
import { currencyOfValue } from './values/value-currency';

type Json = Coerced['value'] | readonly Json[] | { readonly [name: string]: Json };

/** The page's main record, and the list that may contain it. */
interface Main {
  readonly facts: MainFacts;
  readonly list: string;
  readonly value: Json;
  readonly sources: readonly ValueSource[];
  readonly missing: readonly MissingValue[];
  /** True if the record is in the answer's list. */
  readonly isOwn: boolean;
}

/** Position of a value in the answer, and the markup items that may contain the value. */
interface Scope {
  readonly pointer: string;
  readonly items: readonly MarkupItem[];
  /**
   * True if values may be read only from `items`, because these items describe something other than the page's subject.
   */
  readonly markupOnly: boolean;
}

/** Place of a value, and the confidence in the value. */
interface Noted {
  readonly sighting: Sighting;
  readonly score: number;
}

/** Formats a JSON pointer for messages: removes the leading slash and replaces list indexes with `*`. */
const namedPath = (pointer: string): string => pointer.slice(1).replace(/(^|\/)\d+(?=\/|$)/g, '$1*');

/**
 * Builds the answer by filling a schema with a page's values. Records the source of each value and the missing fields.
 */
export class Assembler {
  readonly sources: ValueSource[] = [];
  readonly missing: MissingValue[] = [];
  /** Dates with an ambiguous order of day and month. */
  readonly openDates: (FoundDate & { readonly name: string })[] = [];
  /** Upper ends of ranges, keyed by the path of the lower end. Used to warn if the answer contains only lower ends. */
  readonly #upperEnds = new Map<string, string>();
  #hasHighPrices = false;
  /** Paths of visible values that contradict the markup. */
  readonly #contradicted = new Set<string>();
  readonly #selectors = new PathSelectors();
  #subjects: ReadonlySet<string> = new Set();
  /** Per source, the element that contains the value. */
  readonly #nodes = new Map<ValueSource, Element>();
  #main: Main | undefined;

  constructor(private readonly evidence: Evidence) {}

  root(field: Field): Json | undefined {
    const fields =
      field.kind === 'object'
        ? field.fields.flatMap((one) => (one.kind === 'object' && !one.concept ? one.fields : [one]))
        : [field];
    this.#subjects = subjectLists(field);
    const scope = { pointer: '', items: mainItems(this.evidence, fields), markupOnly: false };
    return (
      this.#value(field, scope, new LeafFinder(this.evidence, fields)) ??
      (field.kind === 'object' ? {} : field.kind === 'array' ? [] : null)
    );
  }

  #value(field: Field, scope: Scope, finder: LeafFinder): Json | undefined {
    if (field.kind === 'object') return field.open ? this.#open(field, scope) : this.#object(field, scope, finder);
    if (field.kind === 'array') return this.#array(field, scope, finder);
    const sightings = scope.markupOnly ? fromMarkup(field, scope.items) : finder.sightings(field, scope.items);
    const chosen = choose(field, sightings, this.evidence.place);
    if (!chosen) return undefined;
    const found = { field, value: chosen.value, sighting: chosen.sighting };
    this.#note(scope.pointer, chosen, currencyOfValue(found, this.evidence.place, sightings));
    this.#noteDate(scope.pointer, field, chosen.sighting, this.evidence.place);
    this.#noteRange(scope.pointer, field, chosen.sighting);
    return chosen.value;
  }

  #object(field: Field, scope: Scope, finder: LeafFinder): Json | undefined {
    const entries: [string, Json][] = [];
    let filled = 0;
    const absent: Field[] = [];
    for (const inner of field.fields) {
      const value = this.#value(inner, this.#inside(inner, scope), finder);
      if (value !== undefined) filled++;
      else absent.push(inner);
      const kept = value ?? emptyOf(inner);
      if (kept !== undefined) entries.push([inner.name, kept]);
    }
    if (filled === 0 && scope.pointer !== '') return undefined;
    for (const inner of absent) this.#miss(`${scope.pointer}/${pointerStep(inner.name)}`, inner);
    return Object.fromEntries(entries);
  }

  /**
   * Returns the scope of a nested object. If the markup describes the nested object separately (e.g. an author), its
   * fields are read only from that description.
   */
  #inside(inner: Field, scope: Scope): Scope {
    const pointer = `${scope.pointer}/${pointerStep(inner.name)}`;
    if (inner.kind !== 'object') return { ...scope, pointer };
    const own = scope.items.flatMap((item) =>
      valuesOfField(inner, item).values.flatMap(({ value }) => (isItem(value) ? [value] : [])),
    );
    const isOther = inner.concept !== undefined && inner.concept.kind === 'name' && inner.concept.id !== 'venue';
    return {
      pointer,
      items: own.length > 0 ? own : isOther ? [] : scope.items,
      markupOnly: scope.markupOnly || (isOther && own.length > 0),
    };
  }

  #array(field: Field, scope: Scope, finder: LeafFinder): Json | undefined {
    const { items: item } = field;
    if (!item) return undefined;
    if (item.kind === 'object' && !item.open) {
      const found = scope.markupOnly ? noRecords : findRecords(field, item, this.evidence, scope.items);
      const isSubject = !found.isPart && this.#subjects.has(field.pointer);
      const own = isSubject ? this.#ownRecord(field, item, found, scope.pointer) : [];
      const others =
        own.length === 0 ? found.records : this.#main?.facts.hasOnlyLabels ? [] : besides(own[0], found, item);
      const place = columnPlaces(others, this.evidence.place);
      const values = others.map((record, index) =>
        this.#record(item, record, `${scope.pointer}/${own.length + index}`, place),
      );
      return own.length + values.length === 0 ? undefined : [...own, ...values];
    }
    const single = finder
      .sightings({ ...field, kind: 'string' }, scope.items)
      .filter((one) => !scope.markupOnly || one.kind !== 'text');
    const values = findValues(field, item, this.evidence, scope.items, single);
    for (const [index, { value, sighting, score }] of values.entries()) {
      const currency = currencyOfValue({ field: item, value, sighting }, this.evidence.place);
      this.#note(`${scope.pointer}/${index}`, { sighting, score }, currency);
      this.#noteDate(`${scope.pointer}/${index}`, item, sighting, this.evidence.place);
    }
    return values.length === 0 ? undefined : values.map(({ value }) => value);
  }

  /**
   * Treats the subject of a page about a single thing as a record. If the page also lists other records, its markup
   * must describe the subject. Otherwise, only stores the record in `#main`, because other pages with the same template
   * may confirm it.
   */
  #ownRecord(list: Field, item: Field, found: FoundRecords, pointer: string): readonly Json[] {
    const { evidence } = this;
    const thing = ownThing(item, evidence);
    const isTaken = found.records.length === 0 || thing.isMarked;
    if (!isTaken && !mayState(found, item, evidence)) return [];
    const reader = isTaken ? this : new Assembler(evidence);
    const own = `${pointer}/0`;
    const marks = [reader.sources.length, reader.missing.length] as const;
    const scope = { pointer: own, items: thing.items, markupOnly: false };
    const value = reader.#object(item, scope, new LeafFinder(evidence, item.fields));
    const [sources, missing] = [reader.sources.slice(marks[0]), reader.missing.slice(marks[1])];
    const isOwn = isTaken && value !== undefined && isRecord(item, sources, { pointer: own, thing, found, evidence });
    if (!isOwn) [reader.sources.length, reader.missing.length] = marks;
    if (value === undefined || (!isOwn && thing.isMarked)) return [];
    const nodeOf = (source: ValueSource) => reader.#nodes.get(source);
    const facts = mainFacts({ list, pointer: own, thing, found, evidence, sources, nodeOf, isOwn });
    if (facts && this.#subjects.size === 1) this.#main = { facts, list: pointer, value, sources, missing, isOwn };
    return isOwn ? [value] : [];
  }

  #record(item: Field, record: FoundRecord, pointer: string, placeOf: (field: Field) => ValuePlace): Json {
    if ('item' in record) {
      const scope = { pointer, items: [record.item], markupOnly: true };
      return this.#object(item, scope, new LeafFinder(this.evidence, item.fields)) ?? {};
    }
    const tree: Record<string, unknown> = {};
    for (const { field, names, isList } of leafFields(item)) {
      const sighting = record.cells.get([...record.cells.keys()].find((one) => one.pointer === field.pointer) ?? field);
      const path = `${pointer}/${names.map(pointerStep).join('/')}`;
      const entries = isList ? record.lists?.get(field.pointer) : undefined;
      if (entries) {
        put(tree, names, this.#each(field, entries, path));
        continue;
      }
      const value =
        sighting && (isList ? this.#split(field, sighting) : coerce(field, sighting, placeOf(field))?.value);
      if (value !== undefined && sighting) {
        const currency = isList ? undefined : currencyOfValue({ field, value, sighting }, placeOf(field));
        this.#note(path, { sighting, score: sighting.weight }, currency);
        this.#noteDate(path, field, sighting, placeOf(field));
        if (!isList) this.#noteRange(path, field, sighting);
      } else this.#miss(path, field);
      const kept = value ?? (isList ? undefined : emptyOf(field));
      if (kept !== undefined) put(tree, names, kept);
    }
    return tree as Json;
  }

  #each(field: Field, entries: readonly Sighting[], path: string): readonly Json[] {
    return entries.flatMap((entry, index): readonly Json[] => {
      const value = coerce(field, entry, this.evidence.place)?.value;
      if (value === undefined) return [];
      const currency = currencyOfValue({ field, value, sighting: entry }, this.evidence.place);
      this.#note(`${path}/${index}`, { sighting: entry, score: entry.weight }, currency);
      return [value];
    });
  }

  #split(field: Field, { raw, ...sighting }: Sighting): readonly Json[] {
    const parts = String(raw)
      .split(/(?:(?<!\s)\s+)?[,;|•·、]\s*/)
      .filter((part) => part !== '');
    return parts.flatMap((part): readonly Json[] => {
      const value = coerce(field, { ...sighting, raw: part }, this.evidence.place)?.value;
      return value === undefined ? [] : [value];
    });
  }

  /** Fills an object whose schema allows any key. Uses the labels and values in the page's tables. */
  #open(field: Field, scope: Scope): Json | undefined {
    const { open } = field;
    const found: [string, Json][] = [];
    const seen = new Set<string>();
    for (const pair of this.evidence.pairs) {
      if (
        !open ||
        pair.kind === 'label' ||
        pair.flags & (OUTSIDE | flag.review) ||
        seen.has(pair.key) ||
        found.length >= 100
      )
        continue;
      const sighting: Sighting = {
        raw: pair.value,
        weight: 0.7,
        kind: pair.kind,
        node: pair.node,
        excerpt: `${pair.label}: ${pair.value}`.slice(0, 200),
      };
      const value = coerce(
        { ...open, kind: open.kind === 'any' ? 'string' : open.kind },
        sighting,
        this.evidence.place,
      )?.value;
      if (value === undefined) continue;
      seen.add(pair.key);
      const name = pair.label.replace(/(?:(?<!\s)\s+)?[:：]$/, '');
      found.push([name, value]);
      this.#note(`${scope.pointer}/${pointerStep(name)}`, { sighting, score: 0.7 });
    }
    return found.length === 0 ? undefined : Object.fromEntries(found);
  }

  /** Returns the page's main record, given the complete answer. */
  mainRecord(data: unknown): MainRecord | undefined {
    if (!this.#main) return undefined;
    const { facts, list, value, sources, missing, isOwn } = this.#main;
    const { kind, signs, title, isSure } = facts;
    const isElsewhere = ({ path }: MissingValue | ValueSource) => !path.startsWith(`${list}/`);
    const alone = {
      data: withList(data, list, [value]),
      sources: [...this.sources.filter(isElsewhere), ...sources],
      missing: [...this.missing.filter(isElsewhere), ...missing],
    };
    const isAlone = isOwn && listAt(data, list).length === 1;
    return { list, kind, signs, title, isSure, ...(isAlone ? {} : { alone }) };
  }

  /** Warning about ranges whose upper end is missing from the answer, if any. */
  get rangeSentence(): string | undefined {
    if (this.#upperEnds.size === 0 || this.#hasHighPrices) return undefined;
    const ends = [...this.#upperEnds].map(([path, end]) => `${path} (up to ${end})`);
    return `Only the lower end of a range was read: ${ends.join(', ')}.`;
  }

  /** Warning about visible values that contradict the markup, if any. */
  get markupSentence(): string | undefined {
    if (this.#contradicted.size === 0) return undefined;
    return `The page's markup contradicts its visible prices, so the visible prices were used: ${[...this.#contradicted].join(', ')}.`;
  }

  #noteRange(pointer: string, field: Field, sighting: Sighting): void {
    if (field.concept?.id === 'highPrice') this.#hasHighPrices = true;
    const end = lostUpperEnd(field, sighting, this.evidence.place);
    const path = namedPath(pointer);
    if (end !== undefined && !this.#upperEnds.has(path)) this.#upperEnds.set(path, end);
  }

  #note(path: string, { sighting, score }: Noted, currency?: string): void {
    const { node, kind, excerpt, isShown } = sighting;
    if (isShown) this.#contradicted.add(namedPath(path));
    const selector = node && kind !== 'address' ? { selector: this.#selectors.of(node) } : {};
    const { url } = this.evidence;
    const money = currency === undefined ? {} : { currency };
    const source = { path, url, kind, ...selector, excerpt, score: Math.round(score * 100) / 100, ...money };
    this.sources.push(source);
    if (node) this.#nodes.set(source, node);
  }

  #noteDate(path: string, field: Field, sighting: Sighting, place: ValuePlace): void {
    const found = dayRead(field, sighting, place);
    const name = path.slice(1).replace(/(^|\/)\d+(?=\/|$)/g, '$1*');
    if (found?.other !== undefined) this.openDates.push({ ...found, text: String(sighting.raw), name });
  }

  #miss(path: string, field: Field): void {
    this.missing.push({ path, reason: `Nothing on the page was recognized as "${field.name}".` });
  }
}

/**
 * Returns the value for a field without a match: null for nullable fields, an empty list or null for required fields,
 * else undefined.
 */
function emptyOf(field: Field): Json | undefined {
  if (field.nullable) return null;
  if (!field.required) return undefined;
  return field.kind === 'array' ? [] : null;
}

function put(tree: Record<string, unknown>, names: readonly string[], value: unknown): void {
  const last = names.at(-1);
  if (last === undefined) return;
  let at = tree;
  for (const name of names.slice(0, -1)) {
    const inner = ownValue(at, name) ?? {};
    at[name] = inner;
    at = inner as Record<string, unknown>;
  }
  at[last] = value;
}
