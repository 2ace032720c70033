import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const text = { type: 'string' };
const read = (content: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(`<html><head><title>The Gull – Holm Harbour</title></head><body><main>${content}</main></body></html>`, {
    schema: objectOf({ ...properties, phone: text }),
  }).data;

describe('the name beside a role', () => {
  it.each([
    ['chef', '<p>In the kitchen stands our chef Ada Holm, who grew up on the pier.</p>'],
    ['chef', '<p>Ai fornelli c’è la nostra cuoca Ada Holm, da sempre.</p>'],
    ['chef', '<p>Ada Holm, unser Küchenchef, kocht seit Jahren.</p>'],
    ['managing_director', '<p>Heute führt Ada Holm den Betrieb in dritter Generation.</p>'],
    ['manager', '<p>The hotel is run by Ada Holm and her family.</p>'],
    ['teacher', '<h2>About your teacher</h2><p>Ada Holm has thrown pots for thirty years.</p>'],
    ['regatta_secretary', '<p>Write to our Regatta Secretary, Ada Holm, before Easter.</p>'],
    ['supervisor', '<p>You will report to our Art Director, Ada Holm, every week.</p>'],
    ['director', '<p>Directora del museo: Ada Holm</p>'],
    ['founder', '<p>Créé en 1994 par le docteur Ada Holm, le cabinet compte trois praticiens.</p>'],
    ['instructor', '<p>Unter Anleitung von Ada Holm lernen Sie zu mähen.</p>'],
    ['contact_person', '<p>Anmeldung bis 6. Juni bei Ada Holm, Tel. 07622 55 01 33.</p>'],
    ['contact_person', '<p>Ada Holm, enhetschef, 0152-55 01 20</p>'],
    ['director', '<p>El museo abrió en 2001. Su directora es Ada Holm. La colección crece.</p>'],
    ['contact_person', '<p>Fragen beantwortet Ihnen gern Ada Holm aus der Verwaltung.</p>'],
    ['contact_person', '<p>For access, please contact Ada Holm in the box office.</p>'],
  ])('is read as %s from %s', (field, content) => {
    const heading = /^<h/.test(content) ? '' : '<h1>The Gull</h1>';
    expect(read(heading + content, { [field]: text })).toMatchObject({ [field]: 'Ada Holm' });
  });

  it('is read as a list of names', () =>
    expect(
      read('<h1>The Gull</h1><p>Our founders, Ada Holm and Ben Lark, met on a ferry.</p>', {
        founders: { type: 'array', items: text },
      }),
    ).toMatchObject({ founders: ['Ada Holm', 'Ben Lark'] }));

  it.each([
    ['director', '<p>Our Art Director, Ada Holm, draws the posters.</p>'],
    ['contact_person', '<p>Please contact Customer Service for a refund.</p>'],
    ['founders', '<p>Jane Roe, Director of Marketing, Acme Foods</p>'],
    ['manager', '<p>HR Manager Job Description</p>'],
    ['supervisor', '<p>You report to the Resilience Manager.</p>'],
  ])('is not read as %s from %s', (field, content) =>
    expect(read(`<h1>The Gull</h1>${content}`, { [field]: text })).not.toHaveProperty(field),
  );
});
