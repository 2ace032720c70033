import type { Element } from 'domhandler';
import type { RecipeField } from '../../common/recipe';
import { isWithin } from '../extraction/rules/page/text-of';
import { readable, readField } from '../recipes/read-field';
import type { SourceReader } from '../recipes/source-reader';
import { arranged, maxShown } from './column-order';
import { typeOf } from './column-types';
import { columnsOf, type RecordColumn } from './columns';
import { sourcesOf } from './field-sources';
import { headersOf } from './headers';
import { freeName, namesOf, numbered } from './names/column-names';
import { type JoinedColumn, joinedPositions } from './offered/alternative-prices';
import { joinAlternatives } from './offered/alternatives';
import { byPosition } from './offered/columns-by-position';
import { groupHeadings } from './offered/group-headings';
import { withPriceNames } from './offered/price-kinds';
import { mayVary } from './offered/uninformative';
import { cellOf, columnAt } from './picked-column';
import { RecordsCache } from './records-cache';
import type { PickedRecord } from './shape';

/** A field of the records, and the element that contains its value in each record. */
export interface SuggestedField {
  readonly field: RecipeField;
  readonly nodes: readonly (Element | undefined)[];
}

/** Records, and the reader that extracts values from their page. */
export interface ReadRecords {
  readonly records: readonly PickedRecord[];
  readonly reader: SourceReader;
}

/**
 * Reason why a field is offered but not suggested: it contains the headings of record groups, or has the same value in
 * every record.
 */
export type OfferReason = 'group' | 'constant';

/** A field that is offered but not suggested. */
export interface OfferedField extends SuggestedField {
  readonly why?: OfferReason;
  /** True if the value is the same in every record, but is likely to differ on further pages of the list. */
  readonly mayVary?: true;
}

/** Suggested fields in `shown`, and additional fields in `more`. */
export interface SuggestedFields {
  readonly shown: readonly SuggestedField[];
  readonly more: readonly OfferedField[];
}

/** Maximum number of records used to suggest fields. Longer lists are sampled. */
const maxSampled = 400;
const goldenRatio = (1 + Math.sqrt(5)) / 2;

/**
 * Suggests fields for records: distinctive values with a name, type, order and sources. Samples the records of a long
 * list. The result is cached. If one record contains another, the records must be registered as nested in `reader`.
 */
export const suggestFields = (records: readonly PickedRecord[], reader: SourceReader): SuggestedFields =>
  reader.evidence.once(suggestions).of(records, () => suggested(records, reader));

const suggestions = (): RecordsCache<SuggestedFields> => new RecordsCache();

function suggested(records: readonly PickedRecord[], reader: SourceReader): SuggestedFields {
  if (records.length <= maxSampled) return fieldsOf(records, reader);
  const { shown, more } = fieldsOf(sampleOf(records), reader);
  const inAll = <Found extends SuggestedField>(one: Found): Found => ({
    ...one,
    ...withNodes(one.field, records, reader),
  });
  return { shown: shown.map(inAll), more: more.map(inAll) };
}

/**
 * Returns a sample of records from the entire list. Selects records at irregular intervals, so that the sample includes
 * differences that repeat at regular intervals.
 */
function sampleOf(records: readonly PickedRecord[]): readonly PickedRecord[] {
  const step = records.length / maxSampled;
  const places = Array.from({ length: maxSampled }, (_, at) => Math.floor((at + ((at * goldenRatio) % 1)) * step));
  return places.flatMap((place) => (records[place] ? [records[place]] : []));
}

/** A column with its type and the sources of its values. */
interface SourcedColumn {
  readonly column: RecordColumn;
  readonly type: RecipeField['type'];
  readonly sources: RecipeField['sources'];
}

