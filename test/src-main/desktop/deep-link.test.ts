import { describe, expect, it } from 'vitest';
import { findLink, readLink } from '../../../src-main/desktop/deep-link';

describe('gleaner: links', () => {
  it.each([
    ['gleaner://open/jobs', { kind: 'open', path: '/jobs' }],
    ['gleaner://open/settings/plugins', { kind: 'open', path: '/settings/plugins' }],
    ['gleaner://saved/kettles', { kind: 'open', path: '/monitors/kettles' }],
    ['gleaner://run/copper%20kettles', { kind: 'run', name: 'copper kettles' }],
    ['GLEANER://run/a%26b', { kind: 'run', name: 'a&b' }],
  ])('open %s', (link, request) => {
    expect(readLink(link)).toEqual(request);
  });

  it.each([
    'https://example.com/',
    'gleaner://',
    'gleaner://open/',
    'gleaner://open/nowhere',
    'gleaner://open//example.com',
    'gleaner://open/javascript:alert(1)',
    'gleaner://open/new-table?address=http://127.0.0.1/admin',
    'gleaner://open/jobs#x',
    'gleaner://user@open/jobs',
    'gleaner://run/',
    'gleaner://run/a?now=true',
    'gleaner://run/..%2F..%2Fetc',
    'gleaner://run/a%00b',
    'gleaner://run/%E2%80%AEgnp.exe',
    'gleaner://run/%FF',
    `gleaner://run/${'a'.repeat(81)}`,
    `gleaner://open/${'a'.repeat(600)}`,
    'gleaner://quit/now',
    'gleaner:///open/jobs',
    'gleaner://open:80/jobs',
    'gleaner://open/%2e%2e/%2e%2e/etc/passwd',
    'gleaner://open/settings/about?next=javascript:alert(1)',
    'gleaner://run/seeds%0Arm%20-rf',
    'gleaner://run/seeds%07',
    'gleaner://run/%5C%5Chost%5Cshare',
    'javascript:document.title=1',
    'file:///etc/passwd',
    '--inspect=0 gleaner://open/jobs',
  ])('ignore %s', (link) => {
    expect(readLink(link)).toBeUndefined();
  });

  it('are found among start arguments', () => {
    expect(findLink(['gleaner', '--flag', 'gleaner://open/jobs'])).toBe('gleaner://open/jobs');
    expect(findLink(['gleaner', 'https://example.com'])).toBeUndefined();
    expect(findLink(['gleaner', '--inspect=0 gleaner://open/jobs'])).toBeUndefined();
  });
});
