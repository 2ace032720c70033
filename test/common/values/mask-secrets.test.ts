import { describe, expect, it } from 'vitest';
import { maskSecrets, maskText } from '../../../core/common/values/mask-secrets';

describe('masking', () => {
  it.each([
    ['https://user:pass@site.example/a', 'https://***@site.example/a'],
    ['socks5://user@proxy.example:1080 failed', 'socks5://***@proxy.example:1080 failed'],
    ['GET /signin?token=abc&x=1', 'GET /signin?token=***&x=1'],
    ['https://a.example/?access_token=abc&api_key=def#top', 'https://a.example/?access_token=***&api_key=***#top'],
    ['https://a.example/?X-Amz-Signature=abc&page=2', 'https://a.example/?X-Amz-Signature=***&page=2'],
    ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: ***'],
    ['{"cookie":"a=b; c=d","x":1}', '{"cookie":"***","x":1}'],
    ['sent Bearer sk-0123456789abcdef there', 'sent Bearer *** there'],
    ['the key gl-0123456789abcdefghijABCDEFGHIJ_- is', 'the key gl-*** is'],
  ])('%s becomes %s', (text, expected) => {
    expect(maskText(text)).toBe(expected);
  });

  it.each([
    'https://site.example/@user/post',
    'https://site.example/?author=ann&monkey=1&page=2',
    'write to ann@site.example about the basic authentication scheme',
    'The harbour master keeps the key.',
  ])('leaves %s unchanged', (text) => {
    expect(maskText(text)).toBe(text);
  });

  it('masks values of secret headers only', () => {
    const request = { headers: { Authorization: 'x', 'x-api-key': 'y', Accept: 'text/html' }, cookieBanner: 'z' };
    expect(maskSecrets(request)).toEqual({
      headers: { Authorization: '***', 'x-api-key': '***', Accept: 'text/html' },
      cookieBanner: 'z',
    });
  });
});
