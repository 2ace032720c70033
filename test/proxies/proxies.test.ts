import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { ProxyPlugin, ProxySource } from '../../core/contract/plugin';
import none from '../../plugins/proxies/none';
import rotating from '../../plugins/proxies/rotating';
import fixed from '../../plugins/proxies/static';

const request = { host: 'example.com' };
const [one, two] = ['http://one.example:8080', 'socks5://user:pass@two.example:1080'];
const open = (plugin: ProxyPlugin, config: unknown): ProxySource => plugin.create(plugin.config.parse(config) as never);

describe('proxy sources', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('none connects directly', () => {
    expect(open(none, {}).pick(request)).toBeUndefined();
  });

  it('static always returns its one proxy, even after failures', () => {
    const source = open(fixed, { url: one });
    const picked = source.pick(request);
    expect(picked).toEqual({ url: one });
    if (picked) source.report(picked, 'failed');
    expect(source.pick(request)).toEqual({ url: one });
  });

  it('rotating alternates', () => {
    const source = open(rotating, { urls: [one, two] });
    expect([1, 2, 3].map(() => source.pick(request)?.url)).toEqual([one, two, one]);
  });

  it('rotating pauses a blocked proxy, longer each time', () => {
    const source = open(rotating, { urls: [one, two] });
    source.report({ url: one }, 'blocked');
    expect([1, 2].map(() => source.pick(request)?.url)).toEqual([two, two]);
    vi.advanceTimersByTime(5_001);
    expect([1, 2].map(() => source.pick(request)?.url).sort()).toEqual([one, two]);
    source.report({ url: one }, 'failed');
    vi.advanceTimersByTime(5_001);
    expect([1, 2].map(() => source.pick(request)?.url)).toEqual([two, two]);
    vi.advanceTimersByTime(5_001);
    expect([1, 2].map(() => source.pick(request)?.url).sort()).toEqual([one, two]);
  });

  it('rotating forgets failures once a proxy works', () => {
    const source = open(rotating, { urls: [one, two] });
    source.report({ url: one }, 'blocked');
    source.report({ url: one }, 'ok');
    expect([1, 2].map(() => source.pick(request)?.url)).toEqual([one, two]);
  });

  it('rotating never falls back to a direct connection', () => {
    const source = open(rotating, { urls: [one, two] });
    for (const url of [one, two]) source.report({ url }, 'failed');
    expect(() => source.pick(request)).toThrowError(expect.objectContaining({ code: 'SCRAPE_PROXY_ERROR' }));
  });

  it('marks URLs with credentials as secrets', () => {
    for (const plugin of [fixed, rotating])
      expect(JSON.stringify(z.toJSONSchema(plugin.config))).toContain('"secret":true');
  });

  it.each(['ftp://one.example', 'one.example:8080', ''])('refuses the URL %j', (url) => {
    expect(fixed.config.safeParse({ url }).success).toBe(false);
  });
});
