import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../support/read-by-rules';

const text = { type: 'string' };
const number = { type: 'number' };
const listOf = (items: object) => ({ type: 'array', items });
const fields = (names: string) => objectOf(Object.fromEntries(names.split(' ').map((name) => [name, text])));
const page = (body: string, { title = 'River walk', site = 'Harbour Tours', lang = 'en', head = '' } = {}) =>
  `<html lang="${lang}"><head><title>${title} – ${site}</title>${head}</head><body><header><a href="/">${site}</a></header>${body}</body></html>`;
const read = (html: string, schema: Readonly<Record<string, unknown>>) => readByRules(html, { schema }).data;

describe('an author', () => {
  it.each([
    ['By <a href="/m">Mira Holm</a> ⋅ Review Editor ⋅ Updated November 18, 2025', 'Mira Holm'],
    ['By Mira Holm | Staff writer', 'Mira Holm'],
    ['Mira Holm on March 4, 2026', 'Mira Holm'],
    ['Written by Mira Holm — 4 min read', 'Mira Holm'],
  ])('is read without adjacent text: %s', (byline, author) => {
    const html = page(`<article><h1>A small engine</h1><p class="byline">${byline}</p><p>We built it.</p></article>`);
    expect(read(html, fields('headline author'))).toMatchObject({ author });
  });
});

describe('a thread without markup', () => {
  const post = (name: string, day: string, said: string) =>
    `<div class="post"><a class="username" href="/u/${name}">${name}</a><span class="date">${day}</span><div class="content">${said}</div></div>`;
  const posts = `${post('ada', 'Mar 2, 2024', 'How often does a fern want water?')}${post('ben', 'Mar 3, 2024', 'Twice a week in winter.')}${post('cyd', 'Mar 4, 2024', 'And mist the leaves.')}`;
  const crumbs = {
    marks: '<nav>Home › <a href="/f/indoor">Indoor plants</a></nav>',
    classes: '<ol class="breadcrumbs"><li><a href="/">Home</a><li><a href="/f/indoor">Indoor plants</a><li>A fern</ol>',
  };

  it.each(Object.entries(crumbs))('contains its authors and, by %s of its breadcrumbs, its forum', (_, trail) => {
    const schema = objectOf({ author: text, forum: text, posts: listOf(fields('author text')) });
    expect(read(page(`${trail}<h1>A fern</h1>${posts}`, { title: 'A fern' }), schema)).toEqual({
      author: 'ada',
      forum: 'Indoor plants',
      posts: [
        { author: 'ada', text: 'How often does a fern want water?' },
        { author: 'ben', text: 'Twice a week in winter.' },
        { author: 'cyd', text: 'And mist the leaves.' },
      ],
    });
  });
});

describe('documentation', () => {
  const body =
    '<nav><h2>Contents</h2></nav><main><h1>Quick start</h1><p>Last updated on 02/23/2025</p><h2>Install</h2><pre><code>npm install loomdb</code></pre><h3>Proxies</h3><p>None.</p><h2>Query</h2><pre>db.find(\n  1)</pre></main>';
  const html = page(body, { title: 'Quick start', site: 'Loomdb 2.4 documentation' });

  it('contains software, version and modification day', () => {
    expect(read(html, fields('title product version updated'))).toEqual({
      title: 'Quick start',
      product: 'Loomdb',
      version: '2.4',
      updated: '2025-02-23',
    });
  });

  it('contains its headings, sections and code', () => {
    const schema = objectOf({ headings: listOf(text), sections: listOf(text), code: listOf(text) });
    expect(read(html, schema)).toEqual({
      headings: ['Install', 'Proxies', 'Query'],
      sections: ['Install', 'Query'],
      code: ['npm install loomdb', 'db.find(\n  1)'],
    });
  });
});

