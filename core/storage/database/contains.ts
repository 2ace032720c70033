import { type RawBuilder, sql } from 'kysely';

/**
 * Returns an SQL condition that is true when `text`, a lower-case string, contains the search string. The search string
 * may be in any case.
 */
export function contains(text: RawBuilder<string>, search: string): RawBuilder<boolean> {
  const escaped = search
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&');
  return sql<boolean>`${text} like ${`%${escaped}%`} escape '\\'`;
}
