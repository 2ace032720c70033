import { labelFit } from '../find/from-text';
import { labelKey } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import type { Field } from '../schema/field';
import type { RowGroup } from './groups';

const minFit = 0.95;
/** Maximum number of lines from the first row up to its heading. */
const maxAbove = 6;

/**
 * Reduces rows under several headings, e.g. the courses of a menu, to those under the heading with the field's name.
 * Returns the group unchanged if none or all of the rows are under such a heading.
 */
export function rowsOfSection(field: Field, group: RowGroup, { view }: Evidence): RowGroup {
  let isOwn = false;
  let end: number | undefined;
  const own = group.rows.filter((row) => {
    const [first, last] = [row[0], row.at(-1)];
    const start = (first && view.firstLine.get(first)) ?? 0;
    for (let at = start - 1; at >= Math.max(0, end ?? start - maxAbove); at--) {
      const line = view.lines[at];
      if (!line || !(line.flags & flag.heading)) continue;
      isOwn = labelFit(field, labelKey(line.text)) >= minFit;
      break;
    }
    end = (last && view.endLine.get(last)) ?? start;
    return isOwn;
  });
  return own.length === 0 || own.length === group.rows.length ? group : { ...group, rows: own };
}
