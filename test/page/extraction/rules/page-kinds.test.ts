import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const number = { type: 'number' };
const list = { type: 'array', items: text };
const page = (title: string, content: string, lang = 'en') =>
  `<html lang="${lang}"><head><title>${title} | Slow Trades</title><meta property="og:site_name" content="Slow Trades"></head><body><main>${content}</main></body></html>`;
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

describe('an episode of a podcast', () => {
  const html = page(
    'The clockmaker',
    '<p>Episode 88</p><h1>The clockmaker</h1><p><time datetime="2024-03-19">19 March 2024</time> · 47 min · Hosted by Petra Lund</p><p>Our guest, Wendell Ash, has mended clocks in the same room for 51 years.</p>',
  );

  it('states its length, its guest and the name of the podcast', () => {
    expect(read(html, { podcast_name: text, duration: text, guest: text, season: number })).toEqual({
      podcast_name: 'Slow Trades',
      duration: '47 min',
      guest: 'Wendell Ash',
    });
  });
});

describe('an issue of a software project', () => {
  const html =
    '<html><head><title>Crash of the spool · Issue #412 · quill</title></head><body><main><h1><bdi>Crash of the spool</bdi> <span>#412</span></h1><p>quill crashes if the spool is empty. Operating system: Debian 12.</p><aside><div><h3>Assignees</h3><a href="/m">marlowe</a></div><div><h3>Weekly downloads</h3><p>18,204</p></div></aside></main></body></html>';

  it('has a title without its number', () => {
    expect(read(html, { title: text, issue_number: number })).toEqual({
      title: 'Crash of the spool',
      issue_number: 412,
    });
  });

  it('has values below headings in a side column', () => {
    expect(read(html, { assignee: text, weekly_downloads: number, milestone: text })).toEqual({
      assignee: 'marlowe',
      weekly_downloads: 18_204,
    });
  });

  it('has a labelled value in a later sentence', () => {
    expect(read(html, { operating_system: text })).toEqual({ operating_system: 'Debian 12' });
  });
});

describe('the reference of a method', () => {
  const html = page(
    'Spool: flush() method',
    '<h1>Spool: flush() method</h1><p>The method writes all records.</p><section><h3>Parameters</h3><dl><dt>limit</dt><dd><p>Largest number of records.</p></dd><dt>options</dt><dd><p>An object with settings.</p></dd></dl></section><section><h3>Return value</h3><p>A Promise.</p></section><section><h3>Exceptions</h3><dl><dt>StateError</dt><dd><p>Thrown if the spool is closed.</p></dd></dl></section>',
  );

  it('states its name and its return value', () => {
    expect(read(html, { method_name: text, return_value: text })).toEqual({
      method_name: 'flush()',
      return_value: 'A Promise.',
    });
  });

  it('has parameters and exceptions in definition lists of their own', () => {
    const parameters = { type: 'array', items: objectOf({ name: text, description: text }) };
    expect(read(html, { parameters, exceptions: list })).toEqual({
      parameters: [
        { name: 'limit', description: 'Largest number of records.' },
        { name: 'options', description: 'An object with settings.' },
      ],
      exceptions: ['StateError'],
    });
  });
});

describe('a question with answers', () => {
  const answer = (name: string, votes: number, kind: string) =>
    `<div class="answer ${kind}"><div class="meta">Risposta di <a href="/utenti/${name}">${name}</a> · ${votes} voti</div><div class="post-body"><p>Usa l’aceto per una notte.</p></div></div>`;
  const html = page(
    'Come si toglie la ruggine?',
    `<h1>Come si toglie la ruggine?</h1><div>Chiesto da <a href="/utenti/ginepro">ginepro</a> il 7 gennaio 2024 · 9 voti</div><div class="post-body"><p>Ho una pialla arrugginita.</p></div>${answer('mastro_lino', 14, 'accepted')}${answer('ada_v', 3, '')}`,
    'it',
  );

  it('keeps the first answer if the question has no user in its own element', () => {
    const answers = { type: 'array', items: objectOf({ author: text, votes: number, accepted: { type: 'boolean' } }) };
    expect(read(html, { asked_by: text, answers })).toEqual({
      asked_by: 'ginepro',
      answers: [
        { author: 'mastro_lino', votes: 14, accepted: true },
        { author: 'ada_v', votes: 3, accepted: false },
      ],
    });
  });
});

describe('a description with the word for a value', () => {
  const html = page(
    'Das Moor',
    '<h1>Das Moor</h1><p>Das Projekt kostet 2,4 Millionen Euro, die Hälfte davon zahlt der Bund.</p><p>„Der Torf atmet wieder“, sagt Projektleiterin Antje Kröger vom Naturschutzamt.</p><p>Ruhezeit: 1 h</p><p>Landeigner: Hof Brake</p>',
    'de',
  );

  it.each([
    ['project_cost', 'Kosten des Projekts', '2,4 Millionen Euro'],
    ['project_leader', 'Projektleiterin', 'Antje Kröger'],
    ['owner', 'Name der Landeigner', 'Hof Brake'],
  ])('is found for %s', (name, description, value) => {
    expect(read(html, { [name]: { ...text, description } })).toEqual({ [name]: value });
  });
});
