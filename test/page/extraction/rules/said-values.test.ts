import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const page = (lang: string, ...sentences: readonly string[]) =>
  `<html lang="${lang}"><head><title>The old quay</title></head><body><main><h1>The old quay</h1>${sentences.map((sentence) => `<p>${sentence}</p>`).join('')}</main></body></html>`;
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

describe('a value in a sentence', () => {
  it.each([
    ['house_area', '', 'The house is 110 m², with floor heating downstairs.', '110 m²'],
    ['total_cost', '', 'The work has cost £6.8 million, of which £4.1 million came from the fund.', '£6.8 million'],
    ['budget', '', 'Budget is about $120 for everything.', '$120'],
    ['max_load', 'carga máxima de un carro', 'La carga máxima de un carro es de 30 kg.', '30 kg'],
    ['investment', 'Kosten der Boote', 'Die Anschaffung der Boote kostet 6,2 Millionen Euro.', '6,2 Millionen Euro'],
  ])('is read for %s', (name, description, sentence, value) => {
    const html = page('en', 'The quay has stood here for a very long time.', sentence);
    expect(read(html, { [name]: { type: 'string', description } })).toEqual({ [name]: value });
  });

  it.each([
    ['bridge_weight', 'The bridge was moved by a crane that weighs 40 tonnes, and nobody was hurt.'],
    ['boat_length', 'The boat was sold after 12 m of planks had been replaced, and its length is unknown.'],
    ['ticket_cost', 'The work has cost £6.8 million.'],
  ])('about something else is not read for %s', (name, sentence) => {
    expect(read(page('en', sentence), { [name]: text })).toEqual({});
  });

  it('is the name that something is called', () => {
    const html = page('en', 'My starter is called Bertil. He came in a jar from a baker in Aarhus.');
    expect(read(html, { starter_name: text, cat_name: text })).toEqual({ starter_name: 'Bertil' });
  });
});

describe('a role in a sentence', () => {
  it.each([
    ['en', 'contractor', 'The contractor, Salt Bridge Works, employed 58 people on the site.', 'Salt Bridge Works'],
    ['en', 'mayor', 'Maria Ferrandis, who has been mayor since 2019, puts it less grandly.', 'Maria Ferrandis'],
    ['fr', 'apprentice', 'Le chantier accueille une apprentie, Maëlle Tronchet, dix-neuf ans.', 'Maëlle Tronchet'],
  ])('in %s states the name of the %s', (lang, name, sentence, value) => {
    expect(read(page(lang, sentence), { [name]: text, architect: text })).toEqual({ [name]: value });
  });

  it('is not another role with the same last word', () => {
    const html = page('en', 'Our Art Contractor, Ada Holm, draws the posters for all the plays.');
    expect(read(html, { contractor: text })).toEqual({});
  });

  it('states several names', () => {
    const html = page('en', 'Our founders, Farida Nazari and Owen Trelawney, met on a loading bay.');
    expect(read(html, { founders: { type: 'array', items: text } })).toEqual({
      founders: ['Farida Nazari', 'Owen Trelawney'],
    });
  });
});

describe('the photographer', () => {
  it.each([
    ['The bridge last week. Photograph: Idris Pell', 'Idris Pell'],
    ['Foto: Ada van der Holm', 'Ada van der Holm'],
  ])('is named in the caption %s', (caption, photographer) => {
    const html = page('en', '').replace(
      '</h1>',
      `</h1><figure><img src="/a.jpg"><figcaption>${caption}</figcaption></figure>`,
    );
    expect(read(html, { photographer: text })).toEqual({ photographer });
  });
});

describe('the press contact', () => {
  it('is the name below its heading', () => {
    const html = page('de', 'Die Linie fährt ab Mai.').replace(
      '</main>',
      '<div><h4>Pressekontakt</h4><p>Tilo Brennecke<br>Telefon: 030 5559240</p></div></main>',
    );
    expect(read(html, { press_contact: text })).toEqual({ press_contact: 'Tilo Brennecke' });
  });
});
