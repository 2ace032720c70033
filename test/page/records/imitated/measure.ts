import type { Document, Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { Evidence } from '../../../../core/page/extraction/rules/page/evidence';
import { findElements, isWithin } from '../../../../core/page/extraction/rules/page/text-of';
import { SourceReader } from '../../../../core/page/recipes/source-reader';
import { type BuiltTable, buildTable, type TablePage } from '../../../../core/page/records/build-table';
import type { Expected, ImitatedSite } from './site-kit';

/** Differences between a table built with one click and the true values on the page. */
export interface Measured {
  readonly site: ImitatedSite;
  readonly table: BuiltTable;
  readonly isExact: boolean;
  /** Names of the wanted fields that have a column in the table. */
  readonly found: readonly string[];
  /** Found fields whose column has an accepted name. */
  readonly named: readonly string[];
  readonly startsWithTitle: boolean;
  /** Columns that match no field on the page, or repeat another column. */
  readonly junk: readonly string[];
  readonly hasNext: boolean;
  /** True if the correct next-page control was found, or if the page has none and none was found. */
  readonly isNextRight: boolean;
}

const addressOf = ({ path = '/list' }: ImitatedSite): string => `https://site.example${path}`;
const marks = ['data-r', 'data-p', 'data-n'] as const;

/** Minimum share of records with the correct value in a found column. */
const minRight = 0.95;

/** Builds a table with one click on an imitated page, and compares it with the true values. */
export function measure(site: ImitatedSite): Measured {
  const address = addressOf(site);
  const document = parseDocument(site.html);
  const [records, clicked, next] = marks.map((mark) => unmarked(document, mark));
  const request = { picks: [], without: [], level: 0, single: false, name: 'list', clicked: clicked?.[0] };
  const table = buildTable({ document, address }, request);
  const isExact = areSame(table, records ?? [], site.rows.length);
  const matches = isExact ? matchesOf(table, site) : new Map<string, string>();
  const found = site.wanted.filter((field) => [...matches.values()].includes(field));
  const [first = ''] = table.fields.map(({ field }) => field.name);
  const nameOf = (field: string) => [...matches].find(([, one]) => one === field)?.[0] ?? '';
  return {
    site,
    table,
    isExact,
    found,
    named: found.filter((field) => field.split('|').includes(nameOf(field).toLowerCase())),
    startsWithTitle: isExact && matches.get(first) === site.wanted[0],
    junk: isExact
      ? table.fields.flatMap(({ field: { name, end } }) => (matches.has(name) || end === 'upper' ? [] : [name]))
      : [],
    hasNext: (next?.length ?? 0) > 0,
    isNextRight: isRight(table, { document, address }, next?.[0]),
  };
}

/** Returns the elements that have a mark, and removes the mark. */
function unmarked(document: Document, mark: string): readonly Element[] {
  const found = findElements(document, ({ attribs }) => attribs[mark] !== undefined, 500);
  for (const element of found) delete element.attribs[mark];
  return found;
}

/** True if the table has exactly one row for each record on the page. */
function areSame({ records, result }: BuiltTable, truth: readonly Element[], count: number): boolean {
  const isOne = (element: Element, index: number): boolean => {
    const [part] = records[index] ?? [];
    const others = truth.filter((one) => one !== element);
    return (
      part !== undefined &&
      (isWithin(part, element) || (isWithin(element, part) && !others.some((one) => isWithin(one, part))))
    );
  };
  return truth.length === count && records.length === count && result?.rows.length === count && truth.every(isOne);
}

/**
 * Maps each column to the matching field of the page. If several columns match the same field, only the first one
 * counts.
 */
function matchesOf({ fields, result }: BuiltTable, site: ImitatedSite): ReadonlyMap<string, string> {
  const matches = new Map<string, string>();
  const { rows } = site;
  const truths = Object.keys(rows[0] ?? {});
  for (const { field } of fields) {
    const match = truths.find((truth) => {
      if ([...matches.values()].includes(truth)) return false;
      const right = rows.filter((row, index) =>
        agree(result?.rows[index]?.[field.name], row[truth], addressOf(site)),
      ).length;
      return right >= minRight * rows.length && rows.some((row) => row[truth] !== undefined);
    });
    if (match !== undefined) matches.set(field.name, match);
  }
  return matches;
}

function agree(actual: unknown, expected: Expected, address: string): boolean {
  if (expected === undefined) return actual === undefined || actual === null || actual === '';
  if (actual === undefined || actual === null) return false;
  const text = plain(Array.isArray(actual) ? actual.join(', ') : String(actual));
  return [expected].flat().some((one) => {
    if (typeof one === 'number') return typeof actual === 'number' && Math.abs(actual - one) < 0.005;
    return text === plain(one) || text === URL.parse(one, address)?.href;
  });
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

function isRight({ next }: BuiltTable, { document, address }: TablePage, marked: Element | undefined): boolean {
  if (!marked || !next) return marked === undefined && next === undefined;
  const { href } = marked.attribs;
  if (href !== undefined) return next.url === URL.parse(href, address)?.href;
  const [control] = new SourceReader(new Evidence(document, address, {}), []).elements(next.selector, document);
  return control === marked;
}