describe('questions and answers', () => {
  const schema = objectOf({ faq: listOf(fields('question answer')) });
  it.each([
    ['headings', '<h3>Is it safe?</h3><p>Yes.</p><h3>May dogs come?</h3><p>On a lead.</p>'],
    ['terms', '<dl><dt>Is it safe?</dt><dd>Yes.</dd><dt>May dogs come?</dt><dd>On a lead.</dd></dl>'],
    [
      'summaries',
      '<details><summary>Is it safe?</summary><p>Yes.</p></details><details><summary>May dogs come?</summary><p>On a lead.</p></details>',
    ],
  ])('are records under %s', (_, list) => {
    expect(read(page(`<main><h1>River walk</h1><h2>Good to know</h2>${list}</main>`), schema)).toEqual({
      faq: [
        { question: 'Is it safe?', answer: 'Yes.' },
        { question: 'May dogs come?', answer: 'On a lead.' },
      ],
    });
  });

  it('exclude other headings', () => {
    const body = '<h2>Walk A</h2><p>Along the river.</p><h2>Walk B</h2><p>Around the lake.</p>';
    expect(read(page(`<main><h1>Walks</h1>${body}</main>`), schema)).toEqual({});
  });
});

describe('an event', () => {
  const wanted = fields('name start end venue location');
  it.each([
    [
      'a box',
      '<div class="addevent" title="Add to Calendar">Add to Calendar<span class="start">2023-01-10 10:30:00</span><span class="end">2023-01-10 11:00:00</span><span class="location">Page Library</span></div>',
    ],
    [
      'a link',
      '<a href="https://calendar.google.com/calendar/render?action=TEMPLATE&amp;dates=20230110T103000/20230110T110000&amp;location=Page+Library">Google</a>',
    ],
    [
      'an element',
      '<add-to-calendar-button start="2023-01-10 10:30" end="2023-01-10 11:00" location="Page Library"></add-to-calendar-button>',
    ],
  ])('is read from %s for adding it to a calendar', (_, box) => {
    const body = `<main><h2>Family storytime</h2><p>Bring the whole family.</p>${box}<h3>About the branch</h3><p>551 E. 4th St. Sand Springs, OK, 74063</p></main>`;
    expect(read(page(body, { title: 'Family storytime' }), wanted)).toMatchObject({
      start: expect.stringMatching(/^2023-01-10.10:30/),
      end: expect.stringMatching(/^2023-01-10.11:00/),
      venue: 'Page Library',
      location: '551 E. 4th St. Sand Springs, OK, 74063',
    });
  });
});

describe('a firm', () => {
  it('is named by the site when contact data is requested, and a service by the headline', () => {
    const html = page(
      '<main><h1>AC repair in Springfield</h1><p>We repair air conditioners.</p></main><footer><p>1951 Don St, Springfield, OR 97477</p><p>© 2026 Comfort Wind Heating</p></footer>',
      { title: 'AC repair in Springfield', head: '<meta property="og:site_name" content="Comfort Wind Heating">' },
    );
    expect(read(html, fields('company service address'))).toEqual({
      company: 'Comfort Wind Heating',
      service: 'AC repair in Springfield',
      address: '1951 Don St, Springfield, OR 97477',
    });
  });

  it('is not the employer of the jobs on its site', () => {
    const html = page('<main><h1>Nurse</h1><p>Salary: 40,000 EUR</p></main><footer>© 2026 Job Board Ltd</footer>', {
      title: 'Nurse',
      head: '<meta property="og:site_name" content="Job Board">',
    });
    expect(read(html, fields('title company salary'))).toEqual({ title: 'Nurse', salary: '40,000 EUR' });
  });
});

