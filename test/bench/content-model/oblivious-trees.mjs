// Boosted oblivious trees on histograms, logistic loss. Deterministic: same rows, same options, same trees.
import { drawRows, random } from './bins.mjs';

/**
 * Trains oblivious trees: every node of a level asks the same question, so a tree is `depth` comparisons and one table of
 * leaves. They learn single pages by heart less than free trees and are evaluated without branches.
 * `rows` is an Int32Array of the row numbers to learn from.
 */
export function trainOblivious(options) {
  const { bins, edges, n, width, y, w, rows, trees, depth, rate, lambda, colShare, seed } = options;
  const rnd = random(seed);
  let sw = 0,
    sy = 0;
  for (const i of rows) {
    sw += w[i];
    sy += w[i] * y[i];
  }
  const p0 = Math.min(0.99, Math.max(0.01, sy / sw));
  const base = Math.log(p0 / (1 - p0));
  const score = new Float64Array(n).fill(base),
    g = new Float64Array(n),
    h = new Float64Array(n);
  const model = { base, depth, trees: [] };
  for (let t = 0; t < trees; t++) {
    for (const i of rows) {
      const p = 1 / (1 + Math.exp(-score[i]));
      g[i] = w[i] * (p - y[i]);
      h[i] = Math.max(1e-6, w[i] * p * (1 - p));
    }
    const features = [];
    for (let f = 0; f < width; f++) if (edges[f].length > 0 && rnd() < colShare) features.push(f);
    const sample = drawRows(rows, rnd, options);
    const tree = growTree({ bins, edges, n, g, h, sample, features, depth, rate, lambda });
    for (let k = 0; k < rows.length; k++) score[rows[k]] += tree.leaves[leafOf(tree, bins, n, rows[k])];
    model.trees.push(tree);
  }
  return model;
}

function growTree({ bins, edges, n, g, h, sample, features, depth, rate, lambda }) {
  const size = sample.length;
  const leaf = new Uint8Array(size),
    a = new Float64Array(size),
    b = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    a[k] = g[sample[k]];
    b[k] = h[sample[k]];
  }
  const tree = { splits: [], leaves: [] };
  for (let level = 0; level < depth; level++) {
    const leaves = 1 << level;
    let best = -1,
      bf = -1,
      bb = 0;
    for (const f of features) {
      const m = edges[f].length + 1,
        at = f * n;
      const sums = new Float64Array(leaves * m * 2);
      for (let k = 0; k < size; k++) {
        const to = 2 * (leaf[k] * m + bins[at + sample[k]]);
        sums[to] += a[k];
        sums[to + 1] += b[k];
      }
      const gains = new Float64Array(m - 1);
      for (let l = 0; l < leaves; l++) {
        let G = 0,
          H = 0;
        for (let bin = 0; bin < m; bin++) {
          G += sums[2 * (l * m + bin)];
          H += sums[2 * (l * m + bin) + 1];
        }
        const whole = (G * G) / (H + lambda);
        let GL = 0,
          HL = 0;
        for (let bin = 0; bin < m - 1; bin++) {
          GL += sums[2 * (l * m + bin)];
          HL += sums[2 * (l * m + bin) + 1];
          const GR = G - GL,
            HR = H - HL;
          gains[bin] += (GL * GL) / (HL + lambda) + (GR * GR) / (HR + lambda) - whole;
        }
      }
      for (let bin = 0; bin < m - 1; bin++)
        if (gains[bin] > best) {
          best = gains[bin];
          bf = f;
          bb = bin;
        }
    }
    if (bf < 0) {
      bf = features[0] ?? 0;
      bb = 0;
    }
    tree.splits.push({ feature: bf, bin: bb, value: edges[bf][bb] ?? 0 });
    for (let k = 0; k < size; k++) if (bins[bf * n + sample[k]] > bb) leaf[k] |= 1 << level;
  }
  const G = new Float64Array(1 << depth),
    H = new Float64Array(1 << depth);
  for (let k = 0; k < size; k++) {
    G[leaf[k]] += a[k];
    H[leaf[k]] += b[k];
  }
  tree.leaves = Array.from(G, (sum, l) => (-rate * sum) / (H[l] + lambda));
  return tree;
}

function leafOf(tree, bins, n, i) {
  let leaf = 0;
  for (let level = 0; level < tree.splits.length; level++) {
    const { feature, bin } = tree.splits[level];
    if (bins[feature * n + i] > bin) leaf |= 1 << level;
  }
  return leaf;
}

/** Log-odds of binned row i. */
export function scoreOblivious(model, bins, n, i) {
  let score = model.base;
  for (const tree of model.trees) score += tree.leaves[leafOf(tree, bins, n, i)];
  return score;
}

const round = (x) => Number(x.toPrecision(5));
/** Per tree `depth` pairs of feature and threshold, then the leaves; the bit of a level is 1 where the feature reaches it. */
export const packOblivious = (model) => ({
  base: round(model.base),
  depth: model.depth,
  splits: model.trees.flatMap((tree) => tree.splits.flatMap(({ feature, value }) => [feature, Math.ceil(value)])),
  leaves: model.trees.flatMap((tree) => tree.leaves.map(round)),
});
