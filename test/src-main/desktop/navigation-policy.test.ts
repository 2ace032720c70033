import { describe, expect, it } from 'vitest';
import { externalAddress, isEngineUrl } from '../../../src-main/desktop/navigation-policy';

const engine = 'http://127.0.0.1:3002';

describe('URLs of the engine', () => {
  it.each(['http://127.0.0.1:3002/', 'http://127.0.0.1:3002/docs#x'])('include %s', (address) => {
    expect(isEngineUrl(address, engine)).toBe(true);
  });

  it.each([
    'http://127.0.0.1:3003/',
    'https://127.0.0.1:3002/',
    'http://127.0.0.1:3002.example.com/',
    'http://127.0.0.1:3002@example.com/',
    'http://localhost:3002/',
    'file:///etc/passwd',
    'data:text/html,x',
    'blob:null/1',
    '',
  ])('exclude %s', (address) => {
    expect(isEngineUrl(address, engine)).toBe(false);
  });

  it('are empty before the engine has a URL', () => {
    expect(isEngineUrl('http://127.0.0.1:3002/', undefined)).toBe(false);
  });
});

describe('external URLs', () => {
  it.each(['https://example.com/a?b=c', 'http://example.com/'])('may be opened: %s', (address) => {
    expect(externalAddress(address)).toBe(address);
  });

  it('open an e-mail to an address, without the other parts of the link', () => {
    expect(externalAddress('mailto:ada@example.com?subject=Hi&attach=/etc/passwd')).toBe('mailto:ada@example.com');
  });

  it.each([
    'file:///etc/passwd',
    'mailto:?attach=/etc/passwd',
    'javascript:alert(1)',
    'smb://host/share',
    'ms-settings:',
    'https://example.com@evil.example/',
    'https://user:pass@example.com/',
    'not an address',
    `https://example.com/${'a'.repeat(9000)}`,
    undefined,
    { href: 'https://example.com' },
  ])('may not be opened: %s', (address) => {
    expect(externalAddress(address)).toBeUndefined();
  });
});
