// Pages of the quality folder's development halves with their blocks, features and labels.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { labelBlocks, labelSnippets } from './labels.mjs';

const unbr = (file) => zlib.brotliDecompressSync(fs.readFileSync(file));
function decode(bytes) {
  const label =
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(bytes.subarray(0, 4096).toString('latin1'))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
/** The fold a site belongs to: pages of one site are never split between learning and testing. */
export const foldOf = (site, folds) => crypto.createHash('md5').update(site).digest().readUInt32LE(0) % folds;

export function loadPages(quality, sets) {
  const pages = [];
  for (const set of sets) {
    const dir = path.join(quality, 'data', set, 'dev');
    const rows = JSON.parse(unbr(path.join(dir, 'truth.json.br'))).sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const row of rows)
      pages.push({
        ...row,
        set,
        site: row.site ?? new URL(row.url).hostname,
        html: decode(unbr(path.join(dir, 'pages', `${row.id}.html.br`))),
      });
  }
  return pages;
}
export function labelPage(page, texts) {
  return page.set === 'multilingual'
    ? labelSnippets(texts, page.truth.with, page.truth.without)
    : labelBlocks(texts, page.truth.text);
}
