import { type RawBuilder, sql } from 'kysely';

/** SQL condition that is true when a lower-case string contains the search string, ignoring case. */
export function contains(text: RawBuilder<string>, search: string): RawBuilder<boolean> {
  const escaped = search
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&');
  return sql<boolean>`${text} like ${`%${escaped}%`} escape '\\'`;
}
