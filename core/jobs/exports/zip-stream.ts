import { Readable } from 'node:stream';
import type { ZipFile as ZipWriter } from 'yazl';

/** A file to add to the archive. */
export interface ZipFile {
  /** Path within the archive, with `/` as the separator. */
  readonly name: string;
  /** Complete content, or a stream. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  readonly at: Date;
}

/** Streams a zip archive. Holds one file at a time in memory. */
export async function* zipStream(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const { ZipFile: Writer } = await import('yazl');
  const archive = new Writer();
  const output = archive.outputStream as Readable;
  const leaving = new AbortController();
  const fed = feed(archive, files, leaving.signal).catch((thrown: Error) => void output.destroy(thrown));
  try {
    for await (const piece of output) yield piece as Buffer;
  } finally {
    // If the consumer stops early, `feed` must not wait until the current file is written.
    leaving.abort();
    output.destroy();
    await fed;
  }
}

/** Adds each file once the previous file has been written. */
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
