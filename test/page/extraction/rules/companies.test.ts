import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const page = (content: string, site = 'Harbour Board') =>
  `<html lang="en"><head><title>${/<h1>(.*?)<\/h1>/.exec(content)?.[1]} – ${site}</title><meta property="og:site_name" content="${site}"></head><body><header><a href="/">${site}</a></header><main>${content}<p>The ferry crosses the sound every hour, and the bell rings when it leaves the pier.</p></main><footer><p>© 2026 ${site}</p></footer></body></html>`;
const read = (content: string, names: readonly string[], url?: string) =>
  readByRules(page(content), { schema: objectOf(Object.fromEntries(names.map((name) => [name, text]))), url }).data;

describe('the company of a person', () => {
  const contact = '<p><a href="mailto:ida@holm.example">ida@holm.example</a></p>';

  it('is never the owner of the site', () => {
    const profile = `<h1>Ida Holm</h1><p class="role">Photographer</p>${contact}`;
    expect(read(profile, ['name', 'jobTitle', 'company', 'email'])).toEqual({
      name: 'Ida Holm',
      jobTitle: 'Photographer',
      email: 'ida@holm.example',
    });
    expect(read(profile, ['name', 'company', 'email'])).not.toHaveProperty('company');
    const text = '<p>Ida Holm writes about tides and the harbours of the north.</p>';
    expect(read(`<h1>Ida Holm</h1>${text}${contact}`, ['company', 'email'])).not.toHaveProperty('company');
    expect(read(`<h1>Ida Holm</h1>${contact}`, ['company', 'email'], 'https://x.example/team/ida-holm')).toEqual({
      email: 'ida@holm.example',
    });
  });

  it('is the employer after the role', () =>
    expect(
      read(`<h1>Ida Holm</h1><p class="role">Photographer at Nordvik Press</p>${contact}`, ['company', 'email']),
    ).toMatchObject({ company: 'Nordvik Press' }));
});

describe('the company of a job', () => {
  const tasks = '<h2>Your tasks</h2><ul><li>Oil</li><li>Paint</li></ul><h2>Requirements</h2><ul><li>Calm</li></ul>';
  const fields = ['title', 'company', 'location', 'email'];

  it.each([
    '<h1>Machinist</h1><h2>About Nordvik Shipping</h2><p>Four ships.</p>',
    '<h1>Machinist at Nordvik Shipping</h1>',
    '<h1>Machinist</h1><a href="/companies/nordvik">Nordvik Shipping</a>',
    '<h1>Machinist</h1><p>Nordvik Shipping is looking for a machinist in the north.</p>',
    '<h1>Maschinist</h1><p>Die Nordvik Shipping sucht zum Sommer Verstärkung.</p>',
  ])('is read from %s', (content) =>
    expect(read(content + tasks, fields)).toMatchObject({ company: 'Nordvik Shipping' }),
  );

  it.each(['About us', 'About the role', 'Über uns', 'À propos de nous'])(
    'is not read from the heading %s',
    (heading) =>
      expect(read(`<h1>Machinist</h1><h2>${heading}</h2><p>Four ships.</p>${tasks}`, fields)).not.toHaveProperty(
        'company',
      ),
  );

  it.each([
    ['Aarhus, Denmark', 'Aarhus, Denmark'],
    ['Remote – Austin, TX', 'Austin, TX'],
    ['Full-time · Kiel, Deutschland', 'Kiel, Deutschland'],
  ])('has the place of work in %s', (line, location) =>
    expect(read(`<h1>Machinist</h1><p>${line}</p>${tasks}`, fields)).toMatchObject({ location }),
  );

  it('has no place of work in a list of things', () =>
    expect(read(`<h1>Machinist</h1><p>Oil, paint</p>${tasks}`, fields)).not.toHaveProperty('location'));
});

it('has no company on the page of an article', () =>
  expect(read('<h1>Storm</h1><p>By Ida Holm, 3 May 2026</p>', ['title', 'company', 'email'])).toEqual({
    title: 'Storm',
  }));

it('reads the owner of a site with contact data', () =>
  expect(read('<h1>Contact</h1><p>Tel. +45 86 12 34 56</p>', ['company', 'phone'])).toMatchObject({
    company: 'Harbour Board',
  }));
