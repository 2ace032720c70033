import type { FileHandle } from 'node:fs/promises';
import { copyFile, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../common/errors';
import type { AppendMedium, JobMedia, JobMediaSource } from '../job-log/medium';
import { onDisk, systemCode } from '../storage-error';

/** An append-only file, created by its first write. Written by position, so that a torn end is cut or overwritten. */
export class AppendFile implements AppendMedium {
  readonly #path: string;
  #file: FileHandle | undefined;
  #size: number;
  /** True while bytes of a failed write may still lie behind the end. */
  #torn = false;

  private constructor(path: string, file: FileHandle | undefined, size: number) {
    this.#path = path;
    this.#file = file;
    this.#size = size;
  }

  static async open(path: string): Promise<AppendFile> {
    return onDisk(path, async () => {
      const file = await openExisting(path);
      return new AppendFile(path, file, file ? (await file.stat()).size : 0);
    });
  }

  get size(): number {
    return this.#size;
  }

  async append(bytes: Uint8Array): Promise<void> {
    await onDisk(this.#path, async () => {
      const file = await this.#create();
      if (this.#torn) await this.truncate(this.#size);
      try {
        for (let done = 0; done < bytes.length; ) {
          const { bytesWritten } = await file.write(bytes, done, bytes.length - done, this.#size + done);
          done += bytesWritten;
        }
      } catch (thrown) {
        this.#torn = true;
        await this.truncate(this.#size).catch(() => undefined);
        throw thrown;
      }
      this.#size += bytes.length;
    });
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const file = this.#file;
    const wanted = Math.max(0, Math.min(length, this.#size - offset));
    if (!file || wanted === 0) return new Uint8Array();
    return onDisk(this.#path, async () => {
      const bytes = Buffer.allocUnsafe(wanted);
      const { bytesRead } = await file.read(bytes, 0, wanted, offset);
      return bytes.subarray(0, bytesRead);
    });
  }

  async truncate(size: number): Promise<void> {
    await onDisk(this.#path, async () => this.#file?.truncate(size));
    this.#size = size;
    this.#torn = false;
  }

  async sync(): Promise<void> {
    await onDisk(this.#path, async () => this.#file?.datasync());
  }

  async setAside(suffix: string): Promise<string> {
    const aside = `${this.#path}.${suffix}`;
    await onDisk(aside, () => copyFile(this.#path, aside));
    return aside;
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #create(): Promise<FileHandle> {
    if (this.#file) return this.#file;
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    this.#file = await open(this.#path, 'wx+', 0o600);
    return this.#file;
  }
}

async function openExisting(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r+');
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

/** Jobs as folders `<dir>/<jobId>` with a journal and a file of result bodies. */
export class JobFolders implements JobMediaSource {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  async open(jobId: string): Promise<JobMedia> {
    const folder = this.#folder(jobId);
    return {
      journal: await AppendFile.open(join(folder, 'journal')),
      bodies: await AppendFile.open(join(folder, 'bodies')),
    };
  }

  async remove(jobId: string): Promise<void> {
    const folder = this.#folder(jobId);
    await onDisk(folder, () => rm(folder, { recursive: true, force: true }));
  }

  #folder(jobId: string): string {
    if (!/^[\w-]{1,100}$/.test(jobId)) throw new AppError('JOB_NOT_FOUND');
    return join(this.#dir, jobId);
  }
}
