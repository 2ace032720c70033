import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const read = (content: string, field: string) =>
  readByRules(
    `<html><head><title>The Gull</title></head><body><main><h1>The Gull</h1>${content}</main></body></html>`,
    {
      schema: objectOf({ [field]: { type: 'number' }, phone: { type: 'string' } }),
    },
  ).data;

describe('the number in a sentence', () => {
  it.each([
    ['employees', '<p>Zum Team gehören 17 Mitarbeiter, darunter drei Lehrlinge.</p>', 17],
    ['employee_count', '<p>Somos un equipo de 12 y trabajamos en dos talleres.</p>', 12],
    ['members', '<p>We have about 230 members at present.</p>', 230],
    ['spots_left', '<p>Nog 2 plaatsen vrij</p>', 2],
    ['spots_left', '<p>12 spots left</p>', 12],
    ['minimum_age', '<p>Juniors must be at least 11 years old.</p>', 11],
    ['minimum_age', '<p>Teilnahme ab 16 Jahren.</p>', 16],
    ['floor_area', '<p>Här finns 1 850 kvadratmeter friluftsliv.</p>', 1850],
    ['founded', '<p>Angefangen hat alles 1958, als Jan Holm die Werkstatt gründete.</p>', 1958],
    ['minimum_age', '<p>You must be 21 or older.</p>', 21],
    ['capacity', '<p>Der Kurs ist auf 12 Teilnehmer begrenzt.</p>', 12],
    ['capacity', '<p>The taproom seats 85 people.</p>', 85],
    ['weekly_hours', '<p>Vous travaillez 39 heures par semaine.</p>', 39],
    ['vacation_days', '<p>27 vakantiedagen</p>', 27],
    ['expected_attendees', '<p>Around 350 attendees are expected.</p>', 350],
    ['year_opened', '<p>El museo abrió sus puertas en 2001.</p>', 2001],
    ['max_tickets_per_customer', '<p>A maximum of 6 tickets per customer applies.</p>', 6],
  ])('is read as %s from %s', (field, content, expected) =>
    expect(read(content, field)).toMatchObject({ [field]: expected }),
  );

  it.each([
    ['members', '<p>The network covers 47 million members.</p>'],
    ['minimum_age', '<p>For over 25 years we have sailed.</p>'],
    ['minimum_age', '<p>Minimum: Windows 10</p>'],
    ['minimum_age', '<p>You bring at least 5 years of experience.</p>'],
    [
      'founded',
      '<p>Founded in 1958, the shop moved in 1987.</p><p>In 1990 it burned.</p>'.replace(
        'Founded in 1958',
        'The founded firm of 1958',
      ),
    ],
    ['max_tickets_per_customer', '<p>A maximum of 6 tickets applies.</p>'],
    ['members', '<p>Everyone is welcome, from 8 to 80.</p>'],
  ])('is not read as %s from %s', (field, content) => expect(read(content, field)).not.toHaveProperty(field));
});
