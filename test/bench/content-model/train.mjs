// Trains the content models on the development halves of the quality folder and writes them beside the extractor.
//   node test/bench/content-model/train.mjs --quality DIR [--folds 5] [--cv-only | --no-cv] [--out DIR]
// Deterministic: the same pages and options give the same files. Cross-validation is by site, so a site is never on both sides.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { binRows, makeBins } from './bins.mjs';
import { foldOf, labelPage, loadPages } from './dataset.mjs';
import { packFree, scoreFree, trainFree } from './free-trees.mjs';
import { metrics } from './metrics.mjs';
import { packOblivious, scoreOblivious, trainOblivious } from './oblivious-trees.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const content = path.resolve(here, '../../../core/documents/content');
const args = process.argv.slice(2);
const option = (name, fallback) => {
  const i = args.indexOf(`--${name}`);
  return i < 0 ? fallback : args[i + 1];
};
const quality = option('quality', '../shared/quality');
const folds = Number(option('folds', 5));
const out = option('out', content);
const TYPES = ['article', 'documentation', 'service', 'forum', 'product', 'listing', 'collection'];
const sigmoid = (x) => 1 / (1 + Math.exp(-x));
const log = (...parts) => console.error(((performance.now() - started) / 1000).toFixed(1), ...parts);
const started = performance.now();

async function loadExtractor() {
  const bundle = await rolldown({ input: path.join(content, 'training-entry.ts'), platform: 'node', logLevel: 'warn' });
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'content-model-')), 'extractor.mjs');
  await bundle.write({ file, format: 'esm' });
  return import(pathToFileURL(file).href);
}

const { parseHtml, analysePage, judgement, keepBlocks, tableOf, rowsOf, typeRowOf } = await loadExtractor();
const pages = loadPages(quality, ['articles', 'pagetypes', 'multilingual']);
// Some pages are in the set twice; learning from one of them is enough.
const seen = new Set();
pages.forEach((page) => {
  page.twice = seen.has(`${page.set} ${page.url}`);
  seen.add(`${page.set} ${page.url}`);
  const { document } = parseHtml(page.html);
  page.html = '';
  page.analysis = analysePage(document, page.url, () => false);
  page.blocks = page.analysis.page.blocks;
  page.labels = labelPage(
    page,
    page.blocks.map((block) => block.text),
  );
  page.fold = foldOf(page.site, folds);
});
log('pages', pages.length);

/** A dense matrix with its bins, from rows of numbers. */
function matrix(rows) {
  const width = rows[0].length,
    n = rows.length;
  const flat = new Float32Array(n * width);
  for (let i = 0; i < n; i++) flat.set(rows[i], i * width);
  const edges = makeBins(flat, n, width);
  return { n, width, edges, bins: binRows(flat, n, width, edges) };
}
const pick = (n, test) => Int32Array.from(Array.from({ length: n }, (_, i) => i).filter(test));

// ---- which kind of page: one model per kind
const PAGE_OPTIONS = {
  trees: 60,
  depth: 3,
  rate: 0.12,
  lambda: 3,
  colShare: 0.3,
  rowShare: 0.8,
  seed: 7,
};
function trainTypes() {
  const typed = pages.filter((page) => page.set === 'pagetypes' || page.set === 'articles');
  const m = matrix(pages.map((page) => rowsOf(tableOf(page.analysis.pageRow))[0]));
  const kinds = pages.map((page) => page.type ?? 'article');
  const w = Float64Array.from(pages, (page) => (page.set === 'pagetypes' ? 1 : page.set === 'articles' ? 0.5 : 0));
  const learnTypes = (rows) =>
    TYPES.map((type) =>
      trainOblivious({ ...m, y: Float64Array.from(kinds, (k) => (k === type ? 1 : 0)), w, rows, ...PAGE_OPTIONS }),
    );
  for (let fold = 0; fold < folds; fold++) {
    const models = learnTypes(pick(pages.length, (i) => pages[i].fold !== fold && w[i] > 0));
    pages.forEach((page, i) => {
      if (page.fold === fold) page.typeScores = models.map((model) => sigmoid(scoreOblivious(model, m.bins, m.n, i)));
    });
  }
  const right = typed.filter(
    (page) => page.set === 'pagetypes' && TYPES[page.typeScores.indexOf(Math.max(...page.typeScores))] === page.type,
  ).length;
  log('page type accuracy', (right / typed.filter((page) => page.set === 'pagetypes').length).toFixed(3));
  return learnTypes(pick(pages.length, (i) => w[i] > 0));
}
const typeModels = trainTypes();

