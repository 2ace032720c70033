import type { Element } from 'domhandler';
import { findElement, parentOf } from '../../page/extraction/rules/page/text-of';
import type { PageView } from '../../page/extraction/rules/page/view';
import type { BuiltTable } from '../../page/records/build-table';
import type { PickedRecord } from '../../page/records/shape';

const minRows = 3;
/** Minimum number of rows in a list that has a single column without links. */
const minPlainRows = 5;
/** Factor for the score of a list that has only one or two text columns, e.g. questions and answers. */
const plainWeight = 0.3;
/** Minimum factor for the score of a list whose columns have many gaps. */
const minFill = 0.1;
/** A list counts as a list with links if at least this share of its records has a link. */
const linkShare = 0.8;
/** A list repeats another list if at least this share of its rows is also in the other list. */
const repeatedShare = 0.8;
/**
 * A list counts as language links if at least this share of its rows has a link with a language code, and at least this
 * share of the codes is distinct.
 */
const localeShare = 0.8;

/** Returns the flags shared by all lines of a record. */
export function flagsOf(record: PickedRecord, { lines, firstLine, endLine }: PageView): number {
  const shared = record.flatMap((part) =>
    lines.slice(firstLine.get(part) ?? 0, endLine.get(part) ?? 0).map(({ flags }) => flags),
  );
  return shared.length === 0 ? 0 : shared.reduce((all, flags) => all & flags);
}

/**
 * Returns a factor for the score of a list, based on its columns. Returns 0 for a list that is not useful as a table: a
 * menu, a filter, language links or a short list of plain text.
 */
export function worthOf(table: BuiltTable): number {
  const { fields, records, result } = table;
  const rows = result?.rows ?? [];
  const types = new Set(fields.map(({ field: { type } }) => type));
  const isPlain = types.size === 1 && types.has('text');
  if (rows.length < minRows || (isPlain && fields.length === 1 && rows.length < minPlainRows)) return 0;
  const onlyText = [...types].every((type) => type === 'text' || type === 'link');
  if ((onlyText && isOutside(records[0]?.[0])) || areLanguages(rows)) return 0;
  const isSubject = isAboutThings(table);
  const isThing = types.has('price') || types.has('image');
  if (!isThing && records.every((record) => record.some(isFilter))) return 0;
  return (
    (isPlain && !isSubject && fields.length < 3 ? plainWeight : 1) *
    bestFill(result) *
    Math.min(1, rows.length / records.length)
  );
}

/**
 * True for an HTML table, and for a list with prices or with links in nearly all records. Other lists are rarely the
 * main list of a page.
 */
export function isAboutThings({ fields, records }: BuiltTable): boolean {
  const isTable = records.every(([part]) => part?.name === 'tr');
  if (isTable || fields.some(({ field: { type } }) => type === 'price')) return true;
  return records.filter(hasLink).length >= records.length * linkShare;
}

/**
 * Returns the fill rate of the fullest column: the share of rows with a number or a text other than a URL. At least
 * `minFill`.
 */
function bestFill(result: BuiltTable['result']): number {
  const rows = result?.rows ?? [];
  const names = Object.keys(rows[0] ?? {});
  const fills = names.map((name) => rows.filter((row) => isSaid(row[name])).length / rows.length);
  return Math.max(minFill, ...fills);
}

const isSaid = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && !/^https?:/.test(value));

/** True for an element in the navigation or footer of a page. */
function isOutside(element: Element | undefined): boolean {
  if (!element) return false;
  const { name, attribs } = element;
  if (/^(?:nav|footer)$/.test(name) || /^(?:navigation|contentinfo)$/.test(attribs.role ?? '')) return true;
  return isOutside(parentOf(element));
}

/** True for an element that contains a group of check boxes or radio buttons, such as a shop filter. */
const isFilter = (part: Element): boolean =>
  findElement(part, (one) => FILTERS.test(one.name) && findElement(one, isCheckBox) !== undefined) !== undefined;
const FILTERS = /^(?:details|fieldset)$/;

/** True for a check box or radio button. */
export const isCheckBox = ({ name, attribs }: Element): boolean =>
  name === 'input' && /^(?:checkbox|radio)$/i.test(attribs.type ?? '');

/** True for a record that contains a link or is inside one. */
const hasLink = (record: PickedRecord): boolean =>
  record.some((part) => isInLink(part) || findElement(part, isLink) !== undefined);

const isLink = ({ name, attribs }: Element): boolean => name === 'a' && attribs.href !== undefined;

function isInLink(part: Element): boolean {
  const parent = parentOf(part);
  return parent !== undefined && (isLink(parent) || isInLink(parent));
}

type Rows = NonNullable<BuiltTable['result']>['rows'];

const LOCALE = /^https?:\/\/(?:([a-z]{2})\.|[^/]+\/([a-z]{2}(?:[-_][a-z]{2})?)(?:[/?#]|$))/i;

/** True if the links of the rows lead to versions of the site for different languages or countries. */
function areLanguages(rows: Rows): boolean {
  const codes = rows.flatMap(({ link }) => {
    const [, host, path] = (typeof link === 'string' && LOCALE.exec(link)) || [];
    return host ?? path ?? [];
  });
  return codes.length >= rows.length * localeShare && new Set(codes).size >= codes.length * localeShare;
}

/** True for a table whose rows are nearly all in another table, e.g. the hidden copy of a list for small screens. */
export function isRepeated({ result }: BuiltTable, { result: other }: BuiltTable): boolean {
  const known = new Set(other?.rows.map((row) => JSON.stringify(row)));
  const rows = result?.rows ?? [];
  return rows.filter((row) => known.has(JSON.stringify(row))).length >= rows.length * repeatedShare;
}
