import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPlugin, runParser } from '@gleaner/plugin/testing';

const plugin = await loadPlugin(new URL('..', import.meta.url));

test('reads the title and the paragraphs of a note', async () => {
  const { html, metadata } = await runParser(plugin, { bytes: 'Tea & cake\n\nAt four.\n' });
  assert.equal(html, '<h1>Tea &amp; cake</h1>\n<p>At four.</p>');
  assert.equal(metadata.title, 'Tea & cake');
});
