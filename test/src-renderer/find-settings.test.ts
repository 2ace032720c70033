import { describe, expect, it } from 'vitest';
import { allSettings, findSettings } from '../../src-renderer/composables/settings/find-settings';

const schema = {
  properties: {
    concurrency: { description: 'Maximum number of pages fetched at the same time.' },
    cacheHours: { description: 'Hours for which pages are cached.' },
    profiles: { description: 'Limits for agents.' },
  },
};
const plugins = [
  { kind: 'model', id: 'google', summary: 'Reads pages with Gemini.' },
  { kind: 'sink', id: 'webhook', summary: 'Sends events.' },
  { kind: 'sink', id: 'email', summary: 'Sends events through an SMTP server.' },
];
const found = (typed: string) =>
  findSettings(allSettings(schema, plugins), typed).map(({ section, name }) => [section, name]);

describe('the search of settings', () => {
  it('finds settings by name and help, with their sections', () => {
    expect(found('concurr')).toEqual([['general', 'Concurrency']]);
    expect(found('gemini PAGES')).toEqual([['models', 'google']]);
    expect(found('agents')).toEqual([['models', 'Profiles']]);
    expect(found('smtp')).toEqual([['email', 'email']]);
    expect(found('webhook')).toEqual([['plugins', 'webhook']]);
  });

  it('starts with settings whose names match', () => {
    expect(found('cache')[0]).toEqual(['storage', 'Cache hours']);
    expect(found('h')[0]?.[1]).toMatch(/h/i);
  });

  it('finds nothing without words', () => {
    expect([found('  '), found('nothing like this')]).toEqual([[], []]);
  });
});
