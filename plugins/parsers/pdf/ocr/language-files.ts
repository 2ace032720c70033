import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { OcrSettings } from '../../../../core/contract/plugin';

/** Language whose recognition data is bundled with Gleaner. */
const BUILT_IN_LANGUAGE = 'eng';

/** Languages with and without installed recognition data. */
export interface LanguageFiles {
  /** Tesseract data files, keyed by language code, in the order specified in the settings. Never empty. */
  readonly files: ReadonlyMap<string, string>;
  readonly missing: readonly string[];
}

/**
 * Finds the recognition data for each language in the first folder that contains it. English data is always available.
 */
export async function findLanguages({ languages, folders }: OcrSettings): Promise<LanguageFiles> {
  const found = new Map<string, string>();
  for (const folder of [...folders].reverse())
    for (const name of await readdir(folder).catch(() => [])) {
      const code = /^(\w+)\.traineddata(?:\.gz)?$/.exec(name)?.[1];
      if (code !== undefined) found.set(code, join(folder, name));
    }
  if (!found.has(BUILT_IN_LANGUAGE)) found.set(BUILT_IN_LANGUAGE, builtInFile());
  const wanted = languages.filter((code) => found.has(code));
  const used = wanted.length > 0 ? wanted : [BUILT_IN_LANGUAGE];
  return {
    files: new Map(used.map((code) => [code, found.get(code) ?? ''])),
    missing: languages.filter((code) => !found.has(code)),
  };
}

/** Returns the path of the English data, which is copied during the build. */
function builtInFile(): string {
  const manifest = findPackageJSON('@tesseract.js-data/eng', import.meta.url) ?? '';
  return join(dirname(manifest), '4.0.0_best_int', 'eng.traineddata.gz');
}

/**
 * Copies the files to a temporary folder, under the names that Tesseract expects. Calls `work` with the path of this
 * folder, then deletes it.
 */
export async function withLanguageFolder<T>(
  files: ReadonlyMap<string, string>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-ocr-'));
  try {
    // Tesseract recognizes compressed files by their first bytes, so uncompressed files can also have the extension
    // `.gz`.
    for (const [code, file] of files) {
      const data = await readFile(file);
      if (!hasNeuralNetwork(data)) throw new Error(`${file} is not language data for Tesseract 4 or later`);
      await writeFile(join(folder, `${code}.traineddata.gz`), data);
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Index of the part of a data file that contains the neural network, and the maximum number of parts. */
const NETWORK_PART = 17;
const MAX_PARTS = 64;
const MAX_DATA_BYTES = 256 * 1024 * 1024;

/**
 * True for data with a neural network. A data file starts with its number of parts and the offset of each part, where
 * -1 marks a missing part. Passing any other data to `tesseract.js` would terminate the thread.
 */
export function hasNeuralNetwork(file: Buffer): boolean {
  try {
    const isGzipped = file[0] === 0x1f && file[1] === 0x8b;
    const data = isGzipped ? gunzipSync(file, { maxOutputLength: MAX_DATA_BYTES }) : file;
    const parts = data.readInt32LE(0);
    const place = data.readBigInt64LE(4 + NETWORK_PART * 8);
    return parts > NETWORK_PART && parts <= MAX_PARTS && place > 0n && place < BigInt(data.length);
  } catch {
    return false;
  }
}
