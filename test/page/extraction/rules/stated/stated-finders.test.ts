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
