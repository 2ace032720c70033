import { expect, it } from 'vitest';
import { webAddress } from '../../core/common/api/target-url';

it.each([
  ['example.com', 'https://example.com'],
  [' www.example.com/a?b=1#c ', 'https://www.example.com/a?b=1#c'],
  ['//example.com/a', 'https://example.com/a'],
  ['münchen.de/ä', 'https://münchen.de/ä'],
  ['example.com:8443/a', 'https://example.com:8443/a'],
  ['example.com:8080', 'http://example.com:8080'],
  ['localhost', 'http://localhost'],
  ['localhost:3000?q=1', 'http://localhost:3000?q=1'],
  ['192.168.0.7/admin', 'http://192.168.0.7/admin'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['nas:5000', 'http://nas:5000'],
  ['printer.local', 'http://printer.local'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://example.com', 'HTTPS://example.com'],
])('accepts %s as a web address', (typed, url) => {
  expect(webAddress(typed)).toBe(url);
});

it.each([
  '',
  '  ',
  'nonsense',
  'two words',
  'http://',
  'ftp://example.com',
  'mailto:a@example.com',
  'http://http://a.com',
])('rejects "%s"', (typed) => {
  expect(webAddress(typed)).toBeUndefined();
});
