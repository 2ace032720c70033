import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const listOf = (properties: Readonly<Record<string, object>>) => ({ type: 'array', items: objectOf(properties) });
const read = (main: string, properties: Readonly<Record<string, object>>) =>
  readByRules(
    `<html lang="en"><head><title>Mill</title></head><body><header><nav><a href="/">Home</a><a href="/pricing">Pricing</a></nav></header><main>${main}</main><footer><p>© 2025 Mill Ltd</p></footer></body></html>`,
    { schema: objectOf(properties) },
  ).data;

describe('the list inside a record', () => {
  const plans = { plans: listOf({ name: text, price: { type: 'number' }, features: texts }) };

  it('is read from the list items of each card', () => {
    const card = (name: string, price: string, items: readonly string[]) =>
      `<div class="card"><h3>${name}</h3><p>${price}</p><ul>${items.map((one) => `<li>${one}</li>`).join('')}</ul><a href="/${name}">Start</a></div>`;
    const cards = `${card('Solo', '$9/month', ['3 mills', '1 GB'])}${card('Team', '$29/month', ['Many mills', '50 GB', 'SSO'])}`;
    expect(read(`<h1>Pricing</h1><div>${cards}</div>`, plans)).toEqual({
      plans: [
        { name: 'Solo', price: 9, features: ['3 mills', '1 GB'] },
        { name: 'Team', price: 29, features: ['Many mills', '50 GB', 'SSO'] },
      ],
    });
  });

  it('is read from lines with check marks, but not from links', () => {
    const card = (name: string, price: string, inner: string) =>
      `<section class="plan"><h2>${name}</h2><div>${price}</div>${inner}</section>`;
    const marked = (items: readonly string[]) => `<div>${items.map((one) => `<div>✓ ${one}</div>`).join('')}</div>`;
    const links = '<ul><li><a href="/a">Terms</a></li><li><a href="/b">Help</a></li></ul>';
    const both = (first: string, second: string) =>
      read(`<h1>Plans</h1><div>${card('Solo', '€12', first)}${card('Studio', '€39', second)}</div>`, plans);
    expect(both(marked(['1 user', 'Export']), marked(['5 users', 'API']))).toEqual({
      plans: [
        { name: 'Solo', price: 12, features: ['1 user', 'Export'] },
        { name: 'Studio', price: 39, features: ['5 users', 'API'] },
      ],
    });
    expect(both(links, links)).toEqual({
      plans: [
        { name: 'Solo', price: 12 },
        { name: 'Studio', price: 39 },
      ],
    });
  });
});

describe('questions and answers', () => {
  const faq = { faq: listOf({ question: text, answer: text }) };

  it('have answers of several paragraphs', () => {
    const main =
      '<h1>Questions</h1><h3>How do I return a kettle?</h3><p>Pack it.</p><p>Bring it to the post.</p><ul><li>Keep the receipt</li></ul><h3>Do you ship abroad?</h3><p>Yes.</p><p>Norway takes longer.</p>';
    expect(read(main, faq)).toEqual({
      faq: [
        {
          question: 'How do I return a kettle?',
          answer: expect.stringMatching(/^Pack it\.\s+Bring it to the post\.\s+Keep the receipt$/),
        },
        { question: 'Do you ship abroad?', answer: expect.stringMatching(/^Yes\.\s+Norway takes longer\.$/) },
      ],
    });
  });

  it('are read from details in different markup', () => {
    const main =
      '<h1>Fragen</h1><details><summary>Wie lange dauert es?</summary><p>Zwei Tage.</p></details><details><summary>Kann ich umtauschen?</summary><div>Ja, 30 Tage.</div></details><p>Noch Fragen? Schreiben Sie uns.</p>';
    expect(read(main, faq)).toEqual({
      faq: [
        { question: 'Wie lange dauert es?', answer: 'Zwei Tage.' },
        { question: 'Kann ich umtauschen?', answer: 'Ja, 30 Tage.' },
      ],
    });
  });
});

describe('releases', () => {
  const releases = { releases: listOf({ version: text, date: { type: 'string', format: 'date' }, changes: texts }) };

  it.each([
    [
      'headings with days',
      '<h2>2.4.0 – 2025-03-14</h2><h3>Added</h3><ul><li>Dark mode</li></ul><h3>Fixed</h3><ul><li>Crash on start</li></ul><h2>2.3.1 – 2025-02-02</h2><ul><li>Smaller bundle</li></ul>',
    ],
    [
      'sections with days below the version',
      '<section><h2>Loom v2.4.0</h2><p><time datetime="2025-03-14">March 14, 2025</time></p><ul><li>Dark mode</li><li>Crash on start</li></ul></section><section><h2>Loom v2.3.1</h2><p><time>February 2, 2025</time></p><ul><li>Smaller bundle</li></ul></section>',
    ],
  ])('are read from %s', (_, main) => {
    expect(read(`<h1>Changelog</h1>${main}`, releases)).toEqual({
      releases: [
        { version: '2.4.0', date: '2025-03-14', changes: ['Dark mode', 'Crash on start'] },
        { version: '2.3.1', date: '2025-02-02', changes: ['Smaller bundle'] },
      ],
    });
  });

  it('have lists by the headings inside them', () => {
    const main =
      '<h2>[1.1.0]</h2><h3>Added</h3><ul><li>Dark mode</li></ul><h3>Fixed</h3><ul><li>Crash</li></ul><h2>[1.0.0]</h2><h3>Added</h3><ul><li>All</li></ul>';
    expect(
      read(`<h1>Changelog</h1>${main}`, { releases: listOf({ version: text, added: texts, fixed: texts }) }),
    ).toEqual({
      releases: [
        { version: '1.1.0', added: ['Dark mode'], fixed: ['Crash'] },
        { version: '1.0.0', added: ['All'] },
      ],
    });
  });
});

describe('cards without headings', () => {
  it('have dishes with their descriptions', () => {
    const dish = (name: string, price: string, about: string) =>
      `<div class="dish"><div><span>${name}</span><span>${price}</span></div><p>${about}</p></div>`;
    const main = `<h1>Lunch</h1><h2>Starters</h2>${dish('Leek soup', '€6.50', 'Cream of leek with chives')}${dish('Beet tartare', '€8.00', 'Beetroot and capers')}<h2>Mains</h2>${dish('Trout', '€17.00', 'From the grill with almonds')}`;
    const dishes = { dishes: listOf({ name: text, description: text, price: { type: 'number' } }) };
    expect(read(main, dishes)).toEqual({
      dishes: [
        { name: 'Leek soup', description: 'Cream of leek with chives', price: 6.5 },
        { name: 'Beet tartare', description: 'Beetroot and capers', price: 8 },
        { name: 'Trout', description: 'From the grill with almonds', price: 17 },
      ],
    });
  });

  it('have people with their roles', () => {
    const person = (name: string, role: string) => `<div><img src="/p.jpg" alt=""><h4>${name}</h4><p>${role}</p></div>`;
    const main = `<h1>Team</h1><div>${person('Ada Holm', 'Chief miller')}${person('Bo Lind', 'Wheelwright')}${person('Cy Marsh', 'Guide')}</div>`;
    expect(read(main, { people: listOf({ name: text, role: text }) })).toEqual({
      people: [
        { name: 'Ada Holm', role: 'Chief miller' },
        { name: 'Bo Lind', role: 'Wheelwright' },
        { name: 'Cy Marsh', role: 'Guide' },
      ],
    });
  });
});
