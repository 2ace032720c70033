import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const page = (body: string) => `<!doctype html><html lang="en"><body><main><h1>Lamps</h1>${body}</main></body></html>`;
const text = { type: 'string' };
const price = { type: 'number' };
const cards = Array.from(
  { length: 4000 },
  (_, at) => `<li class="lamp"><h3><a href="/lamps/${at}">Lamp ${at}</a></h3><span>$${at}.50</span></li>`,
);

/** Returns the CPU time in ms for extracting values from a page. */
function readingMs(html: string, schema: object): number {
  const started = process.cpuUsage();
  readByRules(html, { schema: { ...schema } });
  return process.cpuUsage(started).user / 1000;
}

describe('reads large pages in linear time', () => {
  it.each([
    ['signs before amounts', '$1,'.repeat(40_000)],
    ['signs after amounts', '1 € '.repeat(40_000)],
    ['elements that are never closed', '<b><i><a>'.repeat(400)],
  ])('of %s', (_, amounts) => {
    const items = { type: 'array', items: objectOf({ name: text, price }) };
    expect(readingMs(page(`<p>${amounts}</p>`), objectOf({ items }))).toBeLessThan(5000);
  });

  it('of many cards, for a value outside them', () =>
    expect(readingMs(page(`<ul>${cards.join('')}</ul>`), objectOf({ price }))).toBeLessThan(5000));

  it('of many cards beside a text, for its author', () => {
    const html = page(`<div><div class="content">A lamp.</div><div><div><ul>${cards.join('')}</ul></div></div></div>`);
    expect(readingMs(html, objectOf({ author: text }))).toBeLessThan(5000);
  });
});
