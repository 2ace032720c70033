import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const page = (body: string, head = '') =>
  `<html lang="en"><head><title>Tide mill</title>${head}</head><body><main><h1>Tide mill</h1>${body}</main></body></html>`;
const paragraph = (text: string) => page(`<p>The mill is at the end of a long quay.</p><p>${text}</p>`);
const read = (html: string, name: string, schema: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf({ [name]: schema }) }).data;

describe('a number in a sentence', () => {
  it.each([
    ['number_of_volunteers', '', 'The trial included 89 adult volunteers from the town.', 89],
    ['number_of_awards', '', 'Sixteen different awards were given.', 16],
    ['number_of_books', 'Printed and digital books', 'We lend more than 120,000 printed and digital books.', 120_000],
    [
      'trash_retention_days',
      'Days that the trash keeps files',
      'There is also the trash, which keeps files for 30 days.',
      30,
    ],
    ['storage_hall_square_feet', '', 'Our 100,000-square-foot storage hall is dry.', 100_000],
    ['milling_since', '', 'The family has been milling flour since 1928.', 1928],
    ['amazon_price', 'Price on Amazon', 'It costs $49 in shops, $35 on eBay and it is sold on Amazon for $39.', 39],
    ['minutes_per_day', '', 'You need 15 minutes per day.', 15],
  ])('is read for %s', (name, description, sentence, value) => {
    expect(read(paragraph(sentence), name, { type: 'number', description })).toEqual({ [name]: value });
  });

  it.each([
    ['number_of_volunteers', 'Other teams counted 98 volunteers [12].'],
    ['number_of_volunteers', 'It took 3 hours to find volunteers.'],
    ['milling_since', 'The road has been closed since 1928.'],
    ['amazon_price', 'It costs $49 in shops. Amazon is a river.'],
  ])('about something else is not read for %s', (name, sentence) => {
    expect(read(paragraph(sentence), name, { type: 'number' })).toEqual({});
  });
});

describe('a text in a sentence', () => {
  it.each([
    ['license_number', 'Licence and License # 39PC000388, Van Lines Inc.', '39PC000388'],
    ['grant_number', 'The study was funded by a grant (K23AT4432) from the state.', 'K23AT4432'],
    ['best_loaf', 'The panel decided that the best loaf was “Salt rye” (Acme).', 'Salt rye'],
    ['backend_crate_name', 'The backend (the crate name is tide_core) is small.', 'tide_core'],
    ['default_backend', 'By default, it uses LLVM as backend for the code.', 'LLVM'],
    ['first_recorded', 'A word first recorded in 1820–30, from French.', '1820–30'],
    ['protection_rating', 'It withstands splashes (certified IP44).', 'IP44'],
    ['country_of_manufacture', 'Every lamp is made in Denmark by hand.', 'Denmark'],
    ['country_of_manufacture', 'Cada lámpara está hecha en España, a mano.', 'España'],
  ])('is read for %s', (name, sentence, value) => {
    expect(read(paragraph(sentence), name, { type: 'string' })).toEqual({ [name]: value });
  });

  it('is a date after the word of the name', () => {
    const html = paragraph('Received 2022 Oct 12; Accepted 2023 Jan 7; Collection date 2023 Jan.');
    expect(read(html, 'accepted_date', { type: 'string', format: 'date' })).toEqual({ accepted_date: '2023-01-07' });
  });

  it('is not a license without a number', () => {
    expect(read(paragraph('Ask for the license when you book.'), 'license_number', { type: 'string' })).toEqual({});
  });
});

describe('a flag', () => {
  it.each([
    ['outsources_work', 'We do not outsource any work to others.', false],
    ['live_music', 'A market with live music and food.', true],
    ['open_on_saturday', 'Sat: Closed', false],
  ])('%s is stated by a sentence', (name, sentence, value) => {
    expect(read(paragraph(sentence), name, { type: 'boolean' })).toEqual({ [name]: value });
  });

  it('is the answer to a question', () => {
    const html = page(
      '<h3>Are there remote rooms?</h3><p>Yes, many.</p><h3>Is a towel included?</h3><p>No, sorry.</p>',
    );
    const schema = objectOf({ remote_rooms_available: { type: 'boolean' }, towel_included: { type: 'boolean' } });
    expect(readByRules(html, { schema }).data).toEqual({ remote_rooms_available: true, towel_included: false });
  });

  it.each([
    ['Note that the towel lies on the bed.'],
    ['Nowadays you find a towel in the cupboard.'],
    ['Yesterday we washed each towel.'],
  ])('is not answered by a longer word: %s', (answer) => {
    const html = page(`<h3>Is a towel included?</h3><p>${answer}</p>`);
    expect(read(html, 'towel_included', { type: 'boolean' })).toEqual({});
  });
});

