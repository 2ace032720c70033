import { sql } from 'kysely';
import type { StorageUse } from '../../common/api/workspace-answers';
import type { Db } from '../database/schema';

/** Queries that count the entries and bytes of each kind of data without reading the data. */
const queries: Readonly<Record<StorageUse['kind'], string>> = {
  results:
    'select count(*) as entries, sum(length(b.data) + coalesce(length(c.data) + c.object_size, 0)) as bytes from body b left join content c on c.id = b.content',
  files:
    'select count(*) as entries, sum(length(c.data) + c.object_size) as bytes from file f join content c on c.id = f.content',
  history:
    'select count(*) as entries, sum(length(s.record) + coalesce(length(c.data) + c.object_size, 0)) as bytes from scrape s left join content c on c.id = s.content',
  cache:
    'select count(*) as entries, sum(p.bytes + coalesce(length(t.text), 0)) as bytes from cached_page p left join cached_text t on t.page = p.id',
  snapshots:
    'select count(*) as entries, sum(length(c.data) + c.object_size) as bytes from snapshot s join content c on c.id = s.markdown',
  deliveries: 'select count(*) as entries, sum(length(data)) as bytes from outbox',
};

/** Returns the storage used by each kind of data. */
export async function storageUse(db: Db): Promise<readonly StorageUse[]> {
  const uses: StorageUse[] = [];
  for (const [kind, query] of Object.entries(queries)) {
    const found = await sql<{ entries: number; bytes: number | null }>`${sql.raw(query)}`.execute(db);
    const { entries = 0, bytes = 0 } = found.rows[0] ?? {};
    uses.push({ kind: kind as StorageUse['kind'], entries, bytes: bytes ?? 0 });
  }
  return uses;
}
