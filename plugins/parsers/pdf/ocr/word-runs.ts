import { type Line, linesOf } from '../lines';
import type { Run } from '../page-text';
import type { PageContent } from '../read-pages';
import type { TextLine, Word } from './hocr';
import type { ImageText } from './read-image';

const RTL_LETTER = /[\u0590-\u08ff]/;
/**
 * Matches letters of scripts without upper and lower case. Layout analysis cannot recognize running text in these
 * scripts.
 */
const CASELESS = /[\u0590-\u08ff\u0900-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;
/** Matches a word whose last character belongs to a script without spaces between words. */
const UNSPACED_END = /[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]$/;
/** Ratio of the font size to the height of a line with ascenders and descenders. */
const SIZE_PER_HEIGHT = 1.06;
/** Lines whose heights differ from the median by at most this share get the same font size. */
const SIZE_NOISE = 0.25;

/** Page number, page size in points, and size of an image pixel in points. */
export interface PagePlace {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** Converts recognized text to page content in the same form as the content of a text layer. */
export function recognizedPage({ lines, confidence }: ImageText, place: PagePlace): PageContent {
  const usual = usualHeight(lines);
  const runs = lines.flatMap((line) => lineRuns(line, sizeOf(line, usual), place));
  const ordered = inRows(runs, place.number);
  const { number, width, height } = place;
  return {
    number,
    width,
    height,
    runs: ordered,
    tags: undefined,
    lines: linesOf(ordered, number),
    isScan: false,
    confidence: confidence / 100,
  };
}

/** Returns the median height of the letters. */
export function usualHeight(lines: readonly TextLine[]): number {
  const sorted = [...lines].sort((a, b) => a.height - b.height);
  const counts = sorted.map(({ words }) => words.reduce((sum, { text }) => sum + text.length, 0));
  let left = counts.reduce((sum, count) => sum + count, 0) / 2;
  for (const [at, count] of counts.entries()) {
    left -= count;
    if (left <= 0) return sorted[at]?.height ?? 1;
  }
  return 1;
}

const sizeOf = ({ height }: TextLine, usual: number): number =>
  Math.abs(height / usual - 1) <= SIZE_NOISE ? usual : height;

function lineRuns(line: TextLine, size: number, { height, scale }: PagePlace): readonly Run[] {
  const { baseline, isVertical } = line;
  const words = isVertical ? [joined(line)] : line.words;
  return words.map(({ text, left, right }, at) => ({
    text: at === words.length - 1 || UNSPACED_END.test(text) ? text : `${text} `,
    x: left * scale,
    y: height - baseline * scale,
    width: (right - left) * scale,
    size: size * scale * SIZE_PER_HEIGHT,
    order: 0,
    mono: false,
    rtl: RTL_LETTER.test(text),
    turned: isVertical,
    artifact: false,
    mark: undefined,
    href: undefined,
  }));
}

/** Joins the words of a vertical line, because layout analysis cannot order vertical words. */
const joined = ({ words }: TextLine): Word => ({
  text: words.map(({ text }) => text).join(' '),
  confidence: 0,
  left: Math.min(...words.map(({ left }) => left)),
  right: Math.max(...words.map(({ right }) => right)),
});

/**
 * Assigns the order of runs row by row, because Tesseract reads a table without ruling lines column by column. Layout
 * analysis later separates columns of running text, but not in scripts without letter case. Runs in these scripts
 * therefore keep Tesseract's order.
 */
function inRows(runs: readonly Run[], page: number): readonly Run[] {
  const text = runs.map((run) => run.text).join('');
  const isCaseless = (text.match(CASELESS)?.length ?? 0) > text.length / 2;
  const rows: readonly Run[] = isCaseless ? runs : linesOf(runs, page).flatMap(runsOf);
  return rows.map((run, order) => ({ ...run, order }));
}

const runsOf = ({ segments }: Line): readonly Run[] => segments.flatMap((segment) => segment.runs);
