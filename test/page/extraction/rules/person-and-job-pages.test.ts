import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const list = { type: 'array', items: text };
const markup = (item: object) => `<script type="application/ld+json">${JSON.stringify(item)}</script>`;

describe('a page about a person', () => {
  const organization = {
    '@graph': [
      { '@type': 'WebPage', name: 'Ida Holm, Partner - Holm Law', inLanguage: 'en-US' },
      { '@type': 'Organization', name: 'Holm Law' },
    ],
  };
  const page = `<html lang="en-US"><head><title>Ida Holm, Partner - Holm Law</title>${markup(organization)}</head><body>
    <div class="topbar"><a href="tel:+15035550100">Main office: (503) 555-0100</a></div>
    <main><h1>Ida Holm</h1><p class="attorney-position">Partner</p>
    <ul><li><span>Direct</span> <a href="tel:+15035550142">(503) 555-0142</a></li></ul>
    <h2>Education</h2><ul><li>J.D., cum laude, Calloway College, 2003</li><li>B.A., History, 1999</li></ul>
    <h2>Languages</h2><p>English, Yoruba, French</p></main>
    <footer><p>Holm Law, call (503) 555-0100</p></footer></body></html>`;

  it('yields the person’s values, not those of the organization', () =>
    expect(
      readByRules(page, {
        schema: objectOf({ name: text, position: text, phone: text, education: list, languages: list }),
      }).data,
    ).toEqual({
      name: 'Ida Holm',
      position: 'Partner',
      phone: '(503) 555-0142',
      education: ['J.D., cum laude, Calloway College, 2003', 'B.A., History, 1999'],
      languages: ['English', 'Yoruba', 'French'],
    }));
});

describe('a page about a job', () => {
  const job = {
    '@type': 'JobPosting',
    title: 'Machinist',
    hiringOrganization: { name: 'Nordvik' },
    jobLocation: { '@type': 'Place', address: { addressLocality: 'Denver' } },
  };
  const page = `<html><head><title>Machinist</title>${markup(job)}</head><body><h1>Machinist</h1><div>Denver, CO</div>
    <h3>Your days</h3><ul class="posting-requirements"><li>Oil the pumps</li><li>Paint the hull</li></ul>
    <h3>What we look for</h3><ul class="posting-requirements"><li>Calm</li><li>Care</li></ul>
    <h3>Das bieten wir dir</h3><ul><li>30 Tage Urlaub</li><li>13. Monatsgehalt</li></ul></body></html>`;

  it('yields the region of its place, and lists by their headings', () =>
    expect(
      readByRules(page, { schema: objectOf({ location: text, requirements: list, benefits: list }) }).data,
    ).toEqual({
      location: 'Denver, CO',
      requirements: ['Calm', 'Care'],
      benefits: ['30 Tage Urlaub', '13. Monatsgehalt'],
    }));
});

describe('a name', () => {
  const read = (content: string, field: string) =>
    readByRules(`<html><head><title>Harbour Night</title></head><body><h1>Harbour Night</h1>${content}</body></html>`, {
      schema: objectOf({ [field]: text }),
    }).data;

  it('ends before an address', () =>
    expect(read('<p>Promoter: Ninth Wave Ltd., 4 Friary Mews, Nottingham NG1 9ZZ</p>', 'promoter')).toEqual({
      promoter: 'Ninth Wave Ltd.',
    }));

  it('is the first line of an element with the name of the field', () =>
    expect(
      read('<a id="event-group-link" href="/g"><div><div>Map Friends</div><div>Public group</div></div></a>', 'group'),
    ).toEqual({ group: 'Map Friends' }));

  it('is read from the label that equals the field', () => {
    const event = markup({ '@type': 'Event', name: 'Harbour Night', organizer: { name: 'Map Friends' } });
    expect(read(`${event}<div><div>Hosted by</div><div>Priya M.</div></div>`, 'host')).toEqual({ host: 'Priya M.' });
  });
});

it('reads a duration with minutes after its hours', () =>
  expect(
    readByRules('<html><body><h1>Concert</h1><p>La soirée dure environ 1 h 50, entracte compris.</p></body></html>', {
      schema: objectOf({ duration: text }),
    }).data,
  ).toEqual({ duration: '1 h 50' }));
