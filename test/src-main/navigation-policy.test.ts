import { describe, expect, it } from 'vitest';
import { externalAddress, isOfEngine } from '../../src-main/desktop/navigation-policy';

const engine = 'http://127.0.0.1:3002';

describe('what belongs to the engine', () => {
  it.each(['http://127.0.0.1:3002/', 'http://127.0.0.1:3002/docs#x'])('%s does', (address) => {
    expect(isOfEngine(address, engine)).toBe(true);
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
  ])('%s does not', (address) => {
    expect(isOfEngine(address, engine)).toBe(false);
  });

  it('is nothing before the engine has an address', () => {
    expect(isOfEngine('http://127.0.0.1:3002/', undefined)).toBe(false);
  });
});

describe('what may be opened outside', () => {
  it.each(['https://example.com/a?b=c', 'http://example.com/'])('%s may', (address) => {
    expect(externalAddress(address)).toBe(address);
  });

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/share',
    'ms-settings:',
    'https://example.com@evil.example/',
    'https://user:pass@example.com/',
    'not an address',
    `https://example.com/${'a'.repeat(9000)}`,
    undefined,
    { href: 'https://example.com' },
  ])('%s may not', (address) => {
    expect(externalAddress(address)).toBeUndefined();
  });
});
