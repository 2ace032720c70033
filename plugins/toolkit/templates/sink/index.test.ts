import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPlugin, runSink } from '@gleaner/plugin/testing';

const plugin = await loadPlugin(new URL('..', import.meta.url));

test('posts a message for an event', async () => {
  const bodies: string[] = [];
  const outcome = await runSink(plugin, {
    type: 'crawl.completed',
    settings: { channel: 'news' },
    fetch: async (_, init) => {
      bodies.push(String(init?.body));
      return new Response();
    },
  });
  assert.equal(outcome.result, 'delivered');
  assert.match(bodies[0] ?? '', /"channel":"news","text":"crawl\.completed of job /);
});

test('requests another attempt after an error', async () => {
  const fetch = async () => new Response(null, { status: 503 });
  const { result } = await runSink(plugin, { settings: { channel: 'news' }, fetch });
  assert.equal(result, 'retry');
});
