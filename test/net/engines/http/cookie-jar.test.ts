import { describe, expect, it } from 'vitest';
import { CookieJar } from '../../../../core/net/engines/http/cookie-jar';

const at = (url: string) => new URL(url);

function jarOf(url: string, ...lines: string[]): CookieJar {
  const jar = new CookieJar();
  jar.store(at(url), lines);
  return jar;
}

describe('the cookies of a scrape', () => {
  it('are sent only to the host that set them', () => {
    const jar = jarOf('https://www.example.org/', 'a=1', 'b=2; Domain=example.org');
    expect(jar.header(at('https://www.example.org/x'))).toBe('a=1; b=2');
    expect(jar.header(at('https://shop.example.org/'))).toBe('b=2');
    expect(jar.header(at('https://example.com/'))).toBeUndefined();
    expect(jar.header(at('https://notexample.org/'))).toBeUndefined();
  });

  it.each(['co.uk', 'uk', 'org', 'other.example', 'deep.www.example.co.uk'])('cannot be set for %s', (domain) => {
    const jar = jarOf('https://www.example.co.uk/', `a=1; Domain=${domain}`);
    expect(jar.header(at('https://www.example.co.uk/'))).toBeUndefined();
    expect(jar.header(at('https://victim.co.uk/'))).toBeUndefined();
  });

  it('respect their path and TLS', () => {
    const jar = jarOf('https://a.example/shop/list', 'p=1', 's=1; Secure; Path=/');
    expect(jar.header(at('https://a.example/shop/cart'))).toBe('p=1; s=1');
    expect(jar.header(at('https://a.example/shopping'))).toBe('s=1');
    expect(jar.header(at('http://a.example/shop/'))).toBe('p=1');
  });

  it('expire when the site says so', () => {
    const url = at('https://a.example/');
    const jar = jarOf(url.href, 'a=1', 'b=1', 'c=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT');
    jar.store(url, ['a=; Max-Age=0', 'b=; Expires=Thu, 01 Jan 1970 00:00:00 GMT', '=nameless', 'noequals']);
    expect(jar.header(url)).toBe('c=1');
  });

  it('override those of the caller, which otherwise stay', () => {
    expect(jarOf('https://a.example/', 'x=new').header(at('https://a.example/'), 'x=old; y=1')).toBe('y=1; x=new');
    expect(new CookieJar().header(at('https://a.example/'), '')).toBeUndefined();
  });
});