describe('a list in a sentence', () => {
  const list = { type: 'array', items: { type: 'string' } };
  it.each([
    [
      'rentals',
      'For your convenience, we offer daily, weekly, and monthly rentals of boats.',
      ['daily', 'weekly', 'monthly'],
    ],
    [
      'possible_allergens',
      'Allergen information: Packed on premises that handle gluten, soya and celery',
      ['gluten', 'soya', 'celery'],
    ],
    ['top_two_loaves', 'The loaves “Rye” and “Spelt” are the best of all.', ['Rye', 'Spelt']],
    [
      'co_authors',
      'The co-authors include Ada Holm, Ben Lark, and Cleo Marsh of Acme.',
      ['Ada Holm', 'Ben Lark', 'Cleo Marsh'],
    ],
  ])('is read for %s', (name, sentence, value) => {
    expect(read(paragraph(sentence), name, list)).toEqual({ [name]: value });
  });

  it('has the titles of numbered entries and the terms of explained entries', () => {
    const html = page(
      '<ul><li>Lesson 1: Knots</li><li>Lesson 2: Sails</li></ul><p>The compiler steps are:</p><ul><li>Parse: reads the source text</li><li>Check: finds the wrong types</li><li>Emit: writes the final code</li></ul>',
    );
    expect(read(html, 'lessons', list)).toEqual({ lessons: ['Knots', 'Sails'] });
    expect(read(html, 'compiler_steps', list)).toEqual({ compiler_steps: ['Parse', 'Check', 'Emit'] });
  });

  it('has no days of a German tour as its tags', () => {
    const tags = '<p><a rel="tag" href="/t/salt">Salt</a> <a rel="tag" href="/t/wind">Wind</a></p>';
    const html = page(`<p>Tag 1: Lune – Wyre</p><p>Tag 2: Wyre – Kent</p><p>Tag 3: Kent – Leven</p>${tags}`);
    expect(read(html, 'tags', list)).toEqual({ tags: ['Salt', 'Wind'] });
  });

  it('has the options below the heading of a setting', () => {
    const html = page('<h3>formats</h3><dl><dt>Options:</dt><dd>pdf, epub, all</dd><dt>Default:</dt><dd>pdf</dd></dl>');
    expect(read(html, 'format_options', list)).toEqual({ format_options: ['pdf', 'epub', 'all'] });
    expect(read(html, 'default_formats', { type: 'string' })).toEqual({ default_formats: 'pdf' });
  });

  it('is not a paragraph below a heading', () => {
    const text =
      'We know that our guests want many things, and we do all that we can to make their stay a good one. '.repeat(3);
    expect(read(page(`<h2>Boat periods</h2><p>${text.trim()}</p>`), 'boat_periods', list)).toEqual({});
  });
});

describe('opening hours of a day', () => {
  it('are in the row of a range that contains the day', () => {
    const html = page('<p>Monday -Tuesday 9:30 am – 8:00 pm</p><p>Friday – Saturday 9:30 am – 5:00 pm</p>');
    const text = { type: 'string' };
    expect(readByRules(html, { schema: objectOf({ saturday_hours: text, sunday_hours: text }) }).data).toEqual({
      saturday_hours: '9:30 am – 5:00 pm',
    });
  });
});

describe('a price', () => {
  const number = { type: 'number' };
  it('is below the heading that names it, or after a label such as From', () => {
    const html = page('<h2>Buy Salt</h2><div>9,75€</div><h2>Buy Salt 4-Pack</h2><p>Four.</p><div>28,99€</div>');
    expect(read(html, 'four_pack_price', number)).toEqual({ four_pack_price: 28.99 });
    expect(read(page('<p>Starting at:</p><span>$49/mo*</span>'), 'starting_monthly_price', number)).toEqual({
      starting_monthly_price: 49,
    });
  });
});

describe('the name of an institution', () => {
  it('contains the kind that the field requests', () => {
    const html = page('<h2>Lune River Library</h2><p>Welcome to the Lune River Library in town.</p>');
    expect(read(html, 'library_name', { type: 'string' })).toEqual({ library_name: 'Lune River Library' });
  });
});