describe('a sentence', () => {
  const main = (sentence: string, lang?: string) =>
    page(`<main><h1>River walk</h1><p>${sentence}</p></main>`, lang ? { lang } : {});

  it.each([
    ['en', 'The walk along the river takes two hours and costs 39.90 EUR, including a drink and a map of the town.'],
    ['de', 'Der Gang am Fluss dauert zwei Stunden und kostet 39,90 €, inklusive Getränk und einer Karte der Stadt.'],
    [
      'fr',
      'La visite au bord de la rivière dure deux heures et coûte 39,90 €, boisson et carte de la ville comprises.',
    ],
    ['en', 'A taxi to the pier costs about 12 EUR and is not part of this. The walk costs 39.90 EUR, with a drink.'],
  ])('contains the price (%s): %s', (lang, sentence) => {
    expect(read(main(sentence, lang), objectOf({ price: number }))).toEqual({ price: 39.9 });
  });

  it('contains no price when it is about other amounts', () => {
    const sentence =
      'Mrs Hale inherited a house worth 300,000 EUR from an aunt and gave 5,000 EUR of it to the museum at the river.';
    expect(read(main(sentence), objectOf({ price: number }))).toEqual({});
  });

  it('contains contact data and measurements', () => {
    const sentence =
      'Call us under +49 30 5550 100 or write to info@harbour.example; we are at 12 Elm Street, Portland, OR 97201.';
    expect(read(main(sentence), fields('phone email address'))).toEqual({
      phone: '+49 30 5550 100',
      email: 'info@harbour.example',
      address: '12 Elm Street, Portland, OR 97201',
    });
    const sized = 'The bag weighs 3.5 kg, is 20 cm high and 1.2 m wide; the walk takes 2 hours and 30 minutes.';
    expect(read(main(sized), fields('weight height width duration'))).toEqual({
      weight: '3.5 kg',
      height: '20 cm',
      width: '1.2 m',
      duration: '2 hours and 30 minutes',
    });
  });

  it.each([
    ['Unser Büro: Lange Straße 12, 10115 Berlin', 'Lange Straße 12, 10115 Berlin'],
    ['Nous sommes au 12 rue de la Paix, 75002 Paris depuis 1999.', '12 rue de la Paix, 75002 Paris'],
    ['We meet at Hauptplatz 3, 8010 Graz. It lasts 3 hours.', 'Hauptplatz 3, 8010 Graz'],
    ['Das Büro: Domgasse 1, 3100 St. Pölten. Kommen Sie!', 'Domgasse 1, 3100 St. Pölten'],
    ['Visit us at 10 Downing Street, London SW1A 2AA today.', '10 Downing Street, London SW1A 2AA'],
    ['Opened on January 12, 2024 Berlin time.', undefined],
  ])('contains a postal address: %s', (sentence, address) => {
    expect(read(main(sentence), fields('address'))).toEqual(address ? { address } : {});
  });
});

describe('the day of an event', () => {
  it.each([
    ['The workshop costs €39 and takes place on 14 May 2027 at our studio.', '14 May 2027'],
    ['The fair will be held on Friday, March 5th, 2027.', 'March 5th, 2027'],
    ['Der Kurs findet am 14. Mai 2027 in Graz statt.', '14. Mai 2027'],
    ['La fête aura lieu le samedi 1er mars 2027 à Lyon.', '1er mars 2027'],
    ['The registration ends on 14 May 2027.', undefined],
  ])('has the day of its sentence: %s', (sentence, startDate) => {
    const html = page(`<main><h1>News</h1><p>${sentence}</p></main>`);
    expect(read(html, fields('startDate'))).toEqual(startDate ? { startDate } : {});
  });
});

describe('a product', () => {
  const product = (body: string, lang = 'en') => page(`<main><h1>Luma K35 800W</h1>${body}</main>`, { lang });

  it.each([
    ['nl', 'In winkelwagen'],
    ['sv', 'Lägg i varukorgen'],
    ['da', 'Læg i kurv'],
    ['nb', 'Legg i handlekurv'],
    ['fi', 'Lisää ostoskoriin'],
    ['el', 'Προσθήκη στο καλάθι'],
    ['uk', 'До кошика'],
    ['fr', 'Ajouter à mon panier'],
    ['es', 'Agregar al carro'],
    ['ja', '買い物かごに入れる'],
  ])('is in stock with a buy button in %s: %s', (lang, label) => {
    const html = product(`<p class="price">39,90 €</p><button>${label}</button>`, lang);
    expect(read(html, objectOf({ availability: text }))).toEqual({ availability: 'InStock' });
  });

  it.each(['Ver mais artigos da Marca: Luma', 'Voir tous les produits de la marque : Luma', 'Brand: Luma'])(
    'has the brand without the words before it: %s',
    (label) => {
      const html = product(`<span class="brand"><a href="/m/luma">${label}</a></span><p class="price">€109</p>`);
      expect(read(html, fields('brand'))).toEqual({ brand: 'Luma' });
    },
  );
});

