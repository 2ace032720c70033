import { engineSentence } from '../../common/engine-sentences';
import type { ChangeCondition } from '../../common/monitor';
import type { MonitorRequest, Row } from '../../common/saved-job';
import { isObject } from '../../common/values/json';
import { isEmpty } from '../rows/fold';
import { pageKey } from '../run-rows';
import { withColumnNames } from './conditions';

/** Maximum number of missing values listed in a warning. */
const maxNamed = 5;

/** Columns that every page has. */
const pageColumns: ReadonlySet<string> = new Set([pageKey, 'title', 'status', 'text']);

/** The parts of a saved request that determine which values are read from a page. */
interface Requested {
  readonly formats?: unknown;
  readonly scrapeOptions?: unknown;
  readonly targets?: unknown;
}

/** Returns the names of the values that a saved request reads from each page. */
export function requestedValues({ formats, scrapeOptions, targets }: Requested): readonly string[] {
  const nested = [scrapeOptions, ...(Array.isArray(targets) ? targets : [])].filter(isObject);
  const own = (Array.isArray(formats) ? formats : []).flatMap((format): readonly string[] => {
    const schema = isObject(format) && format.type === 'json' ? format.schema : undefined;
    return isObject(schema) && isObject(schema.properties) ? Object.keys(schema.properties) : [];
  });
  return [...new Set([...own, ...nested.flatMap(requestedValues)])];
}

/** Returns the columns that conditions use. */
export const conditionColumns = (conditions: readonly ChangeCondition[] = []): readonly string[] =>
  conditions.flatMap((condition) =>
    'column' in condition && condition.column !== undefined ? [condition.column] : [],
  );

/**
 * Returns a warning about requested values that no page contains, and about conditions on columns that no row contains.
 * Undefined if there are no rows or nothing is missing.
 */
export function missingWarning(
  request: Requested,
  { conditions = [] }: Pick<MonitorRequest, 'conditions'>,
  { rows, key }: { readonly rows: readonly Row[]; readonly key?: string },
): string | undefined {
  if (rows.length === 0) return undefined;
  const isPages = key === pageKey;
  const wanted = new Set([
    ...(isPages ? requestedValues(request) : []),
    ...conditionColumns(withColumnNames(conditions, rows)),
  ]);
  const missing = [...wanted].filter(
    (column) => !(isPages && pageColumns.has(column)) && rows.every((row) => isEmpty(row[column])),
  );
  if (missing.length === 0) return undefined;
  const place = isPages ? (rows.length === 1 ? 'missing.onPage' : 'missing.onPages') : 'missing.inRows';
  const sentences = missing.slice(0, maxNamed).map((column) => engineSentence(place, { column }));
  return [...sentences, engineSentence(isPages ? 'missing.pageAdvice' : 'missing.rowAdvice')].join(' ');
}
