import { describe, expect, it } from 'vitest';
import modelJson from '../../../core/documents/content/block-model.json';
import { type FeatureTable, rowsOf } from '../../../core/documents/content/feature-table';
import { FreeTrees, freeSplits } from '../../../core/documents/content/free-trees';
import { ObliviousTrees, obliviousSplits } from '../../../core/documents/content/oblivious-trees';
import { Thresholds } from '../../../core/documents/content/thresholds';

const { free, oblivious } = modelJson;
const splits = [...obliviousSplits(oblivious), ...freeSplits(free)];
const thresholds = new Thresholds(splits);

/** Rows whose values lie at, just below and just above thresholds, and far beyond all of them. */
function tableOfRows(count: number): FeatureTable {
  const near = new Map(splits.map(([feature, threshold]) => [feature, threshold / 4096]));
  return {
    count,
    write(row, rows) {
      for (let feature = 0; feature < 228; feature++) {
        const steps = ((row * 7 + feature * 13) % 11) - 5;
        const far = (row + feature) % 17 === 0 ? Math.max(-1000, 300_000 * steps) : 0;
        rows.push((near.get(feature) ?? 0) + (row % 3 === 0 ? steps : steps / 4096) + far);
      }
    },
  };
}

/** What a tree says by its definition. */
function freeLeaf(tree: readonly number[], row: Int32Array): number {
  let node = 0;
  while (tree[node * 4]! >= 0)
    node = row[tree[node * 4]!]! >= tree[node * 4 + 1]! ? tree[node * 4 + 3]! : tree[node * 4 + 2]!;
  return tree[node * 4 + 1]!;
}

function obliviousScore(row: Int32Array): number {
  const { depth, splits: flat, leaves } = oblivious;
  let score = oblivious.base;
  for (let tree = 0; tree * 2 * depth < flat.length; tree++) {
    let leaf = 0;
    for (let level = 0; level < depth; level++) {
      const at = 2 * (tree * depth + level);
      if (row[flat[at]!]! >= flat[at + 1]!) leaf |= 1 << level;
    }
    score += leaves[tree * 2 ** depth + leaf]!;
  }
  return score;
}

describe('trees of the block model', () => {
  for (const count of [1, 31, 32, 33, 131]) {
    it(`score each of ${count} rows as its way through every tree says`, () => {
      const table = tableOfRows(count);
      const rows = rowsOf(table);
      const ranks = thresholds.rank(table);

      expect([...new ObliviousTrees(oblivious, thresholds).logOdds(ranks)]).toEqual(rows.map(obliviousScore));

      const asked = Int32Array.from(rows.keys()).filter((row) => row % 2 === 0);
      const scores = Float64Array.from(rows, (_, row) => row / 7);
      new FreeTrees(free, thresholds, 0.65).addTo(scores, ranks, asked);
      const expected = rows.map((row, i) => {
        if (i % 2 === 1) return i / 7;
        return free.trees.reduce((sum, tree) => sum + 0.65 * freeLeaf(tree, row), i / 7 + 0.65 * free.base);
      });
      expect([...scores]).toEqual(expected);
    });
  }
});

describe('thresholds', () => {
  it('refuse more than fit into a byte with a bit to spare', () => {
    const many = Array.from({ length: 128 }, (_, i) => [0, i] as const);
    expect(() => new Thresholds(many)).toThrow('Feature 0 has 128 thresholds.');
  });
});
