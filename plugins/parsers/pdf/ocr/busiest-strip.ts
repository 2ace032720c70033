import { type Grey, rowsOf } from './grey';

/** Height of the strip used to detect upright text, as a share of the image height. */
const STRIP = 0.12;
const MIN_STRIP_PIXELS = 120;
/** Maximum distance to move each edge of the strip to reach a gap between lines, as a share of the strip height. */
const SLACK = 0.25;

/**
 * Returns the strip with the most changes between adjacent pixels, where text is densest. The strip starts and ends in
 * gaps between lines.
 */
export function busiestStrip(image: Grey): Grey {
  const { height } = image;
  const rows = Math.min(height, Math.max(MIN_STRIP_PIXELS, Math.round(height * STRIP)));
  const changes = changesOf(image);
  let sum = changes.subarray(0, rows).reduce((total, value) => total + value, 0);
  let best = { top: 0, sum };
  for (let top = 1; top + rows <= height; top++) {
    sum += (changes[top + rows - 1] ?? 0) - (changes[top - 1] ?? 0);
    if (sum > best.sum) best = { top, sum };
  }
  const slack = Math.round(rows * SLACK);
  const last = best.top + rows - 1;
  return rowsOf(image, quietRow(changes, best.top, slack), quietRow(changes, last, slack) + 1);
}

function changesOf({ width, height, pixels }: Grey): Float64Array {
  const changes = new Float64Array(height);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = 2; x < width; x += 2) sum += Math.abs((pixels[y * width + x] ?? 0) - (pixels[y * width + x - 2] ?? 0));
    changes[y] = sum;
  }
  return changes;
}

/**
 * Returns the row with the fewest changes near a given row. Among rows with equally few changes, returns the nearest.
 */
function quietRow(changes: Float64Array, near: number, slack: number): number {
  let best = { row: near, sum: changes[near] ?? 0 };
  for (let row = Math.max(0, near - slack); row <= Math.min(changes.length - 1, near + slack); row++) {
    const sum = changes[row] ?? 0;
    const isNearer = Math.abs(row - near) < Math.abs(best.row - near);
    if (sum < best.sum || (sum === best.sum && isNearer)) best = { row, sum };
  }
  return best.row;
}
