import { selectOne } from 'css-select';
import { type AnyNode, type ChildNode, type Element, isTag } from 'domhandler';
import type { LiveTable, TablePicks } from '../../common/api/live-table';
import { engineSentence } from '../../common/engine-sentences';
import { isWithin } from '../../page/extraction/rules/page/text-of';
import { recipeNameOf } from '../../page/recipes/recipe-name';
import { type BuiltTable, buildTable, recipeAfter, tableOfRecipe } from '../../page/records/build-table';
import { type ClickedControl, controlAt } from '../../page/records/paging/next-page';
import type { LiveDocument } from '../live-document';

const maxOutlines = 3000;
/** Maximum length of the text shown for an ambiguous date, in characters. */
const maxDateChars = 40;
/** Maximum number of rows whose elements are listed. */
const maxCellRows = 200;

/**
 * Returns the table defined by elements that were picked in a live page. The table contains mirror IDs instead of
 * elements.
 */
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
  const [clicked, next] = [picks.clicked, picks.next].map((id) => nodes(id === undefined ? [] : [id])[0]);
  const request = {
    ...chosen(picks),
    ...(picks.before ? { before: chosen(picks.before) } : {}),
    ...{ clicked, next, single: picks.single, grows: picks.grows ?? false, fields: picks.fields },
    ...{ clickedFirst: true, repairs: picks.repairs, taken: picks.taken ?? [], continues: picks.continues },
    name: picks.name ?? recipeNameOf(page.address),
  };
  const gone = picks.picks.length - request.picks.length;
  const control = clicked && !picks.single && picks.repairs === undefined ? controlAt(clicked, page, false) : undefined;
  if (clicked && control) {
    const before = picks.recipe
      ? tableOfRecipe(page, picks.recipe)
      : buildTable(page, { ...request, clicked: undefined });
    const isOutside = !before.records.flat().some((record) => isWithin(clicked, record));
    if (before.records.length > 0 && isOutside)
      return { ...toTable(page, before, []), ...offerOf(page, control, before) };
  }
  const built = picks.recipe
    ? tableOfRecipe(page, recipeAfter(page, picks.recipe, { clicked, next, repairs: picks.repairs }))
    : buildTable(page, request);
  const warnings = [...(gone > 0 ? [engineSentence('table.gone')] : []), ...built.warnings];
  return toTable(page, built, warnings);
}

/** Returns the clicked control, so that the user can choose to load more records with it. */
function offerOf(page: LiveDocument, { element, next }: ClickedControl, { next: known }: BuiltTable) {
  const id = page.idOf(element);
  const isNext =
    known !== undefined &&
    known.selector !== '' &&
    selectOne<AnyNode, Element>(known.selector, page.document) === element;
  return id === undefined ? {} : { offer: { id, label: next.label, isNext } };
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
    why: Object.fromEntries(built.more.flatMap(({ field, why }) => (why ? [[field.name, why]] : []))),
    rows: (result?.rows ?? []).map((row) => ({ ...row })),
    fill: { ...result?.fill },
    cells: result?.rows.length === records.length ? cellsOf(fields, id) : {},
    ...(about === undefined ? {} : { about }),
    ...(next
      ? { next: { kind: next.kind, label: next.label, why: next.why, ...(nextId === undefined ? {} : { id: nextId }) } }
      : {}),
    unclear: (built.unclear ?? []).map(({ field, text, day, other, order }) => ({
      ...{ field, text: text.slice(0, maxDateChars) },
      ...(order === 'day-first' ? { dayFirst: day, monthFirst: other } : { dayFirst: other, monthFirst: day }),
    })),
    alike: [...built.alike],
    ...(recipe ? { recipe } : {}),
    warnings: [...warnings],
  };
}

/** For each field, returns the mirror IDs of its elements, one per row. */
const cellsOf = (
  fields: BuiltTable['fields'],
  id: (node: ChildNode | undefined) => number | undefined,
): LiveTable['cells'] =>
  Object.fromEntries(
    fields.map(({ field, nodes }) => [field.name, nodes.slice(0, maxCellRows).map((node) => id(node) ?? null)]),
  );
