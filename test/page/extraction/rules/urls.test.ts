import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const uri = { type: 'string', format: 'uri' };
const url = 'https://hall.example/program/';

const read = (html: string) =>
  readByRules(`<h1>Concert</h1>${html}`, { schema: objectOf({ tickets: uri }), url }).data as { tickets?: string };

describe('a URL', () => {
  it.each(['18.00', 'free', 'v2.1', 'guide.pdf', '18.00/20.00'])('is not the text %s', (text) => {
    expect(read(`<p>Tickets: ${text}</p>`)).toEqual({});
    expect(read(`<dl><dt>Tickets</dt><dd>${text}</dd></dl>`)).toEqual({});
    expect(read(`<p class="tickets">${text}</p>`)).toEqual({});
  });

  it.each([
    ['<p>Tickets: <a href="/buy">18.00</a></p>', 'https://hall.example/buy'],
    ['<dl><dt>Tickets</dt><dd><a href="buy">Buy now</a></dd></dl>', 'https://hall.example/program/buy'],
    ['<p>Tickets: example.com/shop</p>', 'https://example.com/shop'],
    ['<p>Tickets: https://example.com/18.00</p>', 'https://example.com/18.00'],
    ['<p>Tickets: /buy/18.00</p>', 'https://hall.example/buy/18.00'],
  ])('is read from %s', (html, tickets) => expect(read(html)).toEqual({ tickets }));

  it('is read from the links in a column', () => {
    const row = (name: string, at: number) =>
      `<tr><td><a href="/e/${at}">${name}</a></td><td><a href="/t/${at}">${at}8.00</a></td></tr>`;
    const schema = objectOf({
      events: { type: 'array', items: objectOf({ name: { type: 'string' }, tickets: uri }) },
    });
    const html = `<table><tr><th>Name</th><th>Tickets</th></tr>${['Choir', 'Jazz', 'Opera'].map(row).join('')}</table>`;
    expect(readByRules(html, { schema, url }).data).toEqual({
      events: ['Choir', 'Jazz', 'Opera'].map((name, at) => ({ name, tickets: `https://hall.example/t/${at}` })),
    });
  });
});
