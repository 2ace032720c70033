import { describe, expect, it } from 'vitest';
import { bareDomain, isOfDomains, withDomains } from '../../../core/common/api/client/domain-filter';
import { categoryOf, filterResults } from '../../../core/kinds/search/result-filter';

const hit = (url: string, date?: string) => ({ url, title: url, ...(date ? { date } : {}) });
const urls = (found: { readonly hits: readonly { readonly url: string }[] }) => found.hits.map(({ url }) => url);

describe('domains', () => {
  it.each([
    ['https://www.Example.com/path', 'example.com'],
    ['*.example.com', 'example.com'],
    ['example.com:8080', 'example.com'],
  ])('%s is %s', (given, bare) => {
    expect(bareDomain(given)).toBe(bare);
  });

  it('are written as operators', () => {
    expect(withDomains('kettle', { includeDomains: ['a.example'] })).toBe('kettle site:a.example');
    expect(withDomains('kettle', { includeDomains: ['a.example', 'b.example'], excludeDomains: ['c.example'] })).toBe(
      'kettle (site:a.example OR site:b.example) -site:c.example',
    );
  });

  it('mean their subdomains, too, but no other names that end alike', () => {
    const filter = { includeDomains: ['example.com'], excludeDomains: ['shop.example.com'] };
    const found = [
      'https://example.com/',
      'https://blog.example.com/',
      'https://shop.example.com/',
      'https://badexample.com/',
    ];
    expect(found.map((url) => isOfDomains(url, filter))).toEqual([true, true, false, false]);
  });
});

describe('results', () => {
  const found = [hit('https://github.com/a/b'), hit('https://arxiv.org/abs/1'), hit('https://a.example/x.pdf')];

  it('keep to the categories, whose names they carry', () => {
    expect(urls(filterResults(found, { categories: ['github', 'research'] }))).toEqual([
      'https://github.com/a/b',
      'https://arxiv.org/abs/1',
    ]);
    expect(urls(filterResults(found, { categories: ['developer'] }))).toEqual(['https://github.com/a/b']);
    expect(found.map(({ url }) => categoryOf(url, ['research', 'pdf']))).toEqual([undefined, 'research', 'pdf']);
  });

  it('keep to a range of days, as far as their dates are known', () => {
    const dated = [
      hit('https://a.example/1', '2026-11-01'),
      hit('https://a.example/2', '2026-11-20T10:00:00Z'),
      hit('https://a.example/3', '2 days ago'),
    ];
    const tbs = 'cdr:1,cd_min:11/10/2026,cd_max:11/20/2026';
    const filtered = filterResults(dated, { tbs });
    expect([urls(filtered), filtered.undated]).toEqual([['https://a.example/2', 'https://a.example/3'], 1]);
    expect(urls(filterResults(dated, { tbs: 'qdr:d' }))).toHaveLength(3);
  });
});
