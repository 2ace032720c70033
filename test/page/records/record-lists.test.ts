import type { Document } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElement } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable } from '../../../core/page/records/build-table';
import { knownSites } from './known-sites';

const address = 'https://site.example/list';
const request = { without: [], level: 0, single: false, name: 'list', picks: [] };
/** Builds a table by clicking the element marked `data-p`. */
const tableOf = (html: string) => {
  const document: Document = parseDocument(`<html lang="en"><body>${html}</body></html>`);
  const clicked = findElement(document, ({ attribs }) => attribs['data-p'] !== undefined)!;
  return buildTable({ document, address }, { ...request, clicked });
};
const columnsOf = (html: string) =>
  Object.fromEntries(tableOf(html).fields.map(({ field }) => [field.name, field.type]));
const valuesOf = (html: string, name: string) => tableOf(html).result?.rows.map((row) => row[name]);
const list = <T>(items: readonly T[], make: (item: T, at: number, mark: string) => string): string =>
  items.map((item, at) => make(item, at, at === 1 ? ' data-p' : '')).join('');
const people = ['ada', 'ben', 'cyd', 'dee'];

describe('records', () => {
  it('are found on a page with only utility classes, however deep their list is', () => {
    const card = (name: string, at: number, mark: string) =>
      `<div class="flex-1 p-2"><a href="/d/${at}"><img src="/${at}.jpg"></a><div class="flex"><a href="/d/${at}">${name}</a><p class="mt-5"${mark}>€${at + 4}49</p></div></div>`;
    const wrapped = (depth: number, inner: string): string =>
      depth === 0 ? inner : `<div class="flex gap-${depth}">${wrapped(depth - 1, inner)}</div>`;
    for (const depth of [3, 9, 20]) {
      const { result, recipe } = tableOf(`<p>Desks</p>${wrapped(depth, list(people, card))}<div class="flex"></div>`);
      expect(result?.rows.map(({ price }) => price)).toEqual([449, 549, 649, 749]);
      expect(recipe?.records?.selector).toBeDefined();
    }
  });

  it.each([
    ['days', '<li class="d"><strong><time datetime="2026-02-20">Friday 20 February 2026</time></strong></li>'],
    ['letters', '<li class="letter"><span>B</span></li>'],
    ['headings', '<li><h3>Starters</h3></li>'],
  ])('are distinguished from the %s above them', (_, head) => {
    const event = (name: string, at: number, mark: string) =>
      `${at % 2 === 0 ? head : ''}<li class="e"><a href="/e/${at}"${mark}><strong>${name}</strong></a><p><a href="/v/${at}">Hall ${at}</a>, <span class="city">City ${at}</span></p></li>`;
    expect(valuesOf(`<ul>${list(people, event)}</ul>`, 'title')).toEqual(people);
  });

  describe('records in several parts of the page', () => {
    const item = (name: string, at: number, mark: string) =>
      `<article class="item"><h2><a href="/${name}"${mark}>${name}</a></h2><p class="teaser">Text ${at} of ${name}</p></article>`;
    const parts = (between: string) =>
      `<main><div class="featured">${list(people.slice(0, 3), item)}</div>${between}<section>${list(['eve', 'fay', 'gus', 'hal'], (name, at) => item(name, at, ''))}</section></main>`;

    it('are one list when no heading separates them', () => {
      expect(tableOf(parts('<div class="banner">News by mail</div>')).records).toHaveLength(7);
    });

    it('are offered by Wider when a heading separates them', () => {
      const { records, canWiden, warnings } = tableOf(parts('<h2>You may also like</h2>'));
      expect([records.length, canWiden]).toEqual([3, true]);
      expect(warnings).toContain('4 more similar records are elsewhere on the page. To include them, click "Wider".');
    });
  });
});

describe('labels', () => {
  it('are not found in times, replies and quotations', () => {
    const post = (name: string, at: number, mark: string) =>
      `<div class="post"><dl class="profile"><dt><a class="username" href="/u/${name}"${mark}>${name}</a></dt><dd><strong>Joined:</strong> Wed Feb 0${at + 1}, 2015 6:38 pm</dd></dl><div><h3><a href="#p${at}">${at ? 'Re: ' : ''}Blinking light</a></h3><p class="author"><a href="/p/${at}">Wed Dec 2${at}, 2023 10:0${at} am</a></p><blockquote>${people[at - 1] ?? 'eve'} wrote: see page ${at}</blockquote><div class="content">Answer ${at} of ${name}.</div></div></div>`;
    const html = list(people, post);
    const columns = columnsOf(html);
    expect(Object.keys(columns).filter((name) => /wrote|^re$|\d{4}/.test(name))).toEqual([]);
    expect(columns).toMatchObject({ username: 'text', joined: 'datetime', date: 'datetime' });
    expect(valuesOf(html, 'date')?.[1]).toBe('2023-12-21T10:01:00');
  });

  it.each([
    [
      'hidden elements',
      (label: string, value: string) => `<div class="f"><div class="sr-only">${label}</div><div>${value}</div></div>`,
    ],
    [
      'labels of their own',
      (label: string, value: string) => `<p><span class="field__label">${label}</span><em>${value}</em></p>`,
    ],
    [
      'labels before bare text',
      (label: string, value: string) => `<li><span class="label">${label}</span> ${value}</li>`,
    ],
  ])('in %s name their values and are not columns', (_, field) => {
    const card = (name: string, at: number, mark: string) =>
      `<div class="row"><h3><a href="/c/${at}"${mark}>${name}</a></h3>${field('Fee', at === 1 ? 'Free' : `€${at}50`)}${field('Duration', `${at + 3} weeks`)}</div>`;
    const html = list(people, card);
    expect(Object.keys(columnsOf(html)).toSorted()).toEqual(['duration', 'fee', 'link', 'title']);
    expect(valuesOf(html, 'fee')).toEqual(['€050', 'Free', '€250', '€350']);
    expect(valuesOf(html, 'duration')).toEqual([3, 4, 5, 6]);
  });
});

