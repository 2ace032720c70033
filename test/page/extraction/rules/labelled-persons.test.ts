import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const page = (content: string, title = 'Rope bridges') =>
  `<html lang="en"><head><title>${title}</title></head><body><main><h1>Rope bridges</h1><p>A short report about the three rope bridges above the gorge and those who look after them.</p>${content}</main></body></html>`;
const read = (content: string, schema: Readonly<Record<string, unknown>>, title?: string) =>
  readByRules(page(content, title), { schema: objectOf(schema) }).data;

describe('a person beside a role', () => {
  it('is named below the role in a card', () => {
    const card = (role: string, name: string) =>
      `<div class="card"><span>${role}</span><h3><a href="#">${name}</a></h3></div>`;
    const content = `<section><h2>People</h2>${card('Host', 'Ada Holm')}${card('Guest', 'Ben Lark')}${card('Guest', 'Cleo Marsh')}</section>`;
    expect(read(content, { host: text, guests: texts })).toEqual({
      host: 'Ada Holm',
      guests: ['Ben Lark', 'Cleo Marsh'],
    });
  });

  it('designed the thing, unlike its brand', () => {
    const content =
      '<p>The lamp was designed in 2022 by Solène Maillard.</p><dl><dt>Brand</dt><dd>Orme &amp; Fils</dd></dl>';
    expect(read(content, { designer: text, brand: text })).toEqual({
      designer: 'Solène Maillard',
      brand: 'Orme & Fils',
    });
  });
});

describe('a labelled value', () => {
  it('states the language of a course, unlike the language of the page', () => {
    const content =
      '<aside><dl><dt>Undervisningsspråk</dt><dd>Engelska</dd><dt>Högskolepoäng</dt><dd>7,5 hp</dd><dt>Behörighet</dt><dd><ul><li>Geologi 30 hp</li><li>Kemi 15 hp</li></ul></dd></dl></aside>';
    const schema = { language: text, credits: { type: 'number' }, prerequisites: texts };
    expect(read(content, schema)).toEqual({
      language: 'Engelska',
      credits: 7.5,
      prerequisites: ['Geologi 30 hp', 'Kemi 15 hp'],
    });
  });

  it('belongs to a department', () => {
    const content = '<p>市民課<br>電話番号:0555-00-4218<br>ファクス番号:0555-00-4219</p>';
    expect(read(content, { department_phone: text, department_fax: text })).toEqual({
      department_phone: '0555-00-4218',
      department_fax: '0555-00-4219',
    });
  });
});

describe('an author in a list', () => {
  it('reads the names of authors without their employers', () => {
    const author = (name: string, employer: string) =>
      `<li><span class="name">${name}</span><span class="affiliation">${employer}</span></li>`;
    const content = `<h2>Authors</h2><ul class="authors">${author('Ada Holm', 'Fjord University')}${author('Ben Lark', 'Gorge Institute')}</ul>`;
    expect(read(content, { authors: texts })).toEqual({ authors: ['Ada Holm', 'Ben Lark'] });
  });
});
