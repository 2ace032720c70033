import type { PageText } from '../../../ports/page-search';
import { isGood } from '../../../ports/page-stores';
import { prepared, type Statement, together } from '../../database/prepared';
import { padded, type RowValues } from '../../database/row-values';
import type { Db, Row } from '../../database/schema';
import type { ReadyContent } from '../../sql/contents';

/** A page that is ready to be cached. */
export interface ReadyPage {
  readonly row: Omit<Row<'cached_page'>, 'id' | 'bytes'>;
  readonly url: string;
  /** Body of the page, followed by its captures. */
  readonly contents: readonly ReadyContent[];
  readonly text?: PageText;
}

/** A cached copy of a page. */
export type Copy = Pick<Row<'cached_page'>, 'id' | 'key' | 'status' | 'at'>;

/** Maximum number of pages per write. */
export const putBatchSize = 16;

const all = (ids: RowValues<number>): number[] => padded(ids, putBatchSize, 0);

/** Locks copies of pages. Returns the IDs of the copies that still exist. */
const lockCopies = prepared((db, ids: RowValues<number>) =>
  db.selectFrom('cached_page').select('id').where('id', 'in', all(ids)).orderBy('id').forUpdate(),
);
const findHashes = prepared((db, ids: RowValues<number>) =>
  db
    .selectFrom('cached_part')
    .innerJoin('content', 'content.id', 'cached_part.content')
    .select(['page', 'hash'])
    .where('page', 'in', all(ids))
    .orderBy('page')
    .orderBy('part'),
);
const findTexts = prepared((db, ids: RowValues<number>) =>
  db.selectFrom('cached_text').selectAll().where('page', 'in', all(ids)),
);
const refreshCopy = prepared((db, { id, at, head }: Pick<Row<'cached_page'>, 'id' | 'at' | 'head'>) =>
  db.updateTable('cached_page').set({ at, head }).where('id', '=', id),
);

/**
 * Refreshes unchanged pages. Gives the newest copy of each page the time and headers of the new response. Bytes, text
 * and index stay the same. Returns the IDs of these copies, which replace all older copies of the pages. Runs inside a
 * transaction.
 */
export async function refreshUnchanged(
  db: Db,
  pages: readonly ReadyPage[],
  copies: readonly Copy[],
): Promise<ReadonlyMap<ReadyPage, number>> {
  const known = newestCopies(pages, copies);
  const refreshed = new Map<ReadyPage, number>();
  if (known.size === 0) return refreshed;
  const ids = all([...known.values()]);
  // Sends all queries together. The first query locks the copies before the other two run.
  const [left, hashes, texts] = await Promise.all([lockCopies(db, ids), findHashes(db, ids), findTexts(db, ids)]);
  const changes: Statement[] = [];
  for (const [page, id] of known) {
    const isLeft = left.some((copy) => copy.id === id);
    const parts = hashes.filter((part) => part.page === id).map(({ hash }) => hash);
    const text = texts.find((each) => each.page === id);
    if (!isLeft || !hasBytes(page, parts) || !hasText(page, text)) continue;
    refreshed.set(page, id);
    changes.push(refreshCopy.with({ id, at: page.row.at, head: page.row.head }));
  }
  await together(db, changes);
  return refreshed;
}

/**
 * For each page with a 2xx status, returns the newest copy that the page would replace. Skips pages that occur more
 * than once in `pages`.
 */
function newestCopies(pages: readonly ReadyPage[], copies: readonly Copy[]): ReadonlyMap<ReadyPage, number> {
  const known = new Map<ReadyPage, number>();
  for (const page of pages) {
    const { key, status, at } = page.row;
    if (!isGood(page.row) || pages.some((other) => other !== page && other.row.key === key)) continue;
    const [newest] = copies.filter((copy) => copy.key === key).sort((one, other) => other.at - one.at);
    if (newest && newest.status === status && newest.at <= at) known.set(page, newest.id);
  }
  return known;
}

const hasBytes = ({ contents }: ReadyPage, hashes: readonly Uint8Array[]): boolean =>
  contents.length === hashes.length &&
  contents.every(({ hash }, part) => hash.equals(hashes[part] ?? new Uint8Array()));

/**
 * True when a copy has the same text as a page. Also true when no text was extracted from the response, because the
 * copy then retains its text.
 */
const hasText = ({ text, url }: ReadyPage, known: Row<'cached_text'> | undefined): boolean =>
  !text ||
  (known?.url === url &&
    known.title === text.title &&
    known.description === text.description &&
    known.text === text.text);
