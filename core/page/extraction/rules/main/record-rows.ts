import type { Element } from 'domhandler';
import { valuesAt } from '../../../../contract/markup-item';
import { valuesOfField } from '../find/from-markup';
import type { FoundRecord } from '../lists/record-fields';
import type { Evidence } from '../page/evidence';
import { elementsIn, findElement, findElements, parentOf, parentOfAll } from '../page/text-of';
import type { Field } from '../schema/field';

/** Facts about the records of a list and their elements on the page. */
export interface RecordRows {
  /** True for an element inside one of the records. */
  has(node: Element): boolean;
  /** True if at least half of the records link to pages whose URLs have the same form as the page's own URL. */
  readonly areSiblings: boolean;
  /** True if the records are only the labels of facts, e.g. of a table with one fact per row. */
  readonly areLabels: boolean;
  /** Highest number of requested fields that a record fills. */
  readonly filled: number;
}

/** Maximum number of records whose filled fields are counted. */
const maxCounted = 20;

/** Locates the records of a list on the page. */
export function rowsOf(records: readonly FoundRecord[], item: Field, evidence: Evidence): RecordRows {
  const nodes = records.map(nodesOf);
  const plain = new Map<Element, boolean>();
  const container = parentOfAll(nodes.flat());
  const roots = nodes.map((own) => [...new Set(own.flatMap((node) => childAround(node, container)))]);
  const all = new Set(roots.flat());
  const isMost = (passes: (record: FoundRecord, at: number) => boolean) =>
    records.length > 0 && records.filter(passes).length * 2 >= records.length;
  return {
    has: (node) => all.size > 0 && chainOf(node).some((one) => all.has(one)),
    areSiblings: isMost((record, at) => {
      const link = linkOf(record, roots[at] ?? [], evidence);
      return link !== undefined && isSibling(link, evidence.url);
    }),
    areLabels:
      records.length > 0 && nodes.every((own) => own.length > 0 && own.every((node) => isFactLabel(node, plain))),
    filled: Math.max(0, ...records.slice(0, maxCounted).map((record) => filledIn(record, item))),
  };
}

const filledIn = (record: FoundRecord, item: Field): number =>
  'item' in record
    ? item.fields.filter((field) => valuesOfField(field, record.item).values.length > 0).length
    : record.cells.size;

/** Returns the elements that contain a record's values. Empty for a record in a script. */
function nodesOf(record: FoundRecord): readonly Element[] {
  const nodes = 'item' in record ? [record.item.node] : [...record.cells.values()].map(({ node }) => node);
  return nodes.filter((node): node is Element => node !== undefined && node.name !== 'script');
}

/** Returns an element and its ancestors, innermost first. */
function chainOf(node: Element): readonly Element[] {
  const chain: Element[] = [];
  for (let up: Element | undefined = node; up; up = parentOf(up)) chain.push(up);
  return chain;
}

/** Returns the child of the container that contains the node. */
const childAround = (node: Element, container: Element | undefined): readonly Element[] =>
  chainOf(node)
    .filter((one) => container !== undefined && parentOf(one) === container)
    .slice(0, 1);

/** Returns the URL of the page that a record links to, if any. */
function linkOf(record: FoundRecord, roots: readonly Element[], { base }: Evidence): URL | undefined {
  const isLink = ({ name, attribs }: Element) => name === 'a' && (attribs.href ?? '') !== '';
  const stated = 'item' in record ? valuesAt(record.item, 'url')[0]?.value : undefined;
  const around = roots.flatMap((root) => (isLink(root) ? [root] : (findElement(root, isLink) ?? [])))[0];
  const href = typeof stated === 'string' ? stated : around?.attribs.href;
  return href === undefined ? undefined : (URL.parse(href, base) ?? undefined);
}

const stepsOf = ({ pathname }: URL): readonly string[] => pathname.split('/').filter((step) => step !== '');

/**
 * True for another page of the same site whose URL differs only in its last path segment or its query, or has the same
 * first segment and the same number of segments, as in `/p/12/kettle` and `/p/15/pan`.
 */
function isSibling(link: URL, page: string): boolean {
  const own = URL.parse(page);
  if (!own || own.host !== link.host) return false;
  const [steps, others] = [stepsOf(own), stepsOf(link)];
  if (own.pathname === link.pathname) return own.search !== link.search && link.search !== '' && own.search !== '';
  if (steps.length !== others.length) return steps.length > 1 && others.length > 1 && steps.at(-2) === others.at(-2);
  return steps.slice(0, -1).join('/') === others.slice(0, -1).join('/') || (steps.length > 2 && steps[0] === others[0]);
}

/**
 * True for an element inside the term of a definition list, or inside the only header of a row in a table without
 * column headers. `plain` caches, for each table, whether it has no column headers.
 */
function isFactLabel(node: Element, plain: Map<Element, boolean>): boolean {
  const label = chainOf(node).find(({ name }) => name === 'th' || name === 'dt');
  if (!label || label.name === 'dt') return label !== undefined;
  const table = chainOf(label).find(({ name }) => name === 'table');
  if (!table) return false;
  const known = plain.get(table) ?? isPlain(table);
  plain.set(table, known);
  return known;
}

/** True for a table without column headers. */
const isPlain = (table: Element): boolean =>
  findElements(table, ({ name }) => name === 'tr').every(
    (row) => elementsIn(row).filter(({ name }) => name === 'th').length < 2,
  );
