import { expect, it } from 'vitest';
import { chromiumMajorOf, userAgent } from '../../../core/net/politeness/user-agents';

it('equals the user agent of that Chromium version', () => {
  expect(userAgent({ mobile: false, chromiumMajor: 140, platform: 'linux' })).toBe(
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  );
  expect(userAgent({ mobile: true, chromiumMajor: 140 })).toContain('Android 10; K) AppleWebKit');
  expect(userAgent({ mobile: false, platform: 'win32' })).toContain('Windows NT 10.0');
});

it('extracts the version from browser output', () => {
  expect(chromiumMajorOf('HeadlessChrome/156.0.8078.79')).toBe(156);
  expect(chromiumMajorOf('no browser')).toBeUndefined();
});
