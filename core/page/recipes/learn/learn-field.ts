import { isTag, type ParentNode } from 'domhandler';
import type { RecipeField, RecipeSource } from '../../../common/recipe';
import { isItem, type MarkupItem, plainValue } from '../../../contract/markup-item';
import { wordsOf } from '../../extraction/rules/lexicon/words';
import { stateValues } from '../../extraction/rules/markup/state-paths';
import { OUTSIDE } from '../../extraction/rules/page/flags';
import { isWithin } from '../../extraction/rules/page/text-of';
import { coerce } from '../../extraction/rules/values/coerce';
import { comparable } from '../../extraction/rules/values/texts';
import { byPlaceCost, selectorsFor } from '../../extraction/selectors/candidates';
import { type ReadableField, readable, readSource } from '../read-field';
import type { SourceReader } from '../source-reader';
import type { Spot, ValueIndex } from './value-index';
import type { WantedField } from './wanted-fields';

/** A record on a learning page, with the known value of one field. */
export interface Sample {
  readonly root: ParentNode;
  readonly reader: SourceReader;
  readonly index: ValueIndex;
  /** A value, a list of values, or undefined if the record has no value. */
  readonly expected: unknown;
}

interface Proposal {
  readonly source: RecipeSource;
  readonly cost: number;
  /** Number of samples for which this source returns the expected value. */
  readonly votes: number;
}

const maxAsked = 12;
const maxTested = 150;
const maxSpots = 6;
const maxSelectors = 3;
/**
 * Maximum length, in characters, of a string in script data that is searched for numbers, dates or links. Longer
 * strings are searched only for text values.
 */
const maxStateChars = 160;
/** Additional cost of an element if a nested element has the same value. */
const aroundCost = 5;
/**
 * Maximum share of the samples for which a source may return a wrong value. Some errors are allowed, because pages may
 * contradict their own markup.
 */
const maxErrorShare = 0.04;

/** Learns the sources of a field from the samples. Undefined if no source works for all samples. */
export function learnField(wanted: WantedField, samples: readonly Sample[]): RecipeField | undefined {
  const stated = samples.filter(({ expected }) => expected !== undefined);
  if (stated.length < Math.min(2, samples.length)) return undefined;
  for (const type of wanted.types) {
    const field = fieldOfType(wanted, type);
    const sources = field && sourcesOf(field, wanted, samples, stated);
    if (field && sources && sources.length > 0) return { ...field, sources };
  }
  return undefined;
}

function fieldOfType({ name, isList, isOfPage, field }: WantedField, type: RecipeField['type']) {
  const choices = field.choices?.filter((one) => typeof one === 'string' || typeof one === 'number');
  if (type === 'choice' && !choices?.length) return undefined;
  return {
    name,
    type,
    ...(type === 'choice' ? { choices } : {}),
    sources: [],
    ...(isList ? { list: true } : {}),
    ...(isOfPage ? { of: 'page' as const } : {}),
  };
}

function sourcesOf(
  field: RecipeField,
  wanted: WantedField,
  samples: readonly Sample[],
  stated: readonly Sample[],
): RecipeField['sources'] {
  const reading = readable(field);
  const isConstant = new Set(stated.map(({ expected }) => keyOf(expected))).size === 1;
  const kept: RecipeSource[] = [];
  const costs: number[] = [];
  let selectors = 0;
  let tested = 0;
  for (const { source, cost } of proposals(reading, stated)) {
    if (source.selector !== undefined && selectors === maxSelectors) continue;
    if (kept.some((one) => isSameKind(one, source)) || tested++ > maxTested) continue;
    // A value that is the same on all pages may also be in unrelated elements. The selector or path of the source must
    // therefore contain the field's name.
    const place = source.selector ?? source.state;
    if (isConstant && place !== undefined && !isNamed(place, wanted)) continue;
    // Positional selectors break when siblings are inserted, so they are only a last resort.
    if (cost >= byPlaceCost && costs.some((one) => one < byPlaceCost)) break;
    if (!agrees(reading, source, samples)) continue;
    kept.push(source);
    costs.push(cost);
    if (source.selector !== undefined) selectors++;
  }
  return kept;
}

