import { describe, expect, it } from 'vitest';
import { TreeModel } from '../../core/page/documents/content/model';
import { type BoostOptions, binValues, boost, type Examples, logOddsOf } from './content-model/boost';
import { foldOf } from './content-model/dataset';
import { labelBySnippets, labelByText } from './content-model/labels';
import { modelFileOf } from './content-model/model-file';

const OPTIONS: BoostOptions = {
  trees: 30,
  depth: 3,
  rate: 0.3,
  lambda: 1,
  minWeight: 0.1,
  columnShare: 1,
  rowShare: 0.8,
  seed: 5,
};
const names = ['a', 'b', 'noise'];

/**
 * Returns rows that are content if either `a` or `b` is large, but not both. Neither feature alone predicts the label.
 */
function exclusiveOr(count: number): Examples {
  const values = new Float32Array(count * names.length);
  const labels = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    const [a, b] = [row % 10, (row * 7 + Math.floor(row / 10)) % 10];
    values.set([a, b, (row * 31) % 17], row * names.length);
    labels[row] = a >= 5 !== b >= 5 ? 1 : 0;
  }
  return { count, width: names.length, values, labels, weights: new Float64Array(count).fill(1) };
}

describe('training', () => {
  const data = exclusiveOr(1000);
  const binned = binValues(data);
  const rows = Int32Array.from({ length: data.count }, (_, row) => row);
  const ensemble = boost(data, binned, rows, OPTIONS);

  it('learns what only two features together tell', () => {
    const wrong = [...rows].filter(
      (row) => logOddsOf(ensemble, binned.bins, data.count, row) > 0 !== (data.labels[row] === 1),
    );
    expect(wrong).toEqual([]);
    expect(ensemble.gains[2]).toBeLessThan(Math.min(ensemble.gains[0] ?? 0, ensemble.gains[1] ?? 0));
  });

  it('gives the same trees for the same rows and seed', () => {
    expect(boost(data, binned, rows, OPTIONS)).toEqual(ensemble);
    expect(boost(data, binned, rows, { ...OPTIONS, seed: 6 }).trees).not.toEqual(ensemble.trees);
  });

  it('writes a model that the extractor walks to the same probabilities', () => {
    const shipped = new TreeModel(modelFileOf(ensemble, names), names).probabilities(data.values);
    for (const row of rows)
      expect(shipped[row]).toBeCloseTo(1 / (1 + Math.exp(-logOddsOf(ensemble, binned.bins, data.count, row))), 3);
  });

  it('never splits a site between learning and testing', () => {
    expect(foldOf('site.test', 5)).toBe(foldOf('site.test', 5));
    expect(new Set(Array.from({ length: 100 }, (_, i) => foldOf(`site-${i}.test`, 5)))).toEqual(
      new Set([0, 1, 2, 3, 4]),
    );
  });
});

describe('labels', () => {
  const story = 'The old bridge over the river was closed on Monday. Engineers found cracks in two of its piers.';

  it('are 1 for the blocks of the known text and 0 for those around it', () => {
    const blocks = [
      'Home News Sport',
      'The old bridge over the river was closed on Monday.',
      'Engineers found cracks in two of its piers.',
      'Read more stories from our partners in the region',
    ];
    expect([...labelByText(blocks, story)]).toEqual([0, 1, 1, 0]);
  });

  it('are 0 for a short block whose words stand elsewhere in the known text', () => {
    expect([...labelByText(['The old bridge over the river was closed on Monday.', 'closed'], story)]).toEqual([1, 0]);
  });

  it('are known only where a snippet lies', () => {
    const blocks = ['One wanted sentence.', 'One that is not.', 'One that nobody spoke of.'];
    expect([...labelBySnippets(blocks, ['wanted sentence'], ['is not'])]).toEqual([1, 0, -1]);
  });
});
