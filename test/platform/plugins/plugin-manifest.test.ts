import { describe, expect, it } from 'vitest';
import { assertEngine, readManifest } from '../../../core/platform/plugins/plugin-manifest';

const valid = { id: 'reading-time', version: '1.2.0', engine: '>=0.1', contributions: ['format:readingTime'] };
const read = (change: object) => readManifest({ own: JSON.stringify({ ...valid, ...change }) });

describe('the manifest of a plugin', () => {
  it('is read from gleaner.plugin.json with defaults that permit nothing', () => {
    expect(read({})).toEqual({
      ...valid,
      main: 'index.mjs',
      permissions: { hosts: [], secrets: [], trusted: false },
    });
  });

  it('may request the host in a setting of the plugin, and scripts in the page', () => {
    const hosts = ['api.example.com:8443', '{setting:baseUrl}', '{page}'];
    expect(read({ permissions: { hosts } })?.permissions.hosts).toEqual(hosts);
  });

  it('is read from package.json, which supplies version, author, license and homepage', () => {
    const { version, ...gleaner } = valid;
    const packed = { version, author: { name: 'Ada' }, license: 'MIT', homepage: 'https://ada.example/', gleaner };
    expect(readManifest({ package: JSON.stringify(packed) })).toMatchObject({
      ...{ id: 'reading-time', version: '1.2.0', author: 'Ada', license: 'MIT', homepage: 'https://ada.example/' },
    });
    expect(readManifest({ package: '{"name":"other"}' })).toBeUndefined();
    expect(readManifest({})).toBeUndefined();
  });

  it.each([
    [
      { id: 'Reading Time' },
      '"id" must be a short name of lower-case letters, digits and hyphens, such as "reading-time".',
    ],
    [{ id: '../../evil' }, '"id" must be a short name'],
    [{ id: undefined }, '"id" must be a short name'],
    [{ version: 'one' }, '"version" must be a version such as "1.0.0".'],
    [{ engine: 'new' }, '"engine" must be a range of Gleaner versions such as ">=0.1".'],
    [{ main: '../index.mjs' }, '"main" must be the name of a script next to the manifest'],
    [{ main: '/etc/evil.mjs' }, '"main" must be the name of a script next to the manifest'],
    [{ contributions: [] }, '"contributions" must list at least one contribution'],
    [{ contributions: ['readingTime'] }, '"contributions.0" must be a kind and an id such as "format:readingTime".'],
    [{ contributions: 'format:x' }, '"contributions" must be a list.'],
    [{ permissions: { hosts: ['*'] } }, '"permissions.hosts.0" must be a host such as "api.example.com"'],
    [{ permissions: { hosts: ['{setting:}'] } }, '"permissions.hosts.0" must be a host'],
    [{ permissions: { hosts: ['https://api.example.com/'] } }, '"permissions.hosts.0" must be a host'],
    [{ permissions: { secrets: ['*/all'] } }, '"permissions.secrets.0" must be the name of a saved secret'],
    [{ permissions: { trusted: 'yes' } }, '"permissions.trusted" must be true or false.'],
    [{ permissions: { files: ['/'] } }, 'remove "files"; the known keys of "permissions" are hosts, secrets, trusted.'],
    [{ permission: {} }, 'remove "permission"; the known keys are id, version,'],
    [{ homepage: 'javascript:alert(1)' }, '"homepage" must be an http(s) URL.'],
  ])('is refused with a sentence that says how to correct it: %j', (change, sentence) => {
    expect(() => read(change)).toThrow(sentence);
  });

  it('is refused when it is not a JSON object', () => {
    expect(() => readManifest({ own: '{' })).toThrow('gleaner.plugin.json is not valid JSON');
    expect(() => readManifest({ own: '[]' })).toThrow('gleaner.plugin.json must contain a JSON object.');
    expect(() => readManifest({ package: '{"gleaner":true}' })).toThrow('the "gleaner" key in package.json must be an');
  });

  it('refuses a version of Gleaner that the plugin does not support', () => {
    const manifest = readManifest({ own: JSON.stringify({ ...valid, engine: '>=2' }) })!;
    expect(() => assertEngine(manifest, '0.1.0')).toThrow(
      'the plugin reading-time requires Gleaner >=2, but this is version 0.1.0',
    );
    expect(() => assertEngine({ ...manifest, engine: '>=0.1 <1' }, '0.1.0')).not.toThrow();
  });
});
