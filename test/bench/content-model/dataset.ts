import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** Data sets of the benchmark kit in which the main content of each page is known. */
export const SETS = ['articles', 'pagetypes', 'multilingual'] as const;

/** A stored page and the known text of its main content: either complete or only snippets. */
export interface StoredPage {
  readonly set: (typeof SETS)[number];
  readonly id: string;
  readonly url: string;
  /** Site of the page. All pages of a site are in the same split: either training or test. */
  readonly site: string;
  /** Kind of page. Only present in the set `pagetypes`. */
  readonly type?: string;
  readonly truth: { readonly text?: string; readonly with?: readonly string[]; readonly without?: readonly string[] };
  readonly html: string;
}

type Row = Omit<StoredPage, 'set' | 'site' | 'html'> & { readonly site?: string };

const unpack = (file: string): Buffer => brotliDecompressSync(readFileSync(file));

function decode(bytes: Buffer): string {
  const head = bytes.subarray(0, 4096).toString('latin1');
  const label = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Loads the pages of each data set's development split, always in the same order. */
export function loadPages(quality: string): readonly StoredPage[] {
  return SETS.flatMap((set) => {
    const folder = join(quality, 'data', set, 'dev');
    const rows = JSON.parse(unpack(join(folder, 'truth.json.br')).toString()) as Row[];
    return rows
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((row) => ({
        ...row,
        set,
        site: row.site ?? new URL(row.url).hostname,
        html: decode(unpack(join(folder, 'pages', `${row.id}.html.br`))),
      }));
  });
}

/** Returns the cross-validation fold of a site. */
export const foldOf = (site: string, folds: number): number =>
  createHash('md5').update(site).digest().readUInt32LE(0) % folds;
