import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPlugin, runAction } from '@gleaner/plugin/testing';

const plugin = await loadPlugin(new URL('..', import.meta.url));
const accept = `onclick="document.body.dataset.consent = this.id || this.textContent.trim()"`;
const consentOf = (html: string) => / data-consent="([^"]*)"/.exec(html)?.[1];

test('clicks the button of a known tool', async () => {
  const { html } = await runAction(plugin, {
    html: `<body><a href="#" ${accept}>Accept</a><button id="onetrust-accept-btn-handler" ${accept}>OK</button></body>`,
  });
  assert.equal(consentOf(html), 'onetrust-accept-btn-handler');
});

test('finds a button by its words, only inside a banner and only if it is visible', async () => {
  const { html } = await runAction(plugin, {
    html: `<body><button ${accept}>Accept all</button>
      <div class="cookie-box" hidden><button ${accept}>Accept</button></div>
      <div class="cookie-box"><button ${accept}>Nur notwendige</button><button ${accept}> Alle
        akzeptieren</button></div></body>`,
  });
  assert.match(consentOf(html) ?? '', /^Alle\s+akzeptieren$/);
});

test('waits for a banner that appears late', async () => {
  const { html } = await runAction(plugin, {
    html: `<body><template><div role="dialog"><button ${accept}>I agree</button></div></template><script>
      setTimeout(() => document.body.append(document.querySelector('template').content), 700)</script></body>`,
  });
  assert.equal(consentOf(html), 'I agree');
});

test('does nothing on a page without a banner', async () => {
  const { html } = await runAction(plugin, { html: '<body><p>Tea</p></body>', fields: { waitMs: 0 } });
  assert.match(html, /<p>Tea<\/p>/);
});
