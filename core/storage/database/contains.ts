import { type RawBuilder, sql } from 'kysely';

/** Whether a text in lower case contains what was searched for, in any case. */
export function contains(text: RawBuilder<string>, search: string): RawBuilder<boolean> {
  const escaped = search
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&');
  return sql<boolean>`${text} like ${`%${escaped}%`} escape '\\'`;
}
