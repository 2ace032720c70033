import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPlugin, runFormat } from '@gleaner/plugin/testing';

const plugin = await loadPlugin(new URL('..', import.meta.url));
const article = (words: number) => `<article><h1>Tea</h1><p>${'leaf '.repeat(words - 1)}</p></article>`;

test('rounds the minutes up', async () => {
  const { value, warnings } = await runFormat(plugin, { html: article(231) });
  assert.deepEqual([value, warnings], [{ words: 231, minutes: 2 }, []]);
});

test('does not count the targets of links', async () => {
  const link = '<a href="https://tea.example/a/long/path">leaves</a>';
  const { value } = await runFormat(plugin, { html: `<article><h1>Tea</h1><p>Don’t boil the ${link}.</p></article>` });
  assert.deepEqual(value, { words: 5, minutes: 1 });
});

test('uses the speed of the request', async () => {
  const { value } = await runFormat(plugin, { html: article(400), options: { wordsPerMinute: 100 } });
  assert.deepEqual(value, { words: 400, minutes: 4 });
});

test('counts the characters of languages without spaces', async () => {
  const { value } = await runFormat(plugin, {
    html: `<article><h1>茶</h1><p>${'茶を飲む。'.repeat(300)}</p></article>`,
  });
  assert.deepEqual(value, { words: 1201, minutes: 4 });
});

test('refuses a speed of 0', async () => {
  await assert.rejects(runFormat(plugin, { html: article(1), options: { wordsPerMinute: 0 } }), /wordsPerMinute/);
});
