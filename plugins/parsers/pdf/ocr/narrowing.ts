import { type Grey, histogramOf, narrowed } from './grey';

/** Minimum difference in brightness from the paper for a pixel to count as ink. */
const MIN_INK = 80;
/**
 * Divisor for estimating the number of letters: edges² / ink pixels / divisor, where edges are the changes between ink
 * and paper along each row of pixels. The divisor does not depend on the resolution. Images of known text yielded
 * divisors of 21 to 31.
 */
const EDGES_PER_LETTER = 27;
/** Number of letters at full width that can be recognized in 3 seconds of CPU time. */
const LETTERS_IN_TIME = 2600;
/** Minimum width of a letter's strokes after narrowing, in pixels. Thinner strokes are recognized less well. */
const MIN_STROKE = 2.25;
/** Minimum width of narrowed letters, as a share of their full width. */
const MIN_SHARE = 0.72;

/** Estimated number of letters in an upright image, and the width of their strokes. */
export interface TextMeasure {
  readonly letters: number;
  /** Mean stroke width of the letters, in pixels. */
  readonly stroke: number;
}

/** Estimates the number of letters in an upright image and the width of their strokes. */
export function measureText({ width, height, pixels }: Grey): TextMeasure {
  const counts = histogramOf(pixels);
  const paper = counts.indexOf(Math.max(...counts));
  let [ink, edges] = [0, 0];
  for (let y = 0; y < height; y++) {
    let wasInk = 0;
    for (let at = y * width; at < (y + 1) * width; at++) {
      const isInk = Math.abs((pixels[at] ?? 0) - paper) > MIN_INK ? 1 : 0;
      ink += isInk;
      edges += isInk ^ wasInk;
      wasInk = isInk;
    }
  }
  return { letters: edges ** 2 / Math.max(1, ink) / EDGES_PER_LETTER, stroke: (2 * ink) / Math.max(1, edges) };
}

/**
 * Narrows the letters of an image that contains a lot of text, because recognition takes longer on wider lines. Returns
 * other images unchanged.
 */
export function narrowedForTime(image: Grey): Grey {
  const { letters, stroke } = measureText(image);
  const share = Math.max(MIN_SHARE, LETTERS_IN_TIME / letters, MIN_STROKE / stroke);
  return share < 1 ? narrowed(image, share) : image;
}
