import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const number = { type: 'number' };
const day = { type: 'string', format: 'date' };
const page = (lang: string, title: string, content: string) =>
  `<html lang="${lang}"><head><title>${title}</title></head><body><main><h1>${title}</h1>${content}</main></body></html>`;
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

describe('an article about a person', () => {
  const html = page(
    'en',
    'The bell founder of Wold',
    '<p>Edith Hallam, who has died aged 92, cast more than 300 bells.</p><p>She was born in Thirlby on 4 March 1931 and married Stanley Hallam in 1955.</p><p>Her largest bell, Great Maud, weighs 4.2 tonnes.</p>',
  );

  it('states age, birth, spouse and the weight of a thing', () => {
    expect(
      read(html, { age: number, birth_date: day, birth_place: text, spouse: text, largest_bell_weight: text }),
    ).toEqual({
      age: 92,
      birth_date: '1931-03-04',
      birth_place: 'Thirlby',
      spouse: 'Stanley Hallam',
      largest_bell_weight: '4.2 tonnes',
    });
  });

  it('states no other facts', () => {
    expect(read(html, { year_built: number, funeral_director: text, smallest_bell_weight: text })).toEqual({});
  });
});

describe('a number after a preposition', () => {
  it.each([
    ['nl', 'Op 28 oktober is er geen les.'],
    ['pt', 'A entrada é gratuita até aos 10 anos.'],
  ])('in %s is not an age', (lang, sentence) => {
    expect(read(page(lang, 'Cursus', `<p>${sentence}</p>`), { age: number })).toEqual({});
  });
});

describe('an article about a building', () => {
  it.each([
    [
      'pt',
      'O farol, construído em 1908, volta a funcionar. A torre tem 31 metros.',
      'altura da torre',
      1908,
      '31 metros',
    ],
    ['de', 'Der Turm wurde 1908 erbaut. Der Turm misst 31 m.', 'Höhe des Turms', 1908, '31 m'],
  ])('in %s states its year and its height', (lang, sentences, description, year, height) => {
    const html = page(
      lang,
      'Farol',
      sentences
        .split('. ')
        .map((one) => `<p>${one.replace(/\.$/, '')}.</p>`)
        .join(''),
    );
    expect(read(html, { year_built: number, tower_height: { ...text, description } })).toEqual({
      year_built: year,
      tower_height: height,
    });
  });

  it('states a president with the office between role and name', () => {
    const html = page('pt', 'Farol', '<p>“É um dia feliz”, diz o presidente da junta, Amadeu Roque.</p>');
    expect(read(html, { president: text })).toEqual({ president: 'Amadeu Roque' });
  });

  it('states the days of its publication and its last change', () => {
    const html = page(
      'pt',
      'Farol',
      '<p>Publicado a 6 de outubro de 2022, às 09:15 · Atualizado a 7 de outubro de 2022</p>',
    );
    expect(read(html, { published: day, updated: day })).toEqual({ published: '2022-10-06', updated: '2022-10-07' });
  });
});

describe('a changelog', () => {
  const html = page(
    'en',
    'Changelog',
    '<h2>[4.2.0] - 2024-02-19</h2><ul><li>New flag</li></ul><h2>[4.1.1] - 2024-01-08</h2><ul><li>Fewer crashes</li></ul>',
  );

  it('states its latest version and the day of its release', () => {
    expect(read(html, { latest_version: text, latest_release_date: day })).toEqual({
      latest_version: '4.2.0',
      latest_release_date: '2024-02-19',
    });
  });

  it('is not a heading about the changes since a version', () => {
    const other = page('en', 'Quay released', '<h2>Changes since 1.9.1</h2><p>Two faults were fixed.</p>');
    expect(read(other, { version: text })).toEqual({});
  });
});

describe('the reference of an API', () => {
  const html = page(
    'en',
    'Send a message',
    '<div><span>POST</span> <code>/v1/messages</code></div><p>Requests are limited to 600 per minute.</p><p>Requires the scope <code>messages:write</code>.</p>',
  );

  it('states path, scope and rate limit', () => {
    expect(read(html, { path: text, required_scope: text, rate_limit: text, default_scope: text })).toEqual({
      path: '/v1/messages',
      required_scope: 'messages:write',
      rate_limit: '600 per minute',
    });
  });
});

describe('opening hours', () => {
  it.each([
    ['fr', 'Du lundi au vendredi de 8h à 19h'],
    ['de', 'Montag bis Freitag 8–18 Uhr'],
  ])('in %s may have no label', (lang, line) => {
    const html = page(lang, 'Kontakt', `<p>Tel.: 03 55 01 77 20<br>${line}<br>info@example.org</p>`);
    expect(read(html, { opening_hours: text, phone: text })).toEqual({ opening_hours: line, phone: '03 55 01 77 20' });
  });

  it('are not the time of an event', () => {
    const html = page('en', 'Concert', '<p>Friday 3 May 2024, 19:00 to 21:00</p>');
    expect(read(html, { opening_hours: text })).toEqual({});
  });
});