/**
 * True if both sources read markup, both read script data, or both search labels. A field may have only one source of
 * each of these kinds.
 */
const isSameKind = (a: RecipeSource, b: RecipeSource): boolean =>
  (['markup', 'state', 'label'] as const).some((kind) => a[kind] !== undefined && b[kind] !== undefined);

const isNamed = (selector: string, { field }: WantedField): boolean => {
  const words = new Set(wordsOf(selector));
  const names = [field.words.join(' '), ...(field.concept?.names ?? [])];
  if (field.concept?.kind === 'currency') names.push('price');
  return (
    selector.startsWith('meta') ||
    names.some((name) => name.length > 2 && wordsOf(name).every((word) => words.has(word)))
  );
};

/** True if a source returns the expected values, and nothing for samples without a value. */
function agrees(reading: ReadableField, source: RecipeSource, samples: readonly Sample[]): boolean {
  let wrong = Math.floor(samples.length * maxErrorShare);
  let right = 0;
  for (const { root, reader, expected } of samples) {
    const values = readSource(reading, source, root, reader).map(({ value }) => value);
    const read = reading.field.list ? values : values[0];
    if (keyOf(read) === keyOf(expected)) right += expected === undefined ? 0 : 1;
    else if (--wrong < 0) return false;
  }
  return right > 0;
}

const keyOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(comparable).join('\n') : value === undefined ? '' : comparable(value);

/** Returns candidate sources, lowest cost first. On a tie, sources suggested by more samples come first. */
function proposals(reading: ReadableField, stated: readonly Sample[]): readonly Proposal[] {
  const step = Math.max(1, Math.floor(stated.length / maxAsked));
  const asked = stated.filter((_, index) => index % step === 0).slice(0, maxAsked);
  const found = new Map<string, Proposal>();
  for (const sample of asked) {
    const own = new Map(proposed(reading, sample).map((one) => [JSON.stringify(one.source), one]));
    for (const [key, one] of own) {
      const known = found.get(key);
      found.set(key, { ...one, cost: Math.min(one.cost, known?.cost ?? one.cost), votes: (known?.votes ?? 0) + 1 });
    }
  }
  const enough = asked.length / 2;
  return [...found.values()]
    .filter(({ votes }) => votes >= enough)
    .sort((a, b) => a.cost - b.cost || b.votes - a.votes);
}

type Proposed = Omit<Proposal, 'votes'>;

function proposed(reading: ReadableField, { root, reader, index, expected }: Sample): readonly Proposed[] {
  const values: readonly unknown[] = Array.isArray(expected) ? expected.slice(0, 2) : [expected];
  const found: Proposed[] = [];
  for (const value of values) {
    const spots = index.spots(reading, value).filter(({ node }) => isWithin(node, root));
    const seen = spots.filter(isVisible).slice(0, maxSpots);
    for (const spot of seen) {
      const isAround = seen.some(({ node }) => node !== spot.node && isWithin(node, spot.node));
      found.push(
        ...ofSpot(spot, root, reading).map((one) => (isAround ? { ...one, cost: one.cost + aroundCost } : one)),
      );
    }
    if (isTag(root as never)) continue;
    for (const spot of spots.filter((one) => !isVisible(one))) found.push(...ofMeta(spot));
    found.push(...inMarkup(reading, value, reader));
    if (!reading.field.list) found.push(...inState(reading, value, reader));
  }
  if (values.length === 1) found.push(...labels(reading, values[0], root, reader));
  const { url } = reader.evidence;
  if (reading.field.type === 'link' && expected === url) found.push({ source: { address: true }, cost: 0 });
  return found;
}

const isVisible = ({ node }: Spot): boolean => node.name !== 'meta' && node.name !== 'title' && node.name !== 'link';

