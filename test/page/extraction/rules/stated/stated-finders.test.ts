import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const text = { type: 'string' };
const number = { type: 'number' };
const list = { type: 'array', items: text };
const read = (content: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(
    `<html><head><title>The Gull</title></head><body><main><h1>The Gull</h1>${content}</main></body></html>`,
    {
      schema: objectOf(properties),
    },
  ).data;

describe('facts about a business', () => {
  it.each([
    ['headquarters', text, '<p>We are headquartered in Leeds and like it.</p>', 'Leeds'],
    ['closed_days', list, '<h3>Orari</h3><p>Chiuso lunedì e martedì</p>', ['lunedì', 'martedì']],
    [
      'opening_hours',
      text,
      '<p><strong>Werkstattzeiten</strong><br>Mo–Do 7:00–16:30 Uhr<br>Fr 7:00–13:00 Uhr</p>',
      'Mo–Do 7:00–16:30 Uhr, Fr 7:00–13:00 Uhr',
    ],
    ['tasting_menu_price', number, '<p>Il menù degustazione costa 38 euro a persona.</p>', 38],
    ['closed_days', list, '<p>Eat here. We are closed Mondays and Tuesdays.</p>', ['Mondays', 'Tuesdays']],
    ['reduced_price', number, '<p>Bilety: 25 zł (ulgowe 15 zł)</p>', 15],
    ['languages', list, '<p>Si parla italiano, inglese e tedesco.</p>', ['italiano', 'inglese', 'tedesco']],
    ['services', list, '<h2>Nos soins</h2><ul><li>Implants</li><li>Couronnes</li></ul>', ['Implants', 'Couronnes']],
    ['nearest_stop', text, '<p>Arrêt de bus : Gare routière. Un parking est à deux pas.</p>', 'Gare routière'],
    [
      'address',
      text,
      '<p>Via della Rocca, 27<br>61034 Fossombrone (PU)</p>',
      'Via della Rocca, 27, 61034 Fossombrone (PU)',
    ],
    [
      'address',
      text,
      '<p>The Boathouse, Weir Lane, Lancaster LA2 6ZZ. Mind the gate.</p>',
      'The Boathouse, Weir Lane, Lancaster LA2 6ZZ',
    ],
    ['day_ticket_price', number, '<div><h4>Bilhete diário</h4><p>32 €</p></div>', 32],
    [
      'sectors',
      list,
      '<h2>Sectores que exponen</h2><ul><li>Molinos</li><li>Envasado</li></ul>',
      ['Molinos', 'Envasado'],
    ],
    [
      'store_manager',
      text,
      '<dl><dt>Butikschef</dt><dd>Ada Holm</dd><dt>Telefon</dt><dd>021-555 01 70</dd></dl>',
      'Ada Holm',
    ],
  ])('%s', (field, type, content, expected) =>
    expect(read(content, { [field]: type, phone: text })).toMatchObject({ [field]: expected }),
  );
});

it('reads figures above their labels', () =>
  expect(
    read(
      '<div><div><div>2019</div><div>Founded</div></div><div><div>64</div><div>People</div></div><div><div>$27.5M</div><div>Raised</div></div></div>',
      { founded_year: number, employee_count: number, total_funding: text },
    ),
  ).toEqual({ founded_year: 2019, employee_count: 64, total_funding: '$27.5M' }));

it('reads rows of a person and another fact', () => {
  const role = { type: 'array', items: objectOf({ name: text, instrument: text }) };
  const work = { type: 'array', items: objectOf({ composer: text, title: text }) };
  expect(
    read(
      '<h2>Program</h2><div class="work"><strong>Ada Holm</strong> <span>Trio in D</span></div><div class="work"><strong>Ben Lark</strong> <span>Nocturne</span></div><h2>Cast</h2><div class="role">Eva Roe, violin</div><div class="role">Jon Poe, viola</div>',
      { works: work, musicians: role },
    ),
  ).toEqual({
    works: [
      { composer: 'Ada Holm', title: 'Trio in D' },
      { composer: 'Ben Lark', title: 'Nocturne' },
    ],
    musicians: [
      { name: 'Eva Roe', instrument: 'violin' },
      { name: 'Jon Poe', instrument: 'viola' },
    ],
  });
});

it('lists the headings of cards as names', () =>
  expect(
    read(
      '<h2>Keynote speakers</h2><div><h3>Amina Yusuf</h3><p>University of Leith</p></div><div><h3>Tom Barrow</h3><p>Quillworks</p></div>',
      { keynote_speakers: list },
    ),
  ).toEqual({ keynote_speakers: ['Amina Yusuf', 'Tom Barrow'] }));

it('reads no menu as a list', () =>
  expect(
    read('<h2>Services</h2><ul><li>Contact us</li><li>About us</li><li>Repair</li></ul>', { services: list }),
  ).toEqual({}));
