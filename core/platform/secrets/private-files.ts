import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SerialQueue } from '../../common/concurrency/promises';
import type { DocumentStore, StoredDocument } from '../../ports/document-store';
import { readIfExists, writePrivateFile } from '../data-folder/private-file';
import type { Seal } from './seal';

/** Small files that contain secrets, identified by their path in the data directory, e.g. `sessions/a.sealed`. */
export interface PrivateFiles {
  /** True if the files are shared with other nodes. */
  readonly isShared: boolean;
  /** Returns the content of a file. Undefined if the file does not exist. */
  read(path: string): Promise<Buffer | undefined>;
  /** Replaces the file atomically. */
  write(path: string, content: Uint8Array): Promise<void>;
  /** Writes a file, unless it already exists. Returns the new or existing content. */
  create(path: string, content: Uint8Array): Promise<Buffer>;
  remove(path: string): Promise<void>;
  /** Returns the names of the files in a directory. */
  list(folder: string): Promise<readonly string[]>;
}

/** Injection token for the private files. */
export const PrivateFiles = Symbol('PrivateFiles');

/** Private files on disk, with owner-only access. */
export class FolderFiles implements PrivateFiles {
  readonly isShared = false;
  readonly #creations = new SerialQueue();

  constructor(private readonly dataDir: string) {}

  read(path: string): Promise<Buffer | undefined> {
    return readIfExists(join(this.dataDir, path));
  }

  write(path: string, content: Uint8Array): Promise<void> {
    return writePrivateFile(join(this.dataDir, path), content);
  }

  create(path: string, content: Uint8Array): Promise<Buffer> {
    return this.#creations.run(async () => {
      const found = await this.read(path);
      if (found) return found;
      await this.write(path, content);
      return Buffer.from(content);
    });
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.dataDir, path), { force: true });
  }

  list(folder: string): Promise<readonly string[]> {
    return readdir(join(this.dataDir, folder)).catch(() => []);
  }
}

/** Sealed content as a stored document. */
export interface SealedDocument extends StoredDocument {
  /** Sealed bytes, encoded as Base64. */
  readonly sealed: string;
}

/** Private files sealed in a fleet's database and shared by all nodes. */
export class SharedFiles implements PrivateFiles {
  readonly isShared = true;

  constructor(
    private readonly documents: DocumentStore<SealedDocument>,
    private readonly seal: Seal,
  ) {}

  async read(path: string): Promise<Buffer | undefined> {
    const document = await this.documents.get(path);
    return document && this.seal.open(path, document.sealed);
  }

  write(path: string, content: Uint8Array): Promise<void> {
    return this.documents.put({ _id: path, sealed: this.seal.close(path, content) });
  }

  async create(path: string, content: Uint8Array): Promise<Buffer> {
    if (await this.documents.add({ _id: path, sealed: this.seal.close(path, content) })) return Buffer.from(content);
    return (await this.read(path)) ?? this.create(path, content);
  }

  async remove(path: string): Promise<void> {
    await this.documents.remove(path);
  }

  async list(folder: string): Promise<readonly string[]> {
    const prefix = `${folder}/`;
    const documents = await this.documents.all();
    return documents.flatMap(({ _id }) => (_id.startsWith(prefix) ? [_id.slice(prefix.length)] : []));
  }
}
