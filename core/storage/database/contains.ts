import { type RawBuilder, sql } from 'kysely';

/**
 * Returns an SQL condition that is true when a lower-case string contains the search string. Ignores the case of the
 * search string.
 */
export function contains(text: RawBuilder<string>, search: string): RawBuilder<boolean> {
  const escaped = search
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&');
  return sql<boolean>`${text} like ${`%${escaped}%`} escape '\\'`;
}
