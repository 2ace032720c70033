import { type Document, type Element, isTag, type ParentNode } from 'domhandler';
import { wordSet } from '../../../../common/values/words';
import { cellSpan, tableTag } from '../../../../contract/table-grid';
import { placedCells } from '../page/spanned-rows';
import { elementsIn, textOf } from '../page/text-of';
import { classOf, type Row } from './row';

/** Similar records: table rows, cards, list items, or runs of siblings that start with the same tag. */
export interface RowGroup {
  readonly rows: readonly Row[];
  readonly headers: readonly string[] | undefined;
}

const SKIPPED = wordSet('script style head svg template select nav noscript option br img path link meta');
const ROW_TAGS = new Set(['tr', 'td', 'th', 'tbody', 'thead', 'tfoot', 'colgroup', 'col']);
const MAX_GROUPS = 80;
/** Maximum nesting depth of records, such as replies, in one group. Deeper nesting indicates broken markup. */
const MAX_NESTED = 12;

/** Returns the groups of records on a page: tables first, then other groups by descending size. */
export function findGroups(document: Document): readonly RowGroup[] {
  const bySignature = new Map<string, Element[]>();
  const tables: Element[] = [];
  const runs: RowGroup[] = [];
  const open = new Map<string, number>();
  const visit = (parent: ParentNode, trail: string) => {
    const children = elementsIn(parent);
    if (children.length >= 4 && isTag(parent as Element)) runs.push(...runsIn(children));
    for (const child of children) {
      if (SKIPPED.has(child.name)) continue;
      if (tableTag(child) === 'table') tables.push(child);
      const signature = `${trail}>${child.name}${classOf(child)}`;
      const nested = open.get(signature) ?? 0;
      if (!ROW_TAGS.has(child.name) && nested < MAX_NESTED) push(bySignature, signature, child);
      open.set(signature, nested + 1);
      visit(child, signature.split('>').slice(-5).join('>'));
      open.set(signature, nested);
    }
    if (children.length >= 3) alike(children, bySignature, trail);
  };
  visit(document, '');
  const groups = [...bySignature.values()]
    .filter((nodes) => nodes.length >= 2)
    .map((nodes): RowGroup => ({ rows: nodes.map((node) => [node]), headers: undefined }));
  const listed = [...groups, ...runs].map((group) => ({
    group,
    size: Math.min(group.rows.length, 40) * Math.min(300, rowChars(group)),
  }));
  listed.sort((a, b) => b.size - a.size);
  return [...tables.flatMap(tableGroup), ...listed.slice(0, MAX_GROUPS).map(({ group }) => group)];
}

function push(map: Map<string, Element[]>, key: string, node: Element): void {
  const known = map.get(key);
  if (known) known.push(node);
  else map.set(key, [node]);
}

/** Adds a group of children with the same tag, even if their classes differ. */
function alike(children: readonly Element[], groups: Map<string, Element[]>, trail: string): void {
  const [first] = children;
  if (!first || ROW_TAGS.has(first.name)) return;
  const same = children.filter(({ name }) => name === first.name);
  const classes = new Set(same.map(classOf));
  if (same.length >= 3 && same.length >= children.length * 0.7 && classes.size > 1)
    groups.set(`${trail}>${first.name}*${groups.size}`, same);
}

const rowChars = ({ rows }: RowGroup): number => {
  const sample = rows.slice(0, 3);
  return (
    sample.reduce((sum, row) => sum + row.reduce((chars, node) => chars + textOf(node).length, 0), 0) /
    Math.max(1, sample.length)
  );
};

/** Returns runs of siblings. All runs in a group start with the same heading or term tag. */
function runsIn(children: readonly Element[]): readonly RowGroup[] {
  const leads = ['h2', 'h3', 'h4', 'h5', 'dt'].filter((tag) => children.filter(({ name }) => name === tag).length >= 2);
  return leads
    .map((lead): RowGroup => {
      const rows: Element[][] = [];
      for (const child of children) {
        if (child.name === lead) rows.push([child]);
        else if (/^h[1-6]$/.test(child.name) && child.name < lead) rows.push([]);
        else rows.at(-1)?.push(child);
      }
      return { rows: rows.filter((row) => row[0]?.name === lead && row.length > 1), headers: undefined };
    })
    .filter(({ rows }) => rows.length >= 2);
}

/**
 * Returns the rows below the headers of a table. If a table has two columns and no header cells, its first row may be
 * data, so a second group contains all rows. Empty for a layout table.
 */
function tableGroup(table: Element): readonly RowGroup[] {
  const rows = rowsIn(table);
  const grid = rows.map((row) => elementsIn(row).filter(isCell));
  const at = grid.findIndex((cells) => cells.length >= 2 && cells.every((cell) => tableTag(cell) === 'th'));
  const head =
    at >= 0
      ? at
      : grid.findIndex(
          (cells) => cells.length >= 2 && cells.every((cell) => textOf(cell).length > 0 && textOf(cell).length < 40),
        );
  const headers = grid[head]?.flatMap((cell) =>
    Array.from({ length: cellSpan(cell.attribs).columns }, () => textOf(cell)),
  );
  if (!headers || headers.length < 2) return [];
  const body = rows.slice(head + 1).filter((row, index) => {
    const cells = grid[head + 1 + index] ?? [];
    return placedCells(row).length >= 2 && cells.some((cell) => tableTag(cell) === 'td') && textOf(row) !== '';
  });
  const group = body.length === 0 ? [] : [{ rows: body.map((row) => [row]), headers }];
  const isBare = at < 0 && grid.length >= 2 && grid.every((cells) => cells.length === 2);
  return isBare ? [...group, { rows: rows.map((row) => [row]), headers: undefined }] : group;
}

const isCell = (element: Element): boolean => /^t[dh]$/.test(tableTag(element));

/** Returns the rows of a table. A table built with ARIA roles may have containers around its rows. */
function rowsIn(table: Element): readonly Element[] {
  return elementsIn(table).flatMap((child) => {
    if (tableTag(child) === 'tr') return [child];
    const isContainer = table.name === 'table' ? /^t(?:head|body|foot)$/.test(child.name) : tableTag(child) !== 'table';
    return isContainer ? rowsIn(child) : [];
  });
}
