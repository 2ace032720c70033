import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPlugin, runAction } from '@gleaner/plugin/testing';

const plugin = await loadPlugin(new URL('..', import.meta.url));

test('clicks the button and waits for what it shows', async () => {
  const { html } = await runAction(plugin, {
    html: `<button onclick="this.insertAdjacentHTML('afterend', '<p id=price>12 €</p>')">Show the price</button>`,
    fields: { button: 'button', shows: '#price' },
  });
  assert.match(html, /12 €/);
});
