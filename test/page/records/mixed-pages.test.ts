import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElements, textOf } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable } from '../../../core/page/records/build-table';

/** Builds a table by clicking the given text. Returns the titles in the table's rows. */
function titlesAfter(text: string, body: string): readonly unknown[] {
  const document = parseDocument(`<html><body>${body}</body></html>`);
  const [clicked] = findElements(document, (one) => textOf(one) === text, 50).slice(-1);
  const page = { document, address: 'https://site.example/list' };
  const table = buildTable(page, { picks: [clicked!], without: [], level: 0, single: false, name: 'list' });
  const [title] = table.fields.filter(({ field }) => /title|name/.test(field.name));
  return (table.result?.rows ?? []).map((row) => row[title?.field.name ?? '']);
}

const cities = ['Bergen', 'Cork', 'Delft', 'Evora', 'Ghent', 'Hasselt', 'Ioannina'];
const card = (city: string, at: number, label = '') =>
  `<li class="offer">${label}<h3><a href="/${city}">${city}</a></h3><p>${at + 2} nights, with breakfast</p><div><span>${at + 3} guests</span><span class="port">Port ${city}</span></div><time>${at + 8}:30</time><b>€${at * 31 + 48}</b></li>`;

describe('a page with other parts between its records', () => {
  it('is one list if the last item of one part is only a button', () => {
    const [first, rest] = [cities.slice(0, 3), cities.slice(3)];
    const more = '<li><div role="button"><span>View more trips</span></div></li>';
    const body = `<h2>Best trips</h2><ul class="offers">${first.map((one, at) => card(one, at)).join('')}</ul>
      <h2>Other trips</h2><ul class="offers">${rest.map((one, at) => card(one, at + 3)).join('')}${more}</ul>`;
    expect(titlesAfter('Cork', body)).toEqual(cities);
  });

  const labels: readonly (readonly [string, string])[] = [
    [
      'beside text for screen readers',
      '<span class="date"><span class="visually-hidden">Posted</span>Sponsored</span>',
    ],
    ['with its advertiser', '<span class="kicker">Contenido patrocinado · Banco Levante</span>'],
    ['in Japanese', '<span class="c-label c-label--pr">PR</span>'],
  ];
  it.each(labels)('excludes cards with an ad label %s', (_, label) => {
    const body = `<ul>${cities.map((one, at) => card(one, at, one === 'Delft' ? label : '')).join('')}</ul>`;
    expect(titlesAfter('Cork', body)).toEqual(cities.filter((one) => one !== 'Delft'));
  });

  it('keeps a record with the code of a state', () => {
    const body = `<ul>${cities.map((one, at) => card(one, at, `<i class="state">${at === 2 ? 'PR' : 'OH'}</i>`)).join('')}</ul>`;
    expect(titlesAfter('Cork', body)).toEqual(cities);
  });

  it('is one list if its articles are in columns of different sizes', () => {
    const article = (city: string, at: number) =>
      `<article class="c"><header><a href="/news">${city} news</a><h2><a href="/${city}">${city} elects its mayor</a></h2></header>${at % 2 ? `<p>${at + 3} parties take part in the vote</p>` : ''}<div><span>Ana Ruiz</span></div></article>`;
    const column = (from: number, to: number) =>
      `<div>${cities
        .slice(from, to)
        .map((one, at) => article(one, from + at))
        .join('')}</div>`;
    const body = `<main><section>${column(0, 1)}${column(1, 3)}</section><section><h3>Newsletter</h3><p>Every day</p></section>
      <section>${column(3, 5)}${column(5, 7)}</section></main>`;
    expect(titlesAfter('Delft elects its mayor', body)).toEqual(cities.map((one) => `${one} elects its mayor`));
  });

  it('reads the same values from records in different states', () => {
    const states = [
      'topic_read',
      'topic_read',
      'topic_read',
      'sticky_read',
      'topic_read',
      'sticky_locked',
      'topic_read',
    ];
    const row = (city: string, at: number) =>
      `<li class="row bg${at % 2}"><dl class="row-item ${states[at]}"><dt><a class="topictitle" href="/t/${at}">Rides around ${city}</a></dt><dd class="views">${at * 310 + 97}</dd></dl></li>`;
    const body = `<ul class="topics">${cities.map(row).join('')}</ul>`;
    expect(titlesAfter('Rides around Evora', body)).toEqual(cities.map((one) => `Rides around ${one}`));
  });
});