function ofSpot({ node, attribute }: Spot, root: ParentNode, { field }: ReadableField): readonly Proposed[] {
  const isStandard = (field.type === 'link' && attribute === 'href') || (field.type === 'image' && node.name === 'img');
  const how = {
    ...(attribute === undefined || isStandard ? {} : { attribute }),
    ...(field.list ? {} : { unique: true }),
  };
  return selectorsFor(node, root).map(({ css, cost }) => ({
    source: { selector: css, ...how },
    // Invisible attributes are less reliable than text.
    cost: cost + (how.attribute === undefined || /^(?:content|datetime|value)$/.test(attribute ?? '') ? 0 : 1),
  }));
}

function ofMeta({ node }: Spot): readonly Proposed[] {
  const { property, name } = node.attribs;
  const key = property ?? name;
  if (node.name !== 'meta' || key === undefined || !/^[\w:.-]+$/.test(key)) return [];
  const selector = `meta[${property === undefined ? 'name' : 'property'}="${key}"]`;
  return [{ source: { selector, attribute: 'content', unique: true }, cost: 3.2 }];
}

/** Searches the structured data about the subject of the page for properties with a given value. */
function inMarkup({ field, wanted }: ReadableField, value: unknown, reader: SourceReader): readonly Proposed[] {
  const found: Proposed[] = [];
  const key = comparable(value);
  const visit = (item: MarkupItem, type: string, path: readonly string[]) => {
    for (const [name, values] of item.properties) {
      const at = [...path, name];
      if (!/^@?[\w-]+$/.test(name)) continue;
      for (const one of values.slice(0, 3)) {
        if (isItem(one.value) && at.length < 3) visit(one.value, type, at);
        const raw = plainValue(one);
        if (raw === undefined) continue;
        const sighting = { raw, weight: 1, kind: item.kind, node: undefined, excerpt: '' };
        const read = coerce(wanted, sighting, reader.evidence.place)?.value;
        if (read !== undefined && comparable(read) === key)
          found.push({
            source: { markup: type, path: at.join('.') },
            cost: 0.2 * at.length + (field.type === 'text' ? 0.1 : 0),
          });
      }
    }
  };
  for (const item of reader.mainThings) {
    const [type] = item.types;
    if (type !== undefined) visit(item, type, []);
  }
  return found;
}

/**
 * Returns the script data paths to a value. Paths through lists cost more, because the position of list entries may
 * change.
 */
function inState({ field, wanted }: ReadableField, value: unknown, reader: SourceReader): readonly Proposed[] {
  const { evidence } = reader;
  const key = comparable(value);
  const isText = ['text', 'name'].includes(field.type);
  const found = stateValues(evidence).filter(({ raw, node }) => {
    if (typeof raw === 'string' && raw.length > maxStateChars && !isText) return false;
    const sighting = { raw, weight: 1, kind: 'state' as const, node, excerpt: '' };
    const read = coerce(wanted, sighting, evidence.place)?.value;
    return read !== undefined && comparable(read) === key;
  });
  return found.slice(0, maxSpots).map(({ path }) => {
    const steps = path.split('.').length;
    return { source: { state: path }, cost: 1.1 + 0.05 * steps + (/\.\d+\./.test(path) ? 1 : 0) };
  });
}

function labels(reading: ReadableField, value: unknown, root: ParentNode, reader: SourceReader): readonly Proposed[] {
  const { evidence } = reader;
  const key = comparable(value);
  return evidence.pairs.flatMap(({ label, value: raw, kind, node, flags }): readonly Proposed[] => {
    if (flags & OUTSIDE || label.length > 48 || !isWithin(node, root)) return [];
    const sighting = { raw, weight: 1, kind, node, excerpt: '' };
    const read = coerce(reading.wanted, sighting, evidence.place)?.value;
    if (read === undefined || comparable(read) !== key) return [];
    return [{ source: { label: label.replace(/(?:(?<!\s)\s+)?[:：]$/, '') }, cost: 1.5 }];
  });
}
