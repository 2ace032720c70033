import type { Grey } from './grey';

/** Maximum angle to try in either direction, in degrees. */
const MAX_DEGREES = 12;
const COARSE_STEP = 0.5;
const FINE_STEP = 0.1;
/** Maximum number of edges used in the coarse search for the angle. */
const COARSE_EDGES = 20_000;
/** Minimum difference in brightness between vertically adjacent pixels at the edge of a letter. */
const MIN_EDGE = 40;
/** Approximate width of the sampled page, in pixels. This width is enough to detect lines of text. */
const REDUCED_WIDTH = 900;

/** Positions of letter edges. */
interface Edges {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** Direction of the text lines on a page. */
export interface Skew {
  /** Angle in radians by which Tesseract must rotate the page to level its lines. */
  readonly radians: number;
  /**
   * Measure of how clearly lines and gaps alternate after rotation by `radians`: the mean square of the edge count per
   * row, divided by the squared mean.
   */
  readonly distinctness: number;
}

/**
 * Measures the angle of text lines, i.e. the angle at which the number of edges differs most between the page's rows
 * (projection profile).
 */
export function skewOf(image: Grey): Skew {
  const all = edgesOf(sampled(image));
  const some = sample(all);
  let best = { degrees: 0, score: scoreAt(some, 0) };
  const search = (edges: Edges, from: number, to: number, step: number): void => {
    for (let degrees = from; degrees <= to + step / 2; degrees += step) {
      const score = scoreAt(edges, degrees);
      if (score > best.score) best = { degrees, score };
    }
  };
  search(some, -MAX_DEGREES, MAX_DEGREES, COARSE_STEP);
  best = { ...best, score: scoreAt(all, best.degrees) };
  search(all, best.degrees - COARSE_STEP, best.degrees + COARSE_STEP, FINE_STEP);
  return { radians: (-best.degrees * Math.PI) / 180, distinctness: best.score };
}

/** Returns every n-th pixel of a page in both directions, which is enough to measure the skew. */
export function sampled(image: Grey): Grey {
  const step = Math.max(1, Math.round(image.width / REDUCED_WIDTH));
  if (step === 1) return image;
  const [width, height] = [Math.ceil(image.width / step), Math.ceil(image.height / step)];
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels[y * width + x] = image.pixels[(y * image.width + x) * step] ?? 0;
  return { width, height, pixels };
}

/** Finds the upper and lower edges of letters. */
function edgesOf({ width, height, pixels }: Grey): Edges {
  const [x, y] = [new Float32Array(pixels.length), new Float32Array(pixels.length)];
  let count = 0;
  for (let row = 1; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      if (Math.abs((pixels[at] ?? 0) - (pixels[at - width] ?? 0)) < MIN_EDGE) continue;
      x[count] = column;
      y[count++] = row;
    }
  }
  return { x: x.subarray(0, count), y: y.subarray(0, count) };
}

/** Returns at most `COARSE_EDGES` of the edges, evenly distributed. */
function sample(edges: Edges): Edges {
  const step = Math.ceil(edges.x.length / COARSE_EDGES);
  if (step <= 1) return edges;
  const every = (values: Float32Array) =>
    Float32Array.from({ length: Math.ceil(values.length / step) }, (_, at) => values[at * step] ?? 0);
  return { x: every(edges.x), y: every(edges.y) };
}

/** Returns how clearly lines and gaps alternate when the edges are rotated by an angle. See `Skew.distinctness`. */
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
