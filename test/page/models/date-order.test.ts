import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../support/read-by-rules';
import { date, dl } from './own-page';

const prose = '<p>Ask us for a quote, we answer within a day or two as a rule.</p>';
const schema = objectOf({ startDate: date });
const read = (attributes: string, body: string, url?: string) => {
  const html = `<html ${attributes}><head><title>Fair</title></head><body><h1>Fair</h1>${body}${prose}</body></html>`;
  const { data, warning } = readByRules(html, { schema, url });
  return [(data as { startDate?: string }).startDate, warning];
};
const start = (written: string, more: Record<string, string> = {}) => dl({ 'Start date': written, ...more });

describe('a numeric date', () => {
  it.each([
    ['lang="en-GB"', '03/04/2026', '2026-04-03'],
    ['lang="en-AU"', '3/4/2026', '2026-04-03'],
    ['lang="en-US"', '03/04/2026', '2026-03-04'],
    ['lang="fr"', '03/04/2026', '2026-04-03'],
    ['lang="nl"', '03-04-2026', '2026-04-03'],
    ['lang="sv"', '3/4/2026', '2026-04-03'],
    ['lang="fil"', '3/4/2026', '2026-03-04'],
    ['lang="en-US"', '13/04/2026', '2026-04-13'],
    ['lang="de"', '04/13/2026', '2026-04-13'],
    ['lang="en"', '03/03/2026', '2026-03-03'],
  ])('is read in the order of the language: %s %s', (lang, written, day) =>
    expect(read(lang, start(written))).toEqual([day, undefined]),
  );

  it('is read in the order of the other dates of the page', () => {
    expect(read('lang="en"', start('03/04/2026', { 'End date': '17/04/2026' }))).toEqual(['2026-04-03', undefined]);
    expect(read('lang="en-GB"', start('03/04/2026', { 'End date': '04/17/2026' }))).toEqual(['2026-03-04', undefined]);
  });

  it('is read as stated by a time element or the URL', () => {
    const timed = `${start('03/04/2026')}<p><time datetime="2026-06-05">05/06/2026</time></p>`;
    expect(read('lang="en"', timed)).toEqual(['2026-04-03', undefined]);
    const url = 'https://site.example/2026/04/03/fair';
    expect(read('lang="en"', start('03/04/2026'), url)).toEqual(['2026-04-03', undefined]);
  });

  it('is read in the order of the country or currency when the language is ambiguous', () => {
    expect(read('lang="en"', start('01/03/2026', { Price: '€ 20.00' }))).toEqual(['2026-03-01', undefined]);
    expect(read('', start('01/03/2026', { Price: '₹ 200' }))).toEqual(['2026-03-01', undefined]);
    expect(read('lang="en"', start('01/03/2026'), 'https://fair.co.uk/')).toEqual(['2026-03-01', undefined]);
    expect(read('lang="en"', start('01/03/2026'), 'https://fair.us/')).toEqual(['2026-01-03', undefined]);
  });

  it('adds a warning with both readings when ambiguous', () => {
    const warning = 'Day and month are ambiguous: startDate "03/04/2026" is read as 2026-03-04, but may be 2026-04-03.';
    for (const [lang, more] of [
      ['lang="en"', {}],
      ['', {}],
      ['lang="en"', { Price: '$ 20' }],
      ['lang="en-US"', { Price: '£20' }],
    ] as const)
      expect(read(lang, start('03/04/2026', more))).toEqual(['2026-03-04', warning]);
    const onAnyCountry = read('lang="en"', start('03/04/2026'), 'https://fair.io/');
    expect(onAnyCountry).toEqual(['2026-03-04', warning]);
  });

  it('is read in the order of its column on a page with both orders', () => {
    const html = `<table><tr><th>Name</th><th>Shipped</th><th>Paid</th></tr>${[
      ['Ada', '03/04/2026', '04/03/2026'],
      ['Ben', '17/04/2026', '04/17/2026'],
      ['Cyd', '05/06/2026', '06/05/2026'],
    ]
      .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
      .join('')}</table>`;
    const orders = { type: 'array', items: objectOf({ name: { type: 'string' }, shipped: date, paid: date }) };
    const { data, warning } = readByRules(`<html lang="en"><body><h1>Orders</h1>${html}</body></html>`, {
      schema: objectOf({ orders }),
    });
    const days = ['2026-04-03', '2026-04-17', '2026-06-05'];
    const rows = (data as { orders: { shipped: string; paid: string }[] }).orders;
    expect([rows.map(({ shipped }) => shipped), rows.map(({ paid }) => paid), warning]).toEqual([
      days,
      days,
      undefined,
    ]);
  });
});
