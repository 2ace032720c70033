import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPlugin, runModel } from '@gleaner/plugin/testing';

const plugin = await loadPlugin(new URL('..', import.meta.url));
const schema = { type: 'object', properties: { price: { type: 'number' } } };

test('returns the data of the API', async () => {
  const fetch = async () => Response.json({ data: { price: 12 }, tokens: 40 });
  const { value, tokensUsed } = await runModel(plugin, { text: 'Only 12 €.', schema, fetch });
  assert.deepEqual([value, tokensUsed], [{ price: 12 }, 40]);
});

test('reports an error of the API', async () => {
  const fetch = async () => new Response(null, { status: 500 });
  await assert.rejects(runModel(plugin, { text: 'Only 12 €.', fetch }), /status 500/);
});
