import { expect, it } from 'vitest';
import { joinPages } from '../../../plugins/parsers/pdf/join-pages';
import type { TextLine } from '../../../plugins/parsers/pdf/ocr/hocr';
import { recognizedPage, usualHeight } from '../../../plugins/parsers/pdf/ocr/word-runs';

/** Creates a line of words whose widths are proportional to their lengths. */
function line(text: string, left: number, baseline: number, height = 30): TextLine {
  let at = left;
  const words = text.split(' ').map((word) => {
    const from = at;
    at += (word.length + 0.4) * height * 0.5;
    return { text: word, confidence: 95, left: from, right: from + word.length * height * 0.5 };
  });
  return { baseline, height, words, isVertical: false };
}

const page = (lines: readonly TextLine[]) =>
  recognizedPage({ lines, confidence: 95, radians: 0 }, { number: 1, width: 600, height: 800, scale: 0.36 });
const html = (lines: readonly TextLine[]) => joinPages([page(lines)]);

it('joins the words of lines to a paragraph, also across a hyphen', () =>
  expect(html([line('The ferry leaves the north-', 100, 100), line('ern pier at noon', 100, 140)])).toBe(
    '<p>The ferry leaves the northern pier at noon</p>',
  ));

it('reads a table in rows, although Tesseract reads it in columns', () => {
  const columns = [
    ['Name of the article', 'Garden chair', 'Folding table'],
    ['Colour it is sold in', 'light green', 'dark brown'],
  ];
  const lines = columns.flatMap((cells, x) => cells.map((cell, y) => line(cell, 100 + x * 700, 100 + y * 60)));
  expect(html(lines)).toMatch(/<tr><td>Garden chair<\/td><td>light green<\/td><\/tr>/);
});

it('takes a larger line for a heading and small differences for inaccuracy', () => {
  const lines = [
    line('Orchard report', 100, 100, 60),
    line('The harvest began in September', 100, 220, 29),
    line('and lasted until the first frost.', 100, 260, 33),
  ];
  expect(html(lines)).toBe(
    '<h1>Orchard report</h1>\n<p>The harvest began in September and lasted until the first frost.</p>',
  );
});

it('puts vertical text last, as one line', () => {
  const stamp = { ...line('received on Monday', 20, 400), isVertical: true };
  expect(html([stamp, line('The ferry leaves', 100, 100)])).toBe('<p>The ferry leaves</p>\n<p>received on Monday</p>');
});

it('reports the confidence from 0 to 1 and places in points', () => {
  const { confidence, lines } = page([line('Noon', 100, 500)]);
  expect(confidence).toBe(0.95);
  expect(lines[0]).toMatchObject({ left: 36, y: 620 });
});

it('weights the usual height by letters', () =>
  expect(usualHeight([line('A', 0, 0, 80), line('a much longer line', 0, 0, 30), line('B', 0, 0, 90)])).toBe(30));