describe('a column', () => {
  it('is not a date when sentences start with one', () => {
    const story = (name: string, at: number, mark: string) =>
      `<li><a href="/${name}"${mark}>${name}</a><p>March ${at + 1}, 2026 A reef grows.</p></li>`;
    expect(Object.values(columnsOf(`<ul>${list(people, story)}</ul>`))).not.toContain('date');
  });

  it.each([
    ['author', 'March 4, 2026', 'date', 'date'],
    ['price', 'March 4, 2026', 'date', 'date'],
    ['author', '€40', 'price', 'price'],
  ])('with the class %s around %s is named %s', (name, value, expected, type) => {
    const card = (one: string, at: number, mark: string) =>
      `<li><a href="/${one}"${mark}>${one}</a><p class="${name}">${value.replace(/4/, String(at + 1))}</p></li>`;
    expect(columnsOf(`<ul>${list(people, card)}</ul>`)).toMatchObject({ [expected]: type });
  });
});

describe('the suggested columns', () => {
  const card = (name: string, at: number, mark: string) =>
    `<article class="card"><a href="/p/${at}"><img src="/${at}.jpg"></a><span class="no">${at + 1}.</span><div class="by"><a href="/u/${at}">Maker ${at}</a></div><time datetime="2026-03-0${at + 1}T10:00">March ${at + 1}, 2026</time><p class="blurb">${`All about ${name}, the ${at}th of its kind. `.repeat(5)}</p><h3><a href="/p/${at}"${mark}>${name}</a></h3><span class="size">${at} cm</span><p class="price">€${at + 4}9</p><a href="/buy/${at}">Buy</a></article>`;
  const table = tableOf(`<main>${list(people, card)}</main>`);

  it('start with title and price and end with link and image', () => {
    const names = table.fields.map(({ field }) => field.name);
    expect([names.slice(0, 2), names.slice(-2)]).toEqual([
      ['title', 'price'],
      ['link', 'image'],
    ]);
    expect(names.indexOf('size')).toBeLessThan(names.indexOf('blurb'));
  });

  it('exclude additional links, counters and copies', () => {
    const more = table.more.map(({ field }) => field.name);
    expect(more).toEqual(expect.arrayContaining(['maker link']));
    expect(more.some((name) => /^(?:text|number)/.test(name))).toBe(true);
    expect(table.fields.filter(({ field }) => /^date/.test(field.type))).toHaveLength(1);
  });

  it('are at most eight, and the others can be added', () => {
    const facts = Array.from({ length: 14 }, (_, at) => at);
    const html = list(
      people,
      (name, at, mark) =>
        `<div class="r"><h3${mark}>${name}</h3>${facts.map((fact) => `<i class="fact-${'abcdefghijklmn'[fact]}x">v${at}${fact}</i>`).join('')}</div>`,
    );
    const { fields, more } = tableOf(html);
    expect([fields.length, more.length]).toEqual([8, 7]);
    const document = parseDocument(`<html><body>${html}</body></html>`);
    const picks = [findElement(document, ({ attribs }) => attribs['data-p'] !== undefined)!];
    const chosen = [...fields, more[0]!].map(({ field }) => field);
    const added = buildTable({ document, address }, { ...request, picks, fields: chosen });
    expect(added.fields.map(({ field }) => field)).toEqual(chosen);
    expect(added.more).toHaveLength(6);
    expect(added.result?.rows[0]?.[more[0]!.field.name]).toMatch(/^v0/);
  });

  it('keep the order of a table with headers', () => {
    const rows = list(
      people,
      (name, at, mark) => `<tr><td>${9 - at}</td><td>${at * 7}</td><td><a href="/${name}"${mark}>${name}</a></td></tr>`,
    );
    const html = `<table><tr><th>Rank</th><th>Points</th><th>Name</th></tr>${rows}</table>`;
    expect(Object.keys(columnsOf(html))).toEqual(['Rank', 'Points', 'Name', 'link']);
  });

  it('start with the text of the main link without a title', () => {
    const home = (name: string, at: number, mark: string) =>
      `<li title="1${at}50 Oxford Ave"><span class="price">€48${at},000</span><b class="beds">${at} beds</b><a class="addr" href="/h/${at}"${mark}>1${at}50 Oxford Ave, ${name}</a></li>`;
    expect(Object.keys(columnsOf(`<ul>${list(people, home)}</ul>`))).toEqual(['address', 'price', 'beds', 'link']);
  });
});

describe.each(knownSites)('one click on $name', ({ html, records, columns, next }) => {
  it('finds its records, the expected columns in order, and the next page', () => {
    const table = tableOf(html);
    expect(table.result?.rows).toHaveLength(records);
    const found = table.fields.map(({ field }) => field.name);
    expect(found.filter((name) => columns.includes(name))).toEqual(columns);
    expect(found.length).toBeLessThanOrEqual(8);
    expect(table.next?.label).toBe(next);
  });
});
