import { expect, it } from 'vitest';
import { linesOfHocr } from '../../../plugins/parsers/pdf/ocr/hocr';

const line = (title: string, ...words: readonly string[]) =>
  [
    `<span class='ocr_line' id='line_1_1' title="${title}">`,
    ...words.map(
      (word, at) =>
        `<span class='ocrx_word' id='word_1_${at}' title='bbox ${at * 50} 10 ${at * 50 + 40} 30; x_wconf 9${at}'>${word}</span>`,
    ),
    '</span>',
  ].join('\n');

it('reads words, their positions and the middle of the baseline', () => {
  const [read] = linesOfHocr(
    line(
      'bbox 0 8 100 34; baseline 0.02 -6; x_size 25.5; x_descenders 6; x_ascenders 6',
      'R&amp;D',
      '&lt;it&#39;s&gt;',
    ),
  );
  expect(read).toEqual({
    baseline: 29,
    height: 25.5,
    isVertical: false,
    words: [
      { text: 'R&D', confidence: 90, left: 0, right: 40 },
      { text: "<it's>", confidence: 91, left: 50, right: 90 },
    ],
  });
});

it('reads lines that run up the page, captions and marked words, and skips images and empty lines', () => {
  const hocr = [
    `<div class='ocr_photo' id='block_1_1' title="bbox 0 0 90 90"></div>`,
    line('bbox 5 0 25 200; textangle 90; x_size 20', '<strong>Volume</strong>'),
    line('bbox 0 0 9 9; baseline 0 0; x_size 9', ' '),
    line('bbox 0 0 50 20; baseline 0 -4; x_size 18', 'Fig.').replace('ocr_line', 'ocr_caption'),
  ].join('\n');
  expect(linesOfHocr(hocr)).toMatchObject([
    { baseline: 100, height: 20, isVertical: true, words: [{ text: 'Volume' }] },
    { baseline: 16, height: 18, isVertical: false, words: [{ text: 'Fig.' }] },
  ]);
});
