import type { StorageContext } from '../context';
import { isoNow } from '../context';
import { changedDelivery, newDelivery, PendingDeliveries } from '../deliveries';
import type { Delivery, DeliveryChange, NewDelivery, Outbox } from '../job-ports';
import type { BlobStore } from '../ports';
import type { BlobReferences } from './blob-references';
import type { DocumentFile, Row } from './document-file';

/** A delivery as a document: what is asked by, the delivery as text, its body in a blob. */
export interface DeliveryRow extends Row {
  readonly jobId: string;
  readonly state: Delivery['state'];
  readonly nextAt: string;
  /** Order of adding. */
  readonly number: number;
  readonly blob: string;
  readonly text: string;
}

/** What an outbox is made of. */
export interface DiskOutboxParts {
  readonly file: DocumentFile<DeliveryRow>;
  readonly blobs: BlobStore;
  readonly references: BlobReferences;
  readonly context: StorageContext;
}

const deliveryOf = (row: DeliveryRow): Delivery => JSON.parse(row.text) as Delivery;

/** Deliveries: an index in NeDB, bodies in blobs. */
export class DiskOutbox implements Outbox {
  readonly #parts: DiskOutboxParts;
  #pending: Promise<PendingDeliveries> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #number = 0;

  constructor(parts: DiskOutboxParts) {
    this.#parts = parts;
    parts.references.register(async (id) => (await parts.file.find('blob', id)).length > 0);
  }

  async add(delivery: NewDelivery): Promise<boolean> {
    const pending = await this.#load();
    return this.#inTurn(async () => {
      if (await this.#parts.file.get(delivery.id)) return false;
      const kept = newDelivery(delivery, this.#parts.context.clock);
      await this.#parts.references.keep([delivery.body], { durable: false }, async ([blob]) => {
        this.#number += 1;
        await this.#parts.file.put(rowOf(kept, this.#number, blob?.id ?? ''));
      });
      pending.note(kept);
      return true;
    });
  }

  async due(limit: number, except?: ReadonlySet<string>): Promise<readonly Delivery[]> {
    const pending = await this.#load();
    const due: Delivery[] = [];
    for (const id of pending.due(isoNow(this.#parts.context.clock), limit, except)) {
      const delivery = await this.get(id);
      if (delivery) due.push(delivery);
    }
    return due;
  }

  async nextDueAt(): Promise<string | undefined> {
    return (await this.#load()).next();
  }

  async body(id: string): Promise<Uint8Array | undefined> {
    const row = await this.#parts.file.get(id);
    return row && this.#parts.blobs.get(row.blob);
  }

  async get(id: string): Promise<Delivery | undefined> {
    const row = await this.#parts.file.get(id);
    return row && deliveryOf(row);
  }

  async update(id: string, change: DeliveryChange): Promise<Delivery | undefined> {
    const pending = await this.#load();
    return this.#inTurn(async () => {
      const row = await this.#parts.file.get(id);
      if (!row) return undefined;
      const delivery = changedDelivery(deliveryOf(row), change);
      await this.#parts.file.put(rowOf(delivery, row.number, row.blob));
      pending.note(delivery);
      return delivery;
    });
  }

  async list(
    jobId: string,
    options: { readonly skip: number; readonly limit: number },
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly total: number }> {
    const rows = [...(await this.#parts.file.find('jobId', jobId))].sort((a, b) => a.number - b.number);
    const deliveries = rows.slice(options.skip, options.skip + options.limit).map(deliveryOf);
    return { deliveries, total: rows.length };
  }

  async replay(id: string): Promise<Delivery | undefined> {
    return this.update(id, { state: 'pending', nextAt: isoNow(this.#parts.context.clock) });
  }

  async removeJob(jobId: string): Promise<void> {
    const pending = await this.#load();
    const rows = await this.#parts.file.find('jobId', jobId);
    await this.#inTurn(async () => {
      for (const row of rows) {
        await this.#parts.file.remove(row._id);
        pending.forget(row._id);
      }
    });
    await this.#parts.references.release(rows.map((row) => row.blob));
  }

  #load(): Promise<PendingDeliveries> {
    this.#pending ??= this.#readPending().catch((thrown: unknown) => {
      this.#pending = undefined;
      throw thrown;
    });
    return this.#pending;
  }

  async #readPending(): Promise<PendingDeliveries> {
    const pending = new PendingDeliveries();
    for (const row of await this.#parts.file.all()) {
      if (row.state === 'pending') pending.note(deliveryOf(row));
      this.#number = Math.max(this.#number, row.number);
    }
    return pending;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

const rowOf = (delivery: Delivery, number: number, blob: string): DeliveryRow => ({
  _id: delivery.id,
  jobId: delivery.jobId,
  state: delivery.state,
  nextAt: delivery.nextAt,
  number,
  blob,
  text: JSON.stringify(delivery),
});
