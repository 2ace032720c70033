import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPlugin, runFormat } from '@gleaner/plugin/testing';

const plugin = await loadPlugin(new URL('..', import.meta.url));
const html = '<main><h1>Tea</h1><p>Pour hot water over the leaves.</p></main>';

test('counts the words of the content', async () => {
  const { value, warnings } = await runFormat(plugin, { html });
  assert.deepEqual([value, warnings], [8, []]);
});

test('skips words shorter than minLength', async () => {
  const { value } = await runFormat(plugin, { html, options: { minLength: 5 } });
  assert.equal(value, 2);
});
