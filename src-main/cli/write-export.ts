import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openAtomicFile, writeError } from './atomic-file';
import { progress } from './command-context';
import { CommandError } from './command-error';
import type { EngineClient } from './engine-client';

/** Writes a streamed response to a file atomically. */
export async function writeExport(pieces: AsyncIterable<Uint8Array>, out: string): Promise<void> {
  const file = await openAtomicFile(out);
  try {
    for await (const piece of pieces) await file.add(piece);
    await file.finish();
  } catch (thrown) {
    await file.discard();
    if (thrown instanceof TypeError)
      throw new CommandError('the export was interrupted and nothing was written; try again.');
    throw writeError(thrown, out);
  }
  progress(`Written to ${out}.`);
}

/** Writes the pages of a job to a WARC file. Compresses the file if its name ends in `.gz`. */
export async function writeWarc(client: EngineClient, id: string, out: string, signal: AbortSignal): Promise<void> {
  const pieces = client.stream(`/local/jobs/${encodeURIComponent(id)}/export?format=warc&of=pages`, signal);
  await writeExport(out.endsWith('.gz') ? pieces : Readable.from(pieces).pipe(createGunzip()), out);
}
