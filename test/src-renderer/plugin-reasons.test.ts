import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DescribedPlugin, whyTrusted } from '../../core/platform/sandbox/described-plugins';
import { engineMessage } from '../../src-renderer/display/messages/engine-message';
import { showLanguage } from '../../src-renderer/texts/i18n';

beforeEach(() => showLanguage('de'));
afterEach(() => showLanguage('en'));

const plugin = (facts: Partial<DescribedPlugin>): DescribedPlugin => ({
  ...{
    kind: 'format',
    id: 'words',
    summary: '',
    needs: [],
    trustedFields: [],
    sources: [],
    mediaTypes: [],
    extensions: [],
  },
  ...facts,
});

it.each([
  [whyTrusted([plugin({})], ['node:fs', 'ws']), 'Das Plugin importiert node:fs, ws.'],
  [whyTrusted([plugin({ needs: ['markup'] })], []), '„words“ (format) braucht „markup“.'],
  [whyTrusted([plugin({ trustedFields: ['setup'] })], []), '„words“ (format) enthält „setup“.'],
  [whyTrusted([plugin({ kind: 'proxy' })], []), 'Das Plugin ist ein Proxy'],
  [whyTrusted([plugin({ options: { $ref: 'a.json' } })], []), 'nicht prüfen kann: „$ref“ wird nicht unterstützt.'],
  [whyTrusted([plugin({ options: { type: 'array' } })], []), 'nicht prüfen kann: sie sind kein Objekt.'],
  [whyTrusted([plugin({ config: { type: 'nothing' } })], []), 'nicht prüfen kann: ihr JSON-Schema ist ungültig.'],
])('translates the reason "%s"', (reason, german) => {
  expect(engineMessage(reason ?? '')).toContain(german);
});
