import { Readable } from 'node:stream';
import type { ZipFile as ZipWriter } from 'yazl';

/** A file on its way into an archive. */
export interface ZipFile {
  /** Path inside the archive, with `/`. */
  readonly name: string;
  /** All of it, or piece by piece as it comes. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  readonly at: Date;
}

/** A zip archive, file by file as they come; one file at a time is in memory. */
export async function* zipStream(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const { ZipFile: Writer } = await import('yazl');
  const archive = new Writer();
  const output = archive.outputStream as Readable;
  const leaving = new AbortController();
  const fed = feed(archive, files, leaving.signal).catch((thrown: Error) => void output.destroy(thrown));
  try {
    for await (const piece of output) yield piece as Buffer;
  } finally {
    // A caller who leaves early must not keep the next file waiting for its turn.
    leaving.abort();
    output.destroy();
    await fed;
  }
}

/** Adds each file once the one before has been written. */
async function feed(archive: ZipWriter, files: AsyncIterable<ZipFile>, leaving: AbortSignal): Promise<void> {
  const left = new Promise<void>((resolve) => leaving.addEventListener('abort', () => resolve(), { once: true }));
  for await (const { name, content, at } of files) {
    const size = content instanceof Uint8Array ? content.length : undefined;
    const written = new Promise<void>((resolve, reject) => {
      archive.addReadStreamLazy(name, { mtime: at, size }, (take) => {
        const pieces = Readable.from(content instanceof Uint8Array ? [content] : content);
        take(null, pieces.once('error', reject).once('close', resolve));
      });
    });
    await Promise.race([written, left]);
    if (leaving.aborted) return;
  }
  archive.end();
}