// ---- which blocks
const CAP = Number(option('cap', 150));
const SHARES = { colShare: 0.25, rowShare: 0.6 };
const FREE_OPTIONS = { ...SHARES, trees: 450, rate: 0.07, lambda: 4, depth: 6, minWeight: 0.1, seed: 11 };
const OBLIVIOUS_OPTIONS = { ...SHARES, trees: 250, rate: 0.08, lambda: 8, depth: 6, seed: 17 };

/** Kinds with few pages count more than their number, as the mean over kinds wants it, but not so much as to be learnt by heart. */
function rarity(page) {
  if (page.set !== 'pagetypes') return 1;
  const same = pages.filter((other) => other.type === page.type && !other.twice).length;
  return (80 / same) ** 0.5;
}
function blockRows() {
  const rows = [],
    y = [],
    w = [],
    owner = [],
    at = [];
  pages.forEach((page, p) => {
    const features = page.analysis.features(typeRowOf(page.analysis.pageRow, page.typeScores));
    page.features = features;
    page.offset = rows.length;
    const weights = page.blocks.map((block, i) =>
      page.labels[i] < 0 || block.stats.words === 0
        ? 0
        : (block.stats.words + 1) ** 0.8 * (0.25 + Math.abs(2 * page.labels[i] - 1)),
    );
    const positive = weights.reduce((sum, weight, i) => sum + (page.labels[i] >= 0.5 ? weight : 0), 0);
    const total = weights.reduce((a, b) => a + b, 0) || 1;
    // what one wrong word costs is measured against the text wanted, but no page may outweigh all others
    const scale =
      (page.set === 'multilingual' ? 4 / total : 20 / Math.sqrt(total * Math.max(positive, total * 0.1))) *
      rarity(page);
    const own = rowsOf(features.table(page.blocks.map((_, i) => i)));
    page.blocks.forEach((_, i) => {
      rows.push(own[i]);
      y.push(page.labels[i] >= 0.5 ? 1 : 0);
      w.push(weights[i] * scale);
      owner.push(p);
      at.push(i);
    });
  });
  return { rows, y: Float64Array.from(y), w: Float64Array.from(w), owner, at };
}
const data = blockRows();
log('blocks', data.rows.length, 'width', data.rows[0].length);

const usable = (i) =>
  data.w[i] > 0 &&
  !pages[data.owner[i]].twice &&
  data.at[i] % Math.ceil(pages[data.owner[i]].blocks.length / CAP) === 0;
const learn = (m, test) => {
  const input = { ...m, y: data.y, w: data.w, rows: pick(m.n, (i) => usable(i) && test(i)) };
  return {
    free: trainFree({ ...input, ...FREE_OPTIONS }),
    oblivious: trainOblivious({ ...input, ...OBLIVIOUS_OPTIONS }),
  };
};
const predict = ({ free, oblivious }, m, i) =>
  judgement(scoreOblivious(oblivious, m.bins, m.n, i), () => scoreFree(free, m.bins, m.n, i));

const blocksMatrix = matrix(data.rows);
log('matrix');
const p1 = new Float64Array(blocksMatrix.n);
if (!args.includes('--no-cv')) {
  for (let fold = 0; fold < folds; fold++) {
    const model = learn(blocksMatrix, (i) => pages[data.owner[i]].fold !== fold);
    for (let i = 0; i < blocksMatrix.n; i++)
      if (pages[data.owner[i]].fold === fold) p1[i] = predict(model, blocksMatrix, i);
    log('fold', fold);
  }
  report();
}

/** What the extractor makes of unseen sites' pages, its whole-page answer to pages without a likely block included. */
function report() {
  const kept = new Float64Array(blocksMatrix.n).fill(1);
  for (const page of pages) {
    const { structure } = page.analysis;
    const verdicts = p1.subarray(page.offset, page.offset + page.blocks.length);
    const keep = keepBlocks(structure, verdicts, (i) => page.features.signature(i));
    if (keep === undefined) continue;
    kept.set(keep, page.offset);
  }
  console.log(JSON.stringify(metrics(pages, kept, 0.5)));
}

if (!args.includes('--cv-only')) {
  const { free, oblivious } = learn(blocksMatrix, () => true);
  const types = Object.fromEntries(TYPES.map((type, i) => [type, packOblivious(typeModels[i])]));
  fs.writeFileSync(path.join(out, 'page-type-model.json'), JSON.stringify(types));
  const blocks = { free: packFree(free), oblivious: packOblivious(oblivious) };
  fs.writeFileSync(path.join(out, 'block-model.json'), JSON.stringify(blocks));
  log('written');
}
