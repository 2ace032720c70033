import { expect, it } from 'vitest';
import { userAgent } from '../../../core/net/politeness/user-agents';

it('equals the user agent of a current Chromium', () => {
  expect(userAgent({ mobile: false, platform: 'linux' })).toBe(
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  );
  expect(userAgent({ mobile: true })).toContain('Android 10; K) AppleWebKit');
  expect(userAgent({ mobile: false, platform: 'win32' })).toContain('Windows NT 10.0');
});
