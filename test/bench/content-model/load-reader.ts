import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** The extractor's own code, so that training and extraction use the same features. */
export type Reader = typeof import('./reader');

/** Bundles and loads the extractor, because Node cannot resolve imports without extensions. */
export async function loadReader(): Promise<Reader> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'reader.ts'),
    platform: 'node',
    logLevel: 'warn',
  });
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-content-model-'));
  try {
    const file = join(folder, 'reader.mjs');
    await bundle.write({ file, format: 'esm' });
    return (await import(pathToFileURL(file).href)) as Reader;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
