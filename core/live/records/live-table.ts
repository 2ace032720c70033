import { selectOne } from 'css-select';
import { type AnyNode, type ChildNode, type Element, isTag } from 'domhandler';
import type { LiveTable, TablePicks } from '../../common/api/live-table';
import { recipeNameOf } from '../../page/recipes/recipe-name';
import { type BuiltTable, buildTable, tableOfRecipe } from '../../page/records/build-table';
import type { LiveDocument } from '../live-document';

const maxOutlines = 3000;
/** Maximum number of rows whose elements are listed. */
const maxCellRows = 200;

/** Returns the table that was defined by picking elements in a live page, with mirror IDs instead of elements. */
export function tableOfPicks(page: LiveDocument, picks: TablePicks): LiveTable {
  const nodes = (ids: readonly number[]): readonly Element[] =>
    ids.flatMap((id) => {
      const node = page.nodeOf(id);
      return node && isTag(node) ? [node] : [];
    });
  const chosen = ({ picks: ids, without, level }: Pick<TablePicks, 'picks' | 'without' | 'level'>) => ({
    picks: nodes(ids),
    without: nodes(without),
    level,
  });
  const request = {
    ...chosen(picks),
    ...(picks.before ? { before: chosen(picks.before) } : {}),
    clicked: nodes(picks.clicked === undefined ? [] : [picks.clicked])[0],
    single: picks.single,
    grows: picks.grows ?? false,
    fields: picks.fields,
    taken: picks.taken ?? [],
    name: picks.name ?? recipeNameOf(page.address),
    continues: picks.continues,
  };
  const gone = picks.picks.length - request.picks.length;
  const built = picks.recipe ? tableOfRecipe(page, picks.recipe) : buildTable(page, request);
  const warnings = [
    ...(gone > 0 ? ['The clicked element is no longer on the page; click again.'] : []),
    ...built.warnings,
  ];
  return toTable(page, built, warnings);
}

function toTable(page: LiveDocument, built: BuiltTable, warnings: readonly string[]): LiveTable {
  const { records, fields, next, recipe, result, canWiden, canNarrow, about } = built;
  const id = (node: ChildNode | undefined): number | undefined => node && page.idOf(node);
  const nextId = id(
    (next?.selector ? selectOne<AnyNode, Element>(next.selector, page.document) : undefined) ?? undefined,
  );
  const outlines = [
    ...records.flat().map((node) => ({ id: id(node), kind: 'record' as const })),
    ...fields.flatMap(({ nodes }) => nodes.map((node) => ({ id: id(node), kind: 'field' as const }))),
    { id: nextId, kind: 'next' as const },
  ];
  return {
    address: page.address,
    outlines: outlines.flatMap((one) => (one.id === undefined ? [] : [{ ...one, id: one.id }])).slice(0, maxOutlines),
    picks: built.picks.flatMap((node) => id(node) ?? []),
    level: built.level,
    canWiden,
    canNarrow,
    fields: fields.map(({ field }) => field),
    more: built.more.map(({ field }) => field),
    rows: (result?.rows ?? []).map((row) => ({ ...row })),
    fill: { ...result?.fill },
    cells: result?.rows.length === records.length ? cellsOf(fields, id) : {},
    ...(about === undefined ? {} : { about }),
    ...(next
      ? { next: { kind: next.kind, label: next.label, why: next.why, ...(nextId === undefined ? {} : { id: nextId }) } }
      : {}),
    alike: [...built.alike],
    ...(recipe ? { recipe } : {}),
    warnings: [...warnings],
  };
}

/** Returns the mirror IDs of the elements of each field, row by row. */
const cellsOf = (
  fields: BuiltTable['fields'],
  id: (node: ChildNode | undefined) => number | undefined,
): LiveTable['cells'] =>
  Object.fromEntries(
    fields.map(({ field, nodes }) => [field.name, nodes.slice(0, maxCellRows).map((node) => id(node) ?? null)]),
  );
