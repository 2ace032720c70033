import { parseDocument } from 'htmlparser2';
import { expect, it } from 'vitest';
import { $, textOf } from '../../core/contract/page-nodes';

it('reads the text of an element and of a document, without scripts', () => {
  const document = parseDocument('<h1>Tea</h1> <p>hot<script>let x;</script></p>');
  expect(textOf(document)).toBe('Tea hot');
  expect(textOf($(document, 'p')!)).toBe('hot');
});
