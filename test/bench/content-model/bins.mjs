// What both kinds of boosted trees learn from: features in bins, and random numbers that always come in the same order.
const BINS = 64;

/** Bin edges per feature from quantiles of a sample. */
export function makeBins(rows, n, width) {
  const edges = [];
  const step = Math.max(1, Math.floor(n / 20000));
  for (let f = 0; f < width; f++) {
    const values = [];
    for (let i = 0; i < n; i += step) values.push(rows[i * width + f]);
    values.sort((a, b) => a - b);
    const cut = new Set();
    for (let b = 1; b < BINS; b++) {
      const at = Math.floor((values.length * b) / BINS);
      const v = values[at];
      if (v > values[0]) cut.add(v);
    }
    // rare non-zero values fall between quantiles, so the tail gets edges of its own
    const distinct = [...new Set(values)];
    if (distinct.length <= 24) for (const v of distinct.slice(1)) cut.add(v);
    // an edge lies between two values, so that rounding the stored model cannot move a value across it
    const sorted = [...new Set(values)];
    const below = new Map(sorted.map((v, i) => [v, sorted[i - 1]]));
    edges.push(Float32Array.from([...cut].sort((a, b) => a - b).slice(0, 200), (v) => (v + below.get(v)) / 2));
  }
  return edges;
}
export function binRows(rows, n, width, edges) {
  const out = new Uint8Array(n * width);
  for (let f = 0; f < width; f++) {
    const e = edges[f];
    for (let i = 0; i < n; i++) {
      const v = rows[i * width + f];
      let lo = 0,
        hi = e.length;
      while (lo < hi) {
        const m = (lo + hi) >> 1;
        if (v >= e[m]) lo = m + 1;
        else hi = m;
      }
      out[f * n + i] = lo;
    }
  }
  return out; // column-major: bin of row i, feature f at f * n + i
}
/** Numbers from 0 to 1, the same for the same seed. */
export const random = (seed) => {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
};

/**
 * The rows one tree learns from: of some groups (pages) only, and of those a share. Leaving whole pages out keeps trees from
 * learning single pages by heart.
 */
export function drawRows(rows, rnd, { rowShare, groups, groupShare = 1 }) {
  if (groups === undefined || groupShare >= 1) return rows.filter(() => rnd() < rowShare);
  const drawn = new Map();
  const isDrawn = (group) => {
    if (!drawn.has(group)) drawn.set(group, rnd() < groupShare);
    return drawn.get(group);
  };
  return rows.filter((row) => isDrawn(groups[row]) && rnd() < rowShare);
}
