// Boosted free-growing trees on histograms, logistic loss. Deterministic: same rows, same options, same trees.
import { drawRows, random } from './bins.mjs';

const STRIDE = 2 * 256;

/** Trains trees of `depth` levels; rows is an Int32Array of row numbers to learn from. */
export function trainFree({
  bins,
  edges,
  n,
  width,
  y,
  w,
  rows,
  trees = 200,
  depth = 5,
  rate = 0.1,
  lambda = 5,
  minWeight = 5,
  colShare = 0.4,
  rowShare = 0.7,
  seed = 1,
  groups,
  groupShare = 1,
}) {
  const rnd = random(seed);
  let sw = 0,
    sy = 0;
  for (const i of rows) {
    sw += w[i];
    sy += w[i] * y[i];
  }
  const p0 = Math.min(0.99, Math.max(0.01, sy / sw));
  const base = Math.log(p0 / (1 - p0));
  const score = new Float64Array(n).fill(base);
  const g = new Float64Array(n),
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
    const sample = drawRows(rows, rnd, { rowShare, groups, groupShare });
    const tree = []; // nodes: [feature, threshold, left, right] or [value]
    // Sums per feature and bin for a set of rows; a child's are its parent's minus its sibling's, so only the smaller is counted.
    const count = (set) => {
      const size = set.length,
        a = new Float64Array(size),
        b = new Float64Array(size),
        sums = new Float64Array(features.length * STRIDE);
      for (let k = 0; k < size; k++) {
        a[k] = g[set[k]];
        b[k] = h[set[k]];
      }
      features.forEach((f, slot) => {
        const at = f * n,
          to = slot * STRIDE;
        for (let k = 0; k < size; k++) {
          const bin = to + 2 * bins[at + set[k]];
          sums[bin] += a[k];
          sums[bin + 1] += b[k];
        }
      });
      return sums;
    };
    const build = (set, level, sums) => {
      let G = 0,
        H = 0;
      for (let k = 0; k < set.length; k++) {
        G += g[set[k]];
        H += h[set[k]];
      }
      const id = tree.length;
      tree.push(null);
      const leaf = () => {
        tree[id] = [(-rate * G) / (H + lambda)];
        return id;
      };
      if (level === depth || H < 2 * minWeight) return leaf();
      const hist = sums ?? count(set);
      const parent = (G * G) / (H + lambda);
      let best = 1e-3,
        bf = -1,
        bb = 0;
      features.forEach((f, slot) => {
        const m = edges[f].length + 1,
          to = slot * STRIDE;
        let GL = 0,
          HL = 0;
        for (let b = 0; b < m - 1; b++) {
          GL += hist[to + 2 * b];
          HL += hist[to + 2 * b + 1];
          if (HL < minWeight) continue;
          const HR = H - HL;
          if (HR < minWeight) break;
          const GR = G - GL;
          const gain = (GL * GL) / (HL + lambda) + (GR * GR) / (HR + lambda) - parent;
          if (gain > best) {
            best = gain;
            bf = f;
            bb = b;
          }
        }
      });
      if (bf < 0) return leaf();
      let left = 0;
      const at = bf * n;
      for (let k = 0; k < set.length; k++) if (bins[at + set[k]] <= bb) left++;
      const L = new Int32Array(left),
        R = new Int32Array(set.length - left);
      let a = 0,
        c = 0;
      for (let k = 0; k < set.length; k++) {
        const i = set[k];
        if (bins[at + i] <= bb) L[a++] = i;
        else R[c++] = i;
      }
      const node = [bf, edges[bf][bb], 0, 0];
      tree[id] = node;
      node.bin = bb;
      let hl, hr;
      if (level + 1 < depth) {
        const small = count(L.length < R.length ? L : R);
        const rest = hist;
        for (let k = 0; k < rest.length; k++) rest[k] -= small[k];
        [hl, hr] = L.length < R.length ? [small, rest] : [rest, small];
      }
      node[2] = build(L, level + 1, hl);
      node[3] = build(R, level + 1, hr);
      return id;
    };
    build(sample, 0);
    for (let k = 0; k < rows.length; k++) {
      const i = rows[k];
      let node = tree[0];
      while (node.length > 1) node = tree[bins[node[0] * n + i] <= node.bin ? node[2] : node[3]];
      score[i] += node[0];
    }
    model.trees.push(tree);
  }
  return model;
}
/** Log-odds of binned row i. */
export function scoreFree(model, bins, n, i) {
  let s = model.base;
  for (const tree of model.trees) {
    let node = tree[0];
    while (node.length > 1) node = tree[bins[node[0] * n + i] <= node.bin ? node[2] : node[3]];
    s += node[0];
  }
  return s;
}

const round = (x) => Number(x.toPrecision(5));
/** Trees as flat lists: [feature, threshold, left, right, ...] with a leaf as [-1, value, 0, 0]; features are whole numbers. */
export const packFree = (model) => ({
  base: round(model.base),
  depth: model.depth,
  trees: model.trees.map((tree) =>
    tree.flatMap((node) =>
      node.length > 1 ? [node[0], Math.ceil(node[1]), node[2], node[3]] : [-1, round(node[0]), 0, 0],
    ),
  ),
});
