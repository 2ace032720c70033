import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPlugin, runSearch } from '@gleaner/plugin/testing';

const plugin = await loadPlugin(new URL('..', import.meta.url));

test('returns the results of the API', async () => {
  const requested: string[] = [];
  const { hits } = await runSearch(plugin, {
    text: 'green tea',
    limit: 1,
    fetch: async (url) => {
      requested.push(url);
      return Response.json({ items: [{ link: 'https://tea.example/', name: 'Tea', text: 'All about tea.' }] });
    },
  });
  assert.deepEqual(requested, ['https://api.example.com/search?q=green+tea&count=1']);
  assert.deepEqual(hits, [{ url: 'https://tea.example/', title: 'Tea', description: 'All about tea.' }]);
});