function fieldsOf(records: readonly PickedRecord[], reader: SourceReader): SuggestedFields {
  const headers = headersOf(records);
  const { columns, constant } = columnsOf(records, headers);
  const withSources = ({ column, sources: known }: JoinedColumn): readonly SourcedColumn[] => {
    const type = typeOf(column);
    const sources = known ?? sourcesOf(column, type, records, reader);
    if (sources.length > 0) return [{ column, type, sources }];
    return column.isList ? byPosition(column, records).flatMap((part) => withSources({ column: part })) : [];
  };
  const joined = headers
    ? columns.map((column) => ({ column }))
    : joinedPositions(columns, (column, isWanted = () => true) => {
        const cells = column.cells.filter((_, record) => isWanted(record));
        return sourcesOf(
          { ...column, cells },
          typeOf(column),
          records.filter((_, record) => isWanted(record)),
          reader,
        );
      });
  const read = joined.flatMap(withSources);
  const same = constant.flatMap((column) => withSources({ column }));
  const called = namesOf([...read, ...same], records);
  const named = read.map((one, index) => ({ ...one, name: called[index] ?? 'text' }));
  const { shown, more } = arranged(headers ? named : joinAlternatives(withPriceNames(named)), headers !== undefined);
  const unchanging = same.map((one, index) => ({ ...one, name: called[read.length + index] ?? 'text' }));
  const all = [...shown, ...more, ...unchanging];
  const names = numbered(
    all.map(({ name }, at) => (at > 0 && name === 'title' && all[0]?.name === name ? 'subtitle' : name)),
  );
  const fields = all.map(
    ({ column, type, sources }, index): SuggestedField => ({
      field: { name: names[index] ?? 'text', type, sources, ...(column.isList ? { list: true } : {}) },
      nodes: column.cells.map(([cell]) => cell?.node),
    }),
  );
  const listed = shown.length + more.length;
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const ends = fields.slice(0, shown.length).flatMap((one) => bothEnds(one, { records, reader }, taken));
  const both = ends.filter((one) => !ends.some((range) => isEndOf(one, range)));
  const isExtra = ({ field }: SuggestedField): boolean => both.length > maxShown && field.end === 'upper';
  return {
    shown: both.filter((one) => !isExtra(one)),
    more: [
      ...both.filter(isExtra),
      ...groupField(records, reader),
      ...ends.filter((one) => !both.includes(one)),
      ...fields.slice(shown.length, listed),
      ...fields.slice(listed).map((one, at) => ({
        ...{ ...one, why: 'constant' as const },
        ...(unchanging.slice(at, at + 1).some(mayVary) ? { mayVary: true as const } : {}),
      })),
    ],
  };
}

/** A column is split into lower and upper ends if at least this share of the records has a range. */
const minRanges = 0.2;

/** Splits a column with ranges of prices or dates into two columns: lower ends and upper ends. */
function bothEnds(
  one: SuggestedField,
  { records, reader }: ReadRecords,
  taken: Set<string>,
): readonly SuggestedField[] {
  const { field } = one;
  if (!/^(?:price|date|datetime)$/.test(field.type) || field.list) return [one];
  const name = freeName(`${field.name} to`, taken);
  const upper = withNodes({ ...field, name, end: 'upper' }, records, reader);
  const ranges = upper.nodes.filter((node) => node !== undefined).length;
  if (ranges < 2 || ranges < records.length * minRanges) return [one];
  taken.add(name.toLowerCase());
  return [{ ...one, field: { ...field, end: 'lower' } }, upper];
}

/** True for a column that contains only one end of the ranges in another column. */
const isEndOf = ({ field, nodes }: SuggestedField, range: SuggestedField): boolean =>
  range.field.end === 'lower' &&
  field.end === undefined &&
  field.type === range.field.type &&
  nodes.every((node, at) => {
    const around = range.nodes[at];
    return !node || (around !== undefined && node !== around && isWithin(node, around));
  });

/** Returns a field that contains the heading of each record's group, if the list has group headings. */
function groupField(records: readonly PickedRecord[], reader: SourceReader): SuggestedFields['more'] {
  const groups = groupHeadings(records, reader);
  if (!groups) return [];
  const cells = groups.headings.map((node) => [cellOf(node, 'text')]);
  const type = typeOf({ label: '', what: 'text', cells, isList: false });
  const name = type === 'date' ? 'day' : 'group';
  return [
    {
      field: { name, type, sources: [{ selector: groups.selector, before: true }] },
      nodes: groups.headings,
      why: 'group',
    },
  ];
}

/** Returns the names of the fields plus the names in `more`, in lower case. */
export const namesIn = (fields: readonly SuggestedField[], more: readonly string[] = []): ReadonlySet<string> =>
  new Set([...fields.map(({ field }) => field.name), ...more].map((name) => name.toLowerCase()));

/**
 * Creates a field for the value of a clicked element, with a name that is not yet taken. Undefined if no source yields
 * the value.
 */
export function pickedField(
  node: Element,
  { records, reader }: ReadRecords,
  taken: ReadonlySet<string>,
): SuggestedField | undefined {
  const column = columnAt(node, records, reader);
  if (!column) return undefined;
  const type = typeOf(column);
  const sources = sourcesOf(column, type, records, reader);
  if (sources.length === 0) return undefined;
  const [base = 'text'] = namesOf([{ column, type }], records);
  const name = freeName(base, taken);
  return { field: { name, type, sources }, nodes: column.cells.map(([cell]) => cell?.node) };
}

/** Returns an edited field and the elements that contain its values. */
export function withNodes(field: RecipeField, records: readonly PickedRecord[], reader: SourceReader): SuggestedField {
  const reading = readable(field);
  const nodes = records.map(([root]) => root && readField(reading, root, reader, false)?.values[0]?.sighting.node);
  return { field, nodes };
}
