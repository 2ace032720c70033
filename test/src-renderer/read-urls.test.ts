import { describe, expect, it } from 'vitest';
import { pastedEntries, readCsv, sortUrls } from '../../src-renderer/display/read-urls';

describe('a pasted list of URLs', () => {
  it('is split at lines, blanks and commas, into distinct URLs and invalid entries', () => {
    const text =
      'https://a.example/1\nhttps://a.example/2, example.com\r\n\nhttps://a.example/1 ftp://x.example nonsense';
    const { urls, invalid, duplicates } = sortUrls(pastedEntries(text));
    expect(urls).toEqual(['https://a.example/1', 'https://a.example/2', 'https://example.com']);
    expect(duplicates).toBe(1);
    expect(invalid.map((entry) => entry.text)).toEqual(['ftp://x.example', 'nonsense']);
  });

  it('has no entries when it is empty', () =>
    expect(sortUrls(pastedEntries(' \n '))).toEqual({ urls: [], invalid: [], duplicates: 0 }));
});

describe('a CSV file', () => {
  it.each([
    ['commas and a header', 'name,site\n"A, B",https://a.example\nC,https://c.example', ['name', 'site'], 1, 2],
    ['semicolons', 'x;y\nhttps://a.example/?q=1,2;1\n', ['x', 'y'], 0, 1],
    ['tabs', 'n\tu\n1\thttps://a.example\n', ['n', 'u'], 1, 1],
    ['no header', 'https://a.example,1\nhttps://b.example,2\n', ['Column 1', 'Column 2'], 0, 2],
    ['one column with a mark of byte order', '\uFEFFhttps://a.example\nhttps://b.example', ['Column 1'], 0, 2],
    ['rows of different length', 'u\nhttps://a.example,x,y\n', ['u', 'Column 2', 'Column 3'], 0, 1],
    ['hosts without a scheme, named by the header', 'id,website\n1,example.com\n', ['id', 'website'], 1, 1],
    ['nothing', '', [], 0, 0],
  ])('with %s', (_, text, columns, guess, count) => {
    const table = readCsv(text);
    expect([table.columns, table.guess, table.rows.length]).toEqual([columns, guess, count]);
  });
});
