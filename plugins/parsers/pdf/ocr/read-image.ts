import { busiestStrip } from './busiest-strip';
import { evenlyLit } from './even-light';
import {
  doubled,
  type Grey,
  isBlank,
  isSpecked,
  type QuarterTurns,
  reduced,
  toPgm,
  turned,
  withoutSpecks,
} from './grey';
import { narrowedForTime } from './narrowing';
import type { Recognition } from './recognizer';
import { sampled, skewOf } from './skew';

/** Recognizes the text in an image file. Without `radians`, detects the angle of the lines. */
export type ReadPass = (image: Uint8Array, radians?: number) => Promise<Recognition>;

/** An image file, and a function that decodes its pixels. */
export interface TextImage {
  readonly file: Uint8Array;
  pixels(): Promise<Grey | undefined>;
}

/** Recognized text and, if known, the size of the upright image. */
export interface ImageText extends Recognition {
  readonly size?: { readonly width: number; readonly height: number };
}

/** Minimum confidence at which a result is accepted without another attempt. */
export const GOOD_CONFIDENCE = 90;
/** Confidence below which other rotations are tried. */
const TURNED_CONFIDENCE = 70;
/** Letter height, in pixels, below which the image is enlarged for another attempt. */
const SMALL_LETTERS = 16;
/**
 * Maximum number of pixels to recognize, equal to an A4 page at 200 dpi. More pixels take longer and do not improve
 * recognition.
 */
const MAX_PIXELS = 4_000_000;
/** Maximum number of pixels in an image that may be enlarged. The enlarged image takes four times the memory. */
const MAX_ENLARGED_PIXELS = 3_900_000;
/** Words with lower confidence are ignored when two results are compared. */
const MIN_CONFIDENCE = 40;
/** Maximum angle at which lines count as level, in radians. */
const LEVEL = 0.005;

/**
 * Recognizes the text in an image after removing shadows and specks and rotating the image upright. If confidence is
 * low, tries again upside down, at another angle, and enlarged or smoothed. Returns the best result.
 */
export async function readImage(image: TextImage, read: ReadPass): Promise<ImageText> {
  const decoded = await image.pixels();
  if (decoded === undefined) return read(image.file);
  if (isBlank(decoded)) return { confidence: 0, radians: 0, lines: [] };
  const lit = evenlyLit(reduced(decoded, MAX_PIXELS));
  const specked = isSpecked(lit);
  const clear = specked ? withoutSpecks(lit) : lit;
  let pixels = turned(clear, liesOnSide(clear) ? await uprightTurns(clear, [1, 3], read) : 0);
  const { radians } = skewOf(pixels);
  // A PGM file takes a quarter of the memory of a colour image, and Tesseract does not have to decode it.
  let best: ImageText = { ...(await readNarrowed(pixels, radians, read)), size: pixels };
  const keep = (next: ImageText): void => {
    if (trust(next) > trust(best)) best = { ...next, size: pixels };
  };
  if (best.confidence < TURNED_CONFIDENCE) {
    const turns = await uprightTurns(pixels, [2], read);
    pixels = turned(pixels, turns);
    if (turns !== 0) keep(await readNarrowed(pixels, radians, read));
  }
  if (isGood(best)) return best;
  // Omits the angle, so that Tesseract detects it.
  keep(await read(toPgm(pixels)));
  if (isGood(best)) return best;
  const isSmall = heightOf(best) < SMALL_LETTERS && pixels.pixels.length <= MAX_ENLARGED_PIXELS;
  if (isSmall) keep(scaled(await read(toPgm(doubled(pixels)), best.radians), 0.5, 0.5));
  else if (!specked) keep(await read(toPgm(withoutSpecks(pixels)), best.radians));
  return best;
}

/** True for a result that does not need a second attempt. */
export const isGood = ({ confidence, lines }: Recognition): boolean =>
  confidence >= GOOD_CONFIDENCE && lines.length > 0;

/**
 * Returns the number of letters in horizontal words, weighted by confidence. A high number indicates a lot of correct
 * text.
 */
export const trust = ({ lines }: Recognition): number =>
  lines
    .flatMap(({ words, isVertical }) => (isVertical ? [] : words))
    .reduce((sum, { text, confidence }) => sum + Math.max(0, confidence - MIN_CONFIDENCE) * text.length, 0);

/** Returns the median height of the lines. */
function heightOf({ lines }: Recognition): number {
  const heights = lines.map(({ height }) => height).sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? Number.POSITIVE_INFINITY;
}

/**
 * A page is checked for sideways text if a quarter turn increases the distinctness of its lines by more than this
 * factor.
 */
const SIDEWAYS = 1.25;

function liesOnSide(image: Grey): boolean {
  const few = sampled(image);
  return skewOf(turned(few, 1)).distinctness > skewOf(few).distinctness * SIDEWAYS;
}

/**
 * Returns the number of quarter turns that make a page upright. Recognizes a strip of the page in each given rotation.
 * Returns 0 if no rotation yields high confidence.
 */
async function uprightTurns(pixels: Grey, positions: readonly QuarterTurns[], read: ReadPass): Promise<QuarterTurns> {
  let best: { turns: QuarterTurns; trust: number } = { turns: 0, trust: 0 };
  for (const turns of positions) {
    const strip = await read(toPgm(busiestStrip(turned(pixels, turns))));
    if (strip.confidence >= TURNED_CONFIDENCE && trust(strip) > best.trust) best = { turns, trust: trust(strip) };
  }
  return best.turns;
}

/**
 * Recognizes the text in an image. Tesseract rotates the image by the given angle. If the image contains a lot of text,
 * narrows the letters first.
 */
async function readNarrowed(pixels: Grey, radians: number, read: ReadPass): Promise<Recognition> {
  const image = narrowedForTime(pixels);
  const share = image.width / pixels.width;
  const angle = Math.abs(radians) < LEVEL ? 0 : Math.atan(Math.tan(radians) / share);
  const text = await read(toPgm(image), angle);
  return { ...scaled(text, 1 / share, 1), radians };
}

/** Scales the positions of recognized text to another image size. */
const scaled = (text: Recognition, x: number, y: number): Recognition => ({
  ...text,
  lines: text.lines.map(({ words, baseline, height, isVertical }) => ({
    baseline: baseline * y,
    height: height * y,
    isVertical,
    words: words.map((word) => ({ ...word, left: word.left * x, right: word.right * x })),
  })),
});