describe('a list of texts', () => {
  const recipe = objectOf({ ingredients: listOf(text), instructions: listOf(text) });

  it('ends before lines of a different kind', () => {
    const html = page(
      '<article><h1>Rice</h1><h3>Zutaten</h3><p>500 g Reis<br>1 Zwiebel</p><p><strong>Zubereitung</strong></p><p>– Zwiebel würfeln und braten</p><p>– Mit Wasser aufkochen lassen</p><p>Post Views: 66</p><p>Related Items:</p></article>',
      { lang: 'de' },
    );
    expect(read(html, recipe)).toEqual({
      ingredients: ['500 g Reis', '1 Zwiebel'],
      instructions: ['Zwiebel würfeln und braten', 'Mit Wasser aufkochen lassen'],
    });
  });

  it.each(['hidden', 'style="display:none"'])('skips a hidden copy: %s', (mark) => {
    const items = (unit: string) => ['candies', 'pecans', 'butter'].map((one) => `<li>85 ${unit} ${one}</li>`).join('');
    const html = page(`<h1>Biscuits</h1><h2>Ingredients</h2><ul>${items('g')}</ul><ul ${mark}>${items('oz')}</ul>`);
    expect(read(html, recipe)).toEqual({ ingredients: ['85 g candies', '85 g pecans', '85 g butter'] });
  });
});

describe('labels in one line', () => {
  it.each(['Name: Ada Lovelace / Role: Analyst', 'Name: Ada Lovelace, Role: Analyst'])('are split: %s', (line) => {
    const schema = objectOf({ people: listOf(fields('name role')) });
    expect(read(page(`<main><h1>Profile</h1><p>${line}</p></main>`), schema)).toEqual({
      people: [{ name: 'Ada Lovelace', role: 'Analyst' }],
    });
  });
});

describe('a prompt for products', () => {
  it('does not request an article number', () => {
    const html = page('<main><h1>Iron pan</h1><p class="price">€35</p></main>', { title: 'Iron pan' });
    const { warning } = readByRules(html, { prompt: 'all products with name and price' });
    expect(warning).toContain('(title, price)');
  });
});

describe('a prompt without a schema', () => {
  const html = page(
    `<main><h1>Pottery workshop</h1><p>The workshop costs €39.90 and takes place on 14 May 2027 at our studio, Hauptplatz 3,
      8010 Graz. It lasts 3 hours. Write to studio@example.org or call +43 316 123456.</p></main>`,
  );
  const contact = { email: 'studio@example.org', phone: '+43 316 123456', address: 'Hauptplatz 3, 8010 Graz' };

  it('is answered by the same sentences as a field named date', () => {
    expect(read(html, fields('date'))).toEqual({ date: '14 May 2027' });
  });

  it.each([
    ['What does it cost, and how can I contact them?', { price: 39.9, ...contact }],
    ['When does it take place, and how much is it?', { startDate: '14 May 2027', price: 39.9 }],
    ['How long does it take?', { duration: '3 hours' }],
    ['Wann findet es statt und was kostet es?', { startDate: '14 May 2027', price: 39.9 }],
    ['Who is the contact person?', { contactPerson: null }],
    ['When was it published?', { datePublished: null }],
  ])('answers %j', (prompt, data) => {
    expect(readByRules(html, { prompt }).data).toEqual(data);
  });
});
