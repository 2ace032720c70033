import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const day = { type: 'string', format: 'date' };

describe('a range of days', () => {
  it.each([
    ['17–18 October 2026', '2026-10-17', '2026-10-18'],
    ['October 17–18, 2026', '2026-10-17', '2026-10-18'],
    ['3 May – 5 June 2026', '2026-05-03', '2026-06-05'],
    ['30 December – 2 January 2027', '2026-12-30', '2027-01-02'],
    ['December 30 – January 2, 2027', '2026-12-30', '2027-01-02'],
    ['30 December 2026 – 2 January 2027', '2026-12-30', '2027-01-02'],
    ['Dec. 30, 2026 – Jan. 2, 2027', '2026-12-30', '2027-01-02'],
    ['30. Dezember 2026 bis 2. Januar 2027', '2026-12-30', '2027-01-02'],
    ['del 30 de diciembre de 2026 al 2 de enero de 2027', '2026-12-30', '2027-01-02'],
  ])('is read from %s', (text, startDate, endDate) => {
    const schema = objectOf({ startDate: day, endDate: day });
    expect(readByRules(`<h1>Fair</h1><p>Date: ${text}</p>`, { schema }).data).toEqual({ startDate, endDate });
  });
});
