import { expect, it } from 'vitest';
import { isProxyUrl, OwnProxy } from '../../core/common/options/own-proxy';
import { blockedBy, threatProtectionField } from '../../core/common/options/threat-protection';

it('blocks hosts by name, pattern and top-level domain, unless they are allowed', () => {
  const lists = threatProtectionField.parse({
    blacklist: ['Bad.example', '*.evil.example'],
    whitelist: ['good.evil.example'],
    blockedTlds: ['zip', '.mov'],
  })!;
  const blocked = (host: string) => blockedBy(lists, `https://${host}/x`);
  expect(['bad.example', 'a.b.evil.example', 'x.zip', 'y.mov.'].map(blocked)).toEqual([
    'bad.example',
    '*.evil.example',
    'zip',
    '.mov',
  ]);
  expect(['www.bad.example', 'evil.example', 'good.evil.example', 'zip.example'].map(blocked)).toEqual(
    Array(4).fill(undefined),
  );
  expect(blockedBy({ ...lists, mode: 'off' }, 'https://bad.example/')).toBeUndefined();
});

it('compares hosts in the form that they have in a URL', () => {
  const lists = threatProtectionField.parse({
    blacklist: ['Bücher.example', '*.Straße.example.', 'dot.example.', '127.1'],
    blockedTlds: ['РФ'],
  })!;
  const blocked = (url: string) => blockedBy(lists, url) !== undefined;
  const urls = [
    'http://bücher.example/',
    'https://a.xn--strae-oqa.example',
    'http://dot.example',
    'http://127.0.0.1:8080',
    'http://a.рф.',
  ];
  expect(urls.map(blocked)).toEqual(Array(5).fill(true));
  expect(['http://bucher.example', 'http://xn--p1ai.example'].map(blocked)).toEqual([false, false]);
  const invalid = ['user@bad.example', 'bad.example?x', 'http://bad.example', '*'];
  expect(invalid.map((entry) => threatProtectionField.safeParse({ blacklist: [entry] }).success)).toEqual(
    Array(4).fill(false),
  );
});

it('says which modes need a service that is not here', () => {
  const { error } = threatProtectionField.safeParse({ mode: 'zscaler' });
  expect(error?.issues[0]?.message).toMatch(/"zscaler" needs a service that Gleaner does not have/);
});

it('keeps the URL of a proxy out of everything that is stored or sent', () => {
  const proxy = new OwnProxy('http://ada:secret@proxy.example:8080');
  const spec = { url: 'https://a.example', ownProxy: proxy };
  expect(proxy.url).toContain('secret');
  expect(JSON.stringify(spec)).toBe('{"url":"https://a.example"}');
  expect(JSON.stringify(structuredClone(spec))).not.toContain('secret');
  expect(['http://h:1', 'socks5://u:p@h:1080/', 'HTTPS://h'].map(isProxyUrl)).toEqual([true, true, true]);
  expect(['basic', 'ftp://h', 'http://h/path', 'http://', 'http://h x'].map(isProxyUrl)).toEqual(Array(5).fill(false));
});
