import { describe, expect, it } from 'vitest';
import { type ModelFile, probabilityOf, TreeModel } from '../../../../core/page/documents/content/model';

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const CONSTANT = 3;

/** Returns a pseudo-random number generator. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

function randomTree(next: () => number, depth: number): number[] {
  if (depth === 0 || next() < 0.15) return [-1, Math.fround(next() - 0.5), 0, 0];
  const less = randomTree(next, depth - 1);
  const other = randomTree(next, depth - 1);
  const moved = (tree: readonly number[], by: number) =>
    tree.map((value, i) => (i % 4 > 1 && tree[i - (i % 4)] !== -1 ? value + by : value));
  const threshold = Math.floor(next() * 6) / 6;
  return [
    Math.floor(next() * NAMES.length),
    Math.fround(threshold),
    1,
    1 + less.length / 4,
    ...moved(less, 1),
    ...moved(other, 1 + less.length / 4),
  ];
}

const randomModel = (next: () => number): ModelFile => ({
  features: NAMES,
  base: next() - 0.5,
  trees: Array.from({ length: 20 }, () => randomTree(next, 5)),
});

/** Evaluates the trees for one unit, as a reference implementation. */
function walked({ base, trees }: ModelFile, row: Float32Array): number {
  let sum = base;
  for (const tree of trees) {
    let at = 0;
    while ((tree[at] as number) >= 0)
      at = 4 * ((row[tree[at] as number] as number) < (tree[at + 1] as number) ? tree[at + 2] : tree[at + 3])!;
    sum += tree[at + 1] as number;
  }
  return probabilityOf(sum);
}

describe('the trees of the content model', () => {
  it.each([0, 1, 2, 31, 32, 33, 64, 257, 5000])('bring each of %i units to its own leaf of every tree', (units) => {
    const next = numbers(units + 1);
    const model = randomModel(next);
    const rows = new Float32Array(units * NAMES.length).map((_, i) =>
      // Some values are equal to thresholds, and one feature is constant.
      i % NAMES.length === CONSTANT ? 0.5 : Math.floor(next() * 12) / 12,
    );
    const expected = Array.from({ length: units }, (_, i) =>
      walked(model, rows.subarray(i * NAMES.length, (i + 1) * NAMES.length)),
    );
    expect([...new TreeModel(model, NAMES).probabilities(rows)]).toEqual(expected);
  });

  it('are rejected when trained on other features', () => {
    expect(() => new TreeModel({ features: ['a', 'z'], base: 0, trees: [] }, ['a', 'b'])).toThrow(/retrain it/);
  });
});
