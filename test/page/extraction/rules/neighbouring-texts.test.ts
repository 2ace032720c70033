import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const page = (content: string, title = 'Rope bridges') =>
  `<html lang="en"><head><title>${title}</title></head><body><main><h1>Rope bridges</h1><p>A short report about the three rope bridges above the gorge and those who look after them.</p>${content}</main></body></html>`;
const read = (content: string, schema: Readonly<Record<string, unknown>>, title?: string) =>
  readByRules(page(content, title), { schema: objectOf(schema) }).data;

describe('a value beside other texts', () => {
  it('omits the direction from the title of the next page', () => {
    const content =
      '<footer><nav><a class="foot-link--next" href="/knots"><div class="foot-title"><span class="foot-direction">Next</span><div>Knots</div></div></a></nav></footer>';
    expect(read(content, { next_page: text })).toEqual({ next_page: 'Knots' });
  });

  it('omits categories from the tags', () => {
    const content =
      '<p>Filed in <a rel="tag" href="/category/tours/">Tours</a></p><p>Tags: <a rel="tag" href="/tag/gorge/">gorge</a> <a rel="tag" href="/tag/rope/">rope</a></p>';
    expect(read(content, { tags: texts })).toEqual({ tags: ['gorge', 'rope'] });
  });

  it('does not return a copyright line as a license', () => {
    const content =
      '<h2>License</h2><p>Copyright (c) 2026 The authors</p><p>This work is licensed under a <a rel="license" href="https://creativecommons.org/licenses/by/4.0/">Creative Commons Attribution 4.0 International License</a>.</p>';
    expect(read(content, { license: text })).toEqual({
      license: 'Creative Commons Attribution 4.0 International License',
    });
  });

  it('does not return a date as a version', () => {
    const content = '<p class="release-version-date">May 18, 2026</p>';
    expect(read(content, { version: text })).toEqual({});
  });

  it('reads the version beside the title', () => {
    const html =
      '<html><head><title>ropewalk · Packages</title></head><body><main><h1>ropewalk 2.7.1</h1><p>Reads and draws the plans of rope bridges.</p><h1>ropewalk</h1><p>A small library.</p></main></body></html>';
    expect(readByRules(html, { schema: objectOf({ version: text }) }).data).toEqual({ version: '2.7.1' });
  });

  it('does not read two fields from one heading', () => {
    const card = (title: string, value: string) =>
      `<div class="card"><h3><span>${title}</span></h3><p>${value}</p></div>`;
    const content = card('Address', 'Gorge Road 4') + card('Telephone', '01234 555 018') + card('Email', 'a@b.example');
    const contacts = { type: 'array', items: objectOf({ name: text, role: text }) };
    expect(read(content, { contacts })).toEqual({});
  });

  it('does not read a phone number as the town of an address', () => {
    const content = '<p>Vertretung: Dr. Henning Paulsen, Norderstraße 40, Telefon 04841 5550 90.</p>';
    expect(read(content, { address: text })).toEqual({});
  });

  it('reads a list beside an inline label by its class', () => {
    const content =
      '<div class="record"><span class="summary kind"><b>Kind: </b>Text</span><span class="summary subjects"><b>Topics covered: </b><ul><li>Ropes</li><li>Rivers</li></ul></span></div>';
    expect(read(content, { subjects: texts })).toEqual({ subjects: ['Ropes', 'Rivers'] });
  });
});

describe('a comment with replies', () => {
  it('is read without the replies inside it', () => {
    const comment = (author: string, words: string, replies = '') =>
      `<li class="comment"><div class="comment-author">${author}</div><div class="comment-content"><p>${words}</p></div>${replies}</li>`;
    const content = `<h2>3 comments</h2><ol>${comment('Ruth', 'We cycled further.')}${comment('Olli', 'Is there a map?', `<ol>${comment('Ada', 'Here it is.')}</ol>`)}</ol>`;
    const comments = { type: 'array', items: objectOf({ author: text, text }) };
    expect(read(content, { comments })).toEqual({
      comments: [
        { author: 'Ruth', text: 'We cycled further.' },
        { author: 'Olli', text: 'Is there a map?' },
        { author: 'Ada', text: 'Here it is.' },
      ],
    });
  });
});

describe('the title of a page below the name of the site', () => {
  it('is the heading with which the full title starts', () => {
    const html =
      "<html><head><title>Boiler loses pressure - Heating - The Fixer's Bench</title></head><body><div><h1>The Fixer's Bench</h1><p>Repairs and advice</p></div><div><h2>Boiler loses pressure</h2><p>It drops every night and I do not know why.</p></div></body></html>";
    expect(readByRules(html, { schema: objectOf({ title: text }) }).data).toEqual({ title: 'Boiler loses pressure' });
  });
});
