import { sql } from 'kysely';
import type pg from 'pg';
import { AppError } from '../../../common/errors';
import { type Notified, type Topic, topics } from '../../../ports/notifications';
import type { Db } from '../schema';

/** Delay in ms before a lost connection is reopened. */
const retryDelayMs = 1000;

/**
 * Notification channel. Notifications reach all schemas in a database, so the channel's name is derived from the
 * schema.
 */
const channel = "'gleaner_' || md5(current_schema())";

/**
 * Notifies every listener when the transaction commits. PostgreSQL sends identical notifications within a transaction
 * only once.
 */
export async function notify(db: Db, word: Topic): Promise<void> {
  await sql`select pg_notify(${sql.raw(channel)}, ${word})`.execute(db);
}

/**
 * Listens for notifications from other processes on a separate connection. Reopens a lost connection, with retries.
 * Notifications may be missed while the connection is lost, so all topics count as notified after a reconnect.
 */
export class NotifyListener {
  readonly #newClient: () => pg.Client;
  readonly #words = new Set<Topic>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isAvailable = false;
  /** True when `#isAvailable` has changed but the change has not been reported yet. */
  #isNew = false;
  #waiting: ((woken: Notified) => void) | undefined;
  #state: 'new' | 'open' | 'closed' = 'new';

  /** `newClient` creates a connection without opening it. */
  constructor(newClient: () => pg.Client) {
    this.#newClient = newClient;
  }

  /**
   * Resolves with all notifications since the last call, as soon as there are any. The first call opens the connection.
   * Throws ENGINE_CLOSING after `close`.
   */
  next(): Promise<Notified> {
    if (this.#state === 'closed') return Promise.reject(new AppError('ENGINE_CLOSING'));
    if (this.#state === 'new') void this.#open();
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.#tell();
    });
  }

  /** Stops listening and resolves a pending call. */
  async close(): Promise<void> {
    this.#state = 'closed';
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    this.#waiting?.({ words: [], isAvailable: false });
    this.#waiting = undefined;
    await client?.end().catch(() => undefined);
  }

  async #open(): Promise<void> {
    this.#state = 'open';
    const client = this.#newClient();
    this.#client = client;
    client.on('notification', ({ payload }) => this.#hear(topics.filter((word) => word === payload)));
    client.on('error', () => this.#lose(client)).on('end', () => this.#lose(client));
    try {
      await client.connect();
      const { rows } = await client.query<{ readonly name: string }>(`select ${channel} as name`);
      await client.query(`listen ${client.escapeIdentifier(rows[0]?.name ?? '')}`);
      if (this.#client !== client) return;
      this.#turn(true);
      this.#hear(topics);
    } catch {
      this.#lose(client);
    }
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    void client.end().catch(() => undefined);
    this.#turn(false);
    this.#tell();
    this.#timer = setTimeout(() => void this.#open(), retryDelayMs).unref();
  }

  #turn(isAvailable: boolean): void {
    this.#isNew ||= this.#isAvailable !== isAvailable;
    this.#isAvailable = isAvailable;
  }

  #hear(words: readonly Topic[]): void {
    for (const word of words) this.#words.add(word);
    this.#tell();
  }

  #tell(): void {
    if (!this.#waiting || (this.#words.size === 0 && !this.#isNew)) return;
    const [tell, words] = [this.#waiting, [...this.#words]];
    this.#waiting = undefined;
    this.#isNew = false;
    this.#words.clear();
    tell({ words, isAvailable: this.#isAvailable });
  }
}
