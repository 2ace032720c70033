import { describe, expect, it } from 'vitest';
import type { SessionState, StoredCookie } from '../../../core/common/page-session';
import { SharedSession } from '../../../core/jobs/profiles/shared-session';
import { isOn, partOf, siteOf } from '../../../core/jobs/profiles/sites';

const cookie = (name: string, value: string, more: Partial<StoredCookie> = {}): StoredCookie => ({
  ...{ name, value, domain: 'shop.example', hostOnly: true, path: '/', secure: true, httpOnly: true },
  ...more,
});
const state = (...cookies: StoredCookie[]): SessionState => ({ cookies, items: [] });
const url = 'https://shop.example/';

describe('a held session', () => {
  it('keeps changes of concurrent pages, and drops entries removed by a page', async () => {
    const written: SessionState[] = [];
    const kept = { sites: ['shop.example'], state: state(cookie('id', '1'), cookie('cart', '1'), cookie('old', '1')) };
    const session = new SharedSession(kept, async (now) => written.push(now.state) > 0);
    const before = await session.load();
    await session.keep({ before, url, after: state(cookie('id', '2'), cookie('cart', '1'), cookie('old', '1')) });
    await session.keep({ before, url, after: state(cookie('cart', '2'), cookie('id', '1')) });
    await session.keep({ before, url, after: before });
    const values = (await session.load()).cookies.map(({ name, value }) => `${name}=${value}`);
    expect(values.sort()).toEqual(['cart=2', 'id=2']);
    expect(written).toHaveLength(2);
  });

  it('accepts nothing of other sites, and returns no expired cookie', async () => {
    const kept = { sites: ['shop.example'], state: state(cookie('past', '1', { expiresAt: 1 })) };
    const session = new SharedSession(kept, async () => true);
    const foreign = cookie('id', '1', { domain: 'tracker.example' });
    const items = ['https://shop.example', 'https://tracker.example'].map((origin) => ({
      origin,
      key: 'k',
      value: 'v',
    }));
    const after = { cookies: [foreign, cookie('sub', '1', { domain: 'a.shop.example' })], items };
    await session.keep({ before: await session.load(), after, url });
    const now = await session.load();
    expect(now.cookies.map(({ name }) => name)).toEqual(['sub']);
    expect(now.items).toEqual([items[0]]);
  });
});

describe('the site of a URL', () => {
  it('is its registrable domain, including private suffixes, otherwise its host', () => {
    const sites = ['https://a.b.shop.co.uk/x', 'https://ada.github.io/', 'http://127.0.0.1:8080/', 'http://localhost/'];
    expect(sites.map(siteOf)).toEqual(['shop.co.uk', 'ada.github.io', '127.0.0.1', 'localhost']);
    expect(isOn('https://eve.github.io/', ['ada.github.io'])).toBe(false);
    expect(isOn('https://shop.example.evil.example/', ['shop.example'])).toBe(false);
    expect(isOn('not an address', ['shop.example'])).toBe(false);
    const whole = state(cookie('a', '1', { domain: 'github.io', hostOnly: false }));
    expect(partOf(whole, ['ada.github.io']).cookies).toEqual([]);
  });
});
