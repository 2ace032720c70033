import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { Evidence } from '../../../core/page/extraction/rules/page/evidence';
import { findElement, findElements, textOf } from '../../../core/page/extraction/rules/page/text-of';
import { SourceReader } from '../../../core/page/recipes/source-reader';
import { buildTable } from '../../../core/page/records/build-table';
import { suggestFields } from '../../../core/page/records/suggest-fields';

const lamps = ['Arc', 'Bow', 'Cone', 'Dome', 'Ember', 'Flare'];
const brands = ['Lumo', 'Lumo', 'Brightly', 'Brightly', 'Nordlys', 'Nordlys'];

/** Builds a table by clicking `text` in a list of the given items. */
function tableOf(items: readonly string[], text: string) {
  const document = parseDocument(`<html><body><main><h1>Lamps</h1><div>${items.join('')}</div></main></body></html>`);
  const pick = findElement(document, (one) => textOf(one) === text);
  const request = { picks: pick ? [pick] : [], without: [], level: 0, single: false, name: 'list' };
  const { fields, result } = buildTable({ document, address: 'https://shop.example/' }, request);
  return { names: fields.map(({ field }) => field.name), rows: result?.rows ?? [] };
}

describe('the title of a record', () => {
  it('is a name beside its brand in an element with a title class', () => {
    const items = lamps.map(
      (lamp, at) => `<div class="product"><a href="/${lamp}"><div class="product__title">
        <span class="title__manufacturer">${brands[at]}</span><span class="title__name">${lamp} ${at * 7 + 10}</span></div>
        <i class="stars">${at + 30}</i></a></div>`,
    );
    const { names, rows } = tableOf(items, 'Cone 24');
    expect(names[0]).toBe('title');
    expect(rows.map(({ title }) => title)).toEqual(lamps.map((lamp, at) => `${lamp} ${at * 7 + 10}`));
  });

  it('is a short text with a description class, if there is no other', () => {
    const items = lamps.map(
      (lamp, at) => `<div class="box"><a href="/${lamp}"><div class="description"><span>${brands[at]}</span>
        ${lamp} floor lamp</div><div class="price">€ ${at + 5}.50</div></a></div>`,
    );
    expect(tableOf(items, '€ 7.50').names).toContain('title');
  });

  it('is never a number of reviews', () => {
    const items = lamps.map(
      (lamp, at) => `<div class="box"><a href="/${lamp}"><img src="/${lamp}.png">
        <b>(${at + 20} English reviews)</b><u>€ ${at + 5}.50</u></a></div>`,
    );
    expect(tableOf(items, '€ 7.50').names).not.toContain('title');
  });

  it('is one column for cards of different layouts', () => {
    const text = (lamp: string) =>
      `<h2><a href="/${lamp}">${lamp} floor lamp</a></h2><p class="author">${lamp} Smith</p>`;
    const items = lamps.map((lamp, at) =>
      at % 2 === 0
        ? `<article class="card"><img src="/${lamp}.png"><div class="grow">${text(lamp)}</div></article>`
        : `<article class="card"><img src="/${lamp}.png"><div class="under"><div>${text(lamp)}</div></div></article>`,
    );
    const document = parseDocument(`<html><body><main>${items.join('')}</main></body></html>`);
    const records = findElements(document, ({ name }) => name === 'article', 9).map((one) => [one]);
    const { shown } = suggestFields(records, new SourceReader(new Evidence(document, 'https://a.example/', {}), []));
    expect(shown.map(({ field }) => field.name)).toEqual(['title', 'author', 'link', 'image']);
    expect(shown[0]?.nodes.map((node) => node && textOf(node))).toEqual(lamps.map((lamp) => `${lamp} floor lamp`));
  });
});
