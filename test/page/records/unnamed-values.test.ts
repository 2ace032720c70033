import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElement } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable } from '../../../core/page/records/build-table';

const address = 'https://site.example/list';
const people = ['Ada Ames', 'Ben Burke', 'Cyd Cole', 'Dee Dunn'];
const towns = ['Leeds', 'York', 'Hull', 'Bath'];
/** Returns the names of the columns of a list. `value` is the markup below each title. */
function namesOf(value: (at: number) => string): readonly string[] {
  const cards = people.map(
    (name, at) =>
      `<div class="card"><h3><a href="/p/${at}"${at === 1 ? ' data-p' : ''}>Story of ${name}</a></h3>${value(at)}</div>`,
  );
  const document = parseDocument(`<main>${cards.join('')}</main>`);
  const clicked = findElement(document, ({ attribs }) => attribs['data-p'] !== undefined)!;
  const request = { clicked, picks: [], without: [], level: 0, single: false, name: 'list' };
  return buildTable({ document, address }, request).fields.map(({ field }) => field.name);
}

describe('values without a label are named after', () => {
  it.each([
    ['the icon before them', 'location', (at: number) => `<p><i class="fa fa-map-marker"></i> ${towns[at]}</p>`],
    ['an icon from a sprite', 'bedrooms', (at: number) => `<svg><use href="#icon-bed"></use></svg><p>${at + 2}</p>`],
    ['the column header in an attribute', 'depot', (at: number) => `<p data-title="Depot">${towns[at]}</p>`],
    ['a class with a hash', 'depot', (at: number) => `<p class="depot_x3Fz1b">${towns[at]}</p>`],
    ['a tooltip', 'replies', (at: number) => `<a href="/r/${at}" title="Replies">${at + 13}</a>`],
    ['a preposition', 'author', (at: number) => `<p>by ${people[at]}</p>`],
    ['their form', 'location', (at: number) => `<p>${towns[at]}, TX</p>`],
    ['their type if nothing else is known', 'text', (at: number) => `<p>${towns[at]}</p>`],
  ])('%s', (_, name, value) => {
    expect(namesOf(value)).toContain(name);
  });

  it.each([
    ['its class', 'remark', ' class="remark"'],
    ['its position', 'note', ''],
  ])('a further row of their record: %s', (_, name, mark) => {
    const rows = towns.map(
      (town, at) =>
        `<tr><td${at === 1 ? ' data-p' : ''}>${town}</td><td>£${at + 4}.20</td></tr><tr${mark}><td colspan="2">Valid for ${at + 2} hours</td></tr>`,
    );
    const document = parseDocument(`<table><tr><th>To</th><th>Fare</th></tr>${rows.join('')}</table>`);
    const clicked = findElement(document, ({ attribs }) => attribs['data-p'] !== undefined)!;
    const request = { clicked, picks: [], without: [], level: 0, single: false, name: 'list' };
    const { fields } = buildTable({ document, address }, request);
    expect(fields.map(({ field }) => field.name)).toEqual(['To', 'Fare', name]);
  });
});
