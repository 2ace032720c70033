import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElements, textOf } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable } from '../../../core/page/records/build-table';

const address = 'https://site.example/list';
const names = ['Ada Fell', 'Ben Rosen', 'Cyd Obis', 'Dee Lai'];

/** Builds a table by clicking the second card. */
function tableOf(cards: readonly string[], clicked = names[1]) {
  const html = `<main><ul>${cards.map((card, at) => `<li class="card"><h3>${names[at]}</h3>${card}</li>`).join('')}</ul></main>`;
  const document = parseDocument(html);
  const pick = findElements(document, (element) => textOf(element) === clicked).at(-1);
  return buildTable({ document, address }, { without: [], level: 0, single: false, name: 'list', picks: [pick!] });
}

/** Returns the type and values of a column labelled by a definition list in each card. */
function column(label: string, values: readonly string[]) {
  const { fields, result } = tableOf(values.map((value) => `<dl><dt>${label}</dt><dd>${value}</dd></dl>`));
  return [fields.find(({ field }) => field.name === label)?.field.type, result?.rows.map((row) => row[label])];
}

describe('a column of codes', () => {
  it.each([
    ['Town code', ['02134', '89431', '60601', '10001']],
    ['Version', ['1.9', '1.10', '1.11', '2.0']],
    ['Build', ['2.0.1', '2.0.10', '2.1.0', '3.0.0']],
    ['Release', ['1.5', '2.5', '3.5', '4.0']],
    ['SKU', ['1200', '1210', '1350', '4000']],
    ['Article no.', ['33', '340', '3500', '36000']],
    ['Card', ['4111111111111111', '4222222222222222', '4333333333333333', '4444444444444444']],
    ['Desk', ['12 345 67', '12 345 68', '12 346 01', '12 399 99']],
    ['Branch', ['001', '002', '010', '100']],
    ['Parcel', ['482913', '482914', '519022', '519377']],
  ])('stays text: %s', (label, values) => expect(column(label, values)).toEqual(['text', values]));

  it('stays text when its link contains it', () => {
    const cards = ['2603.05485', '2603.05450', '2603.05400', '2603.05399'].map(
      (id) => `<a class="paper" href="/abs/${id}">${id}</a>`,
    );
    const { result } = tableOf(cards);
    expect(result?.rows.map(({ paper }) => paper)).toContain('2603.05450');
  });
});

describe('a column of amounts', () => {
  it.each([
    ['Rooms', ['3', '4', '2', '5'], [3, 4, 2, 5]],
    ['Since', ['1994', '2001', '1987', '2020'], [1994, 2001, 1987, 2020]],
    ['People', ['12500', '98000', '45100', '61250'], [12500, 98000, 45100, 61250]],
    ['Sold', ['1,250', '12,400', '980', '1,000,000'], [1250, 12400, 980, 1000000]],
    ['Grade', ['3.50', '2.75', '4.00', '3.25'], [3.5, 2.75, 4, 3.25]],
    ['Size', ['85 m²', '120 m²', '64 m²', '70 m²'], [85, 120, 64, 70]],
  ])('contains numbers: %s', (label, values, numbers) => expect(column(label, values)[1]).toEqual(numbers));
});

describe('a text in an attribute', () => {
  const homes = ['1250 Oxford Ave', '343 Richards Way', '6875 Pah Rah Dr', '12 Elm St'];

  it('does not replace the visible one', () => {
    const shown = tableOf(homes.map((home) => `<p class="place" title="${home}">${home}</p>`));
    expect(shown.fields.map(({ field }) => [field.name, field.type])).toEqual([
      ['title', 'text'],
      ['place', 'text'],
    ]);
    const labelled = tableOf(
      homes.map((home) => `<a href="/h" aria-label="${home}, 4 beds, 2 baths"><b>${home}</b></a>`),
    );
    expect(labelled.result?.rows.map((row) => Object.values(row))).toEqual(
      homes.map((home) => expect.arrayContaining([home])),
    );
    expect(labelled.fields.map(({ field }) => field.type)).not.toContain('number');
  });

  it('is text when it is not visible, and a number when it is a score', () => {
    const hidden = tableOf(homes.map((home) => `<i class="pin" title="${home}"></i>`));
    expect(hidden.fields.map(({ field }) => field.type)).toEqual(['text', 'text']);
    const scores = ['4.5', '3', '5', '2.5'].map((score) => `<i class="stars" title="Rated ${score} out of 5"></i>`);
    expect(tableOf(scores).result?.rows.map(({ stars }) => stars)).toEqual([4.5, 3, 5, 2.5]);
  });
});

describe('the clicked value', () => {
  const subjects = ['Logic', 'Speech', 'Memory', 'Caves'];
  const isColumn = (cards: readonly string[], clicked: string, value: string) =>
    tableOf(cards, clicked).result?.rows.some((row) => Object.values(row).includes(value));

  it('is a column without the label in its element', () => {
    const cards = subjects.map((one) => `<div class="about"><span class="term">Subject:</span> ${one}</div>`);
    expect(isColumn(cards, 'Subject: Speech', 'Speech')).toBe(true);
  });

  it('is a column when it is the same in every record', () => {
    const cards = subjects.map((one) => `<p>${one}</p><p class="state">Open</p>`);
    expect(tableOf(cards, 'Open').result?.rows.map(({ state }) => state)).toEqual(['Open', 'Open', 'Open', 'Open']);
  });

  it('is a column when few records have it', () => {
    const cards = subjects.map((one, at) => `<p>${one}</p>${at === 1 ? '<em class="note">New here</em>' : ''}`);
    expect(isColumn(cards, 'New here', 'New here')).toBe(true);
  });
});
