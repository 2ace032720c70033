import { hash } from 'node:crypto';
import type { Snapshot, TrackingStore } from '../../../ports/page-stores';
import { SqlStore } from '../../sql/sql-store';

const rowId = (url: string, tag: string | undefined): string =>
  hash('sha256', JSON.stringify(tag === undefined ? [url] : [url, tag]));

/** Snapshots for change tracking, stored in SQL. */
export class SqlTrackingStore extends SqlStore implements TrackingStore {
  last(url: string, tag: string | undefined): Promise<Snapshot | undefined> {
    return this.database.read(async (db) => {
      const row = await db.selectFrom('snapshot').selectAll().where('id', '=', rowId(url, tag)).executeTakeFirst();
      const markdown = row && (await this.contents.read(db, row.markdown));
      const json = row && row.json !== null ? await this.contents.read(db, row.json) : undefined;
      if (!row || !markdown || (row.json !== null && !json)) return undefined;
      const snapshot = { scrapedAt: row.scraped_at, markdown: markdown.toString('utf8'), statusCode: row.status };
      return json ? { ...snapshot, json: JSON.parse(json.toString('utf8')) as unknown } : snapshot;
    });
  }

  async put(url: string, tag: string | undefined, snapshot: Snapshot): Promise<void> {
    const id = rowId(url, tag);
    const { markdown, json, scrapedAt, statusCode } = snapshot;
    const texts = json === undefined ? [markdown] : [markdown, JSON.stringify(json)];
    const ready = await Promise.all(texts.map((text) => this.contents.ready(Buffer.from(text))));
    await this.database.write(async (db) => {
      const old = await db
        .deleteFrom('snapshot')
        .where('id', '=', id)
        .returning(['markdown', 'json'])
        .executeTakeFirst();
      const kept: number[] = [];
      for (const each of ready) kept.push((await this.contents.keep(db, each)).id);
      await db
        .insertInto('snapshot')
        .values({ id, scraped_at: scrapedAt, status: statusCode, markdown: kept[0] ?? 0, json: kept[1] ?? null })
        .execute();
      if (old) await this.contents.drop(db, [old.markdown, old.json]);
    });
  }
}
