import { expect, it } from 'vitest';
import { ocrMetadata, percent, ranges, unsure } from '../../../plugins/parsers/pdf/ocr/confidence';

const pages = [
  { number: 1, confidence: 0.96 },
  { number: 2, confidence: 0.69 },
  { number: 5, confidence: 0.7 },
];

it('names recognized pages and their mean confidence', () =>
  expect(ocrMetadata(pages)).toEqual({ ocrPages: '1-2, 5', ocrConfidence: 0.78 }));

it('adds nothing when no page was recognized', () => expect(ocrMetadata([])).toEqual({}));

it.each([
  [[3], '3'],
  [[1, 2, 3, 4], '1-4'],
  [[1, 3, 4, 9], '1, 3-4, 9'],
])('writes %j as ranges', (numbers, expected) => expect(ranges(numbers)).toBe(expected));

it('doubts pages below 70%', () => expect(unsure(pages).map(({ number }) => number)).toEqual([2]));

it('shows a confidence as a percentage', () => expect(percent(0.634)).toBe('63%'));
