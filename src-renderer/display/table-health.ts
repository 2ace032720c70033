import type { LiveTable } from '../../core/common/api/live-table';
import { t } from '../texts/i18n';
import { numberText } from './words';

/** Maximum number of columns named in one sentence. */
const maxNamed = 2;

/** Returns sentences about the columns that have no value in some rows. */
export function healthSentences({ fields, rows, fill }: Pick<LiveTable, 'fields' | 'rows' | 'fill'>): string[] {
  const lacking = fields.flatMap(({ name }) => {
    const found = Math.round((fill[name] ?? 0) * rows.length);
    return found < rows.length ? [{ name, found }] : [];
  });
  return lacking
    .toSorted((a, b) => a.found - b.found)
    .slice(0, maxNamed)
    .map(({ name, found }) =>
      found === 0
        ? t('table.noRowHas', { name })
        : t('table.someRowsLack', { name, found: numberText(found), rows: numberText(rows.length) }),
    );
}
