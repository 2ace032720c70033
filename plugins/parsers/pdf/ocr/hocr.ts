/** A recognized word, with positions in pixels from the top left corner of the image. */
export interface Word {
  readonly text: string;
  /** Confidence, 0 to 100. */
  readonly confidence: number;
  readonly left: number;
  readonly right: number;
}

/** A recognized line. */
export interface TextLine {
  readonly words: readonly Word[];
  /** Distance of the baseline from the top of the image, in pixels. */
  readonly baseline: number;
  /** Height of the letters, including ascenders and descenders. */
  readonly height: number;
  /** True for a line that runs up or down the page. */
  readonly isVertical: boolean;
}

/** Parses the lines and words in Tesseract's hOCR output, in which each element is on a line of its own. */
export function linesOfHocr(hocr: string): readonly TextLine[] {
  const lines: { readonly row: string; readonly words: Word[] }[] = [];
  for (const row of hocr.split('\n')) {
    const kind = /<span class='(\w+)'/.exec(row)?.[1];
    if (kind === 'ocrx_word') lines.at(-1)?.words.push(wordOf(row));
    else if (kind !== undefined) lines.push({ row, words: [] });
  }
  return lines
    .map(({ row, words }) =>
      lineOf(
        row,
        words.filter(({ text }) => text !== ''),
      ),
    )
    .filter(({ words }) => words.length > 0);
}

function lineOf(row: string, words: readonly Word[]): TextLine {
  const [left, top, right, bottom] = boxOf(row);
  // Slope of the baseline, and its distance from the lower left corner of the line. Missing for lines that are not
  // horizontal.
  const [, slope, offset] = /; baseline (\S+) (-?[\d.]+)/.exec(row) ?? [];
  const size = /; x_size ([\d.]+)/.exec(row)?.[1];
  return {
    baseline:
      offset === undefined ? (top + bottom) / 2 : bottom + Number(offset) + (Number(slope) * (right - left)) / 2,
    height: size === undefined ? bottom - top : Number(size),
    isVertical: bottom - top > (right - left) * 1.5 && words.some(({ text }) => text.length > 2),
    words,
  };
}

function wordOf(row: string): Word {
  const [left, , right] = boxOf(row);
  const confidence = Number(/; x_wconf (\d+)/.exec(row)?.[1] ?? 0);
  const text = row.slice(row.indexOf('>') + 1).replaceAll(/<[^<>]*>/g, '');
  return { text: unescaped(text).trim(), confidence, left, right };
}

const boxOf = (row: string): readonly [number, number, number, number] => {
  const [, left, top, right, bottom] = /bbox (-?\d+) (-?\d+) (-?\d+) (-?\d+)/.exec(row) ?? [];
  return [Number(left ?? 0), Number(top ?? 0), Number(right ?? 0), Number(bottom ?? 0)];
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
};

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|amp|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
