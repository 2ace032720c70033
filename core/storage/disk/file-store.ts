import { randomBytes } from 'node:crypto';
import type { StorageContext } from '../context';
import type { BlobStore, FileStore, StoredFile } from '../ports';
import type { BlobReferences } from './blob-references';
import type { DocumentFile, Row } from './document-file';

/** Where the bytes of an offered file are. */
export interface FileRow extends Row {
  readonly mediaType: string;
  readonly blob: string;
  readonly jobId?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a file store is made of. */
export interface DiskFileStoreParts {
  readonly file: DocumentFile<FileRow>;
  readonly blobs: BlobStore;
  readonly references: BlobReferences;
  readonly context: StorageContext;
}

/** How long a file is offered. */
export const fileLifeMs = 24 * 60 * 60 * 1000;

/** An unguessable file id: 192 random bits, safe in a URL. */
export const newFileId = (): string => randomBytes(24).toString('base64url');

/** Files behind unguessable ids: an index in NeDB, bytes in blobs. */
export class DiskFileStore implements FileStore {
  readonly #parts: DiskFileStoreParts;

  constructor(parts: DiskFileStoreParts) {
    this.#parts = parts;
    parts.references.register(async (id) => (await parts.file.find('blob', id)).length > 0);
  }

  async put(file: StoredFile, options: { readonly jobId?: string } = {}): Promise<string> {
    const { references, context } = this.#parts;
    const id = newFileId();
    await references.keep([file.bytes], { durable: true }, async ([blob]) => {
      if (!blob) return;
      const owner = options.jobId === undefined ? {} : { jobId: options.jobId };
      await this.#parts.file.put({
        _id: id,
        mediaType: file.mediaType,
        blob: blob.id,
        at: context.clock.now(),
        ...owner,
      });
    });
    return id;
  }

  async get(id: string): Promise<StoredFile | undefined> {
    const row = await this.#parts.file.get(id);
    if (!row || row.at + fileLifeMs <= this.#parts.context.clock.now()) return undefined;
    const bytes = await this.#parts.blobs.get(row.blob);
    return bytes && { bytes, mediaType: row.mediaType };
  }

  async removeJob(jobId: string): Promise<void> {
    await this.#removeRows(await this.#parts.file.find('jobId', jobId));
  }

  async expire(before: Date): Promise<number> {
    const rows = (await this.#parts.file.all()).filter((row) => row.at < before.getTime());
    await this.#removeRows(rows);
    await this.#parts.file.compact();
    return rows.length;
  }

  async #removeRows(rows: readonly FileRow[]): Promise<void> {
    for (const row of rows) await this.#parts.file.remove(row._id);
    await this.#parts.references.release(rows.map((row) => row.blob));
  }
}
