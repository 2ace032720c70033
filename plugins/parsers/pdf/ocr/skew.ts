import type { Grey } from './grey';

/** Maximum angle to try in either direction, in degrees. */
const MAX_DEGREES = 12;
const COARSE_STEP = 0.5;
const FINE_STEP = 0.1;
/** Minimum difference between vertically adjacent pixels at the edge of a letter. */
const MIN_EDGE = 40;
/** Width to which pages are reduced, in pixels; enough to detect lines of text. */
const REDUCED_WIDTH = 900;

/** Positions of letter edges. */
interface Edges {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** Direction of the text lines on a page. */
export interface Skew {
  /** Angle by which to rotate the page to level its lines, in radians, as expected by Tesseract. */
  readonly radians: number;
  /** Distinctness of the lines at that angle: mean square of the edge count per row, relative to the squared mean. */
  readonly distinctness: number;
}

/**
 * Measures the angle of text lines: the angle at which the edge counts of the page's rows differ most (projection
 * profile).
 */
export function skewOf(image: Grey): Skew {
  const edges = edgesOf(image);
  let best = { degrees: 0, score: scoreAt(edges, 0) };
  const search = (from: number, to: number, step: number): void => {
    for (let degrees = from; degrees <= to + step / 2; degrees += step) {
      const score = scoreAt(edges, degrees);
      if (score > best.score) best = { degrees, score };
    }
  };
  search(-MAX_DEGREES, MAX_DEGREES, COARSE_STEP);
  search(best.degrees - COARSE_STEP, best.degrees + COARSE_STEP, FINE_STEP);
  return { radians: (-best.degrees * Math.PI) / 180, distinctness: best.score };
}

/** Finds the upper and lower edges of letters in a reduced image. */
function edgesOf({ width, height, pixels }: Grey): Edges {
  const step = Math.max(1, Math.round(width / REDUCED_WIDTH));
  const [x, y]: [number[], number[]] = [[], []];
  for (let row = step; row < height; row += step) {
    for (let column = 0; column < width; column += step) {
      const at = row * width + column;
      if (Math.abs((pixels[at] ?? 0) - (pixels[at - step * width] ?? 0)) < MIN_EDGE) continue;
      x.push(column / step);
      y.push(row / step);
    }
  }
  return { x: Float32Array.from(x), y: Float32Array.from(y) };
}

/** Returns the distinctness of rows at an angle. */
function scoreAt({ x, y }: Edges, degrees: number): number {
  if (x.length === 0) return 0;
  const slope = Math.tan((degrees * Math.PI) / 180);
  const fall = Math.ceil(REDUCED_WIDTH * 2 * Math.abs(slope));
  const counts = new Uint32Array((y.at(-1) ?? 0) + 2 * fall + 2);
  for (let at = 0; at < x.length; at++) {
    const row = Math.round((y[at] ?? 0) - (x[at] ?? 0) * slope) + fall;
    counts[row] = (counts[row] ?? 0) + 1;
  }
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  const squares = counts.reduce((sum, count) => sum + count * count, 0);
  return (squares * (last - first + 1)) / x.length ** 2;
}
