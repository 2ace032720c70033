import type { ModelFile } from '../../../core/page/documents/content/model.ts';
import type { Ensemble } from './boost.ts';

const round = (value: number): number => Number(value.toPrecision(5));

/**
 * Converts an ensemble to the format that `model.ts` reads. A tree is a list with four numbers per node, rounded to
 * five significant digits.
 */
export function modelFileOf({ base, trees }: Ensemble, features: readonly string[]): ModelFile {
  const packed = trees.map((tree) =>
    tree.flatMap((node) =>
      'feature' in node ? [node.feature, round(node.threshold), node.left, node.right] : [-1, round(node.value), 0, 0],
    ),
  );
  return { features, base: round(base), trees: packed };
}
