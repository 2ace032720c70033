import { Readable } from 'node:stream';
import type { ZipFile as ZipWriter } from 'yazl';

/** A file to archive. */
export interface ZipFile {
  /** Path inside the archive, with `/`. */
  readonly name: string;
  /** Complete, or streamed. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  readonly at: Date;
}

/** Streams a zip archive; keeps one file at a time in memory. */
export async function* zipStream(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const { ZipFile: Writer } = await import('yazl');
  const archive = new Writer();
  const output = archive.outputStream as Readable;
  const leaving = new AbortController();
  const fed = feed(archive, files, leaving.signal).catch((thrown: Error) => void output.destroy(thrown));
  try {
    for await (const piece of output) yield piece as Buffer;
  } finally {
    // An early abort must not leave the next file waiting.
    leaving.abort();
    output.destroy();
    await fed;
  }
}

/** Adds each file after the previous one was written. */
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
