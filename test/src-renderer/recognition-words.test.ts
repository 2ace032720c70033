import { expect, it } from 'vitest';
import { recognitionText } from '../../src-renderer/display/recognition-words';

it('names the page in progress and the file of a job', () => {
  expect(recognitionText({ done: 0, total: 12 })).toBe('Recognizing text: page 1 of 12');
  expect(recognitionText({ done: 12, total: 12, url: 'http://a.test/b.pdf' })).toBe(
    'Recognizing text: page 12 of 12 · http://a.test/b.pdf',
  );
  expect(recognitionText(undefined)).toBeUndefined();
});
