import { describe, expect, it } from 'vitest';
import { exportName } from '../../core/jobs/export-name';
import { attachment } from '../../core/server/attachment';

const job = (changes: object = {}) => ({
  kind: 'table' as const,
  url: 'https://www.shop.example/seeds/list?page=1',
  createdAt: '2026-11-20T10:00:00.000Z',
  options: {},
  ...changes,
});
const named = (name: string) => ({ options: { recipe: { name, fields: [], pages: [], version: 1 } } });

describe('the name of an exported file', () => {
  it('contains the title of the list, the host and the day', () => {
    expect(exportName(job(), 'Seeds · Larkfield Seed Library', 0)).toBe('seeds-www.shop.example-2026-11-20');
    expect(exportName(job(named('shop.example seeds')), 'Lamps | Shop', 0)).toBe('lamps-www.shop.example-2026-11-20');
  });
  it('prefers the name that the user gave the recipe', () => {
    expect(exportName(job(named('Prices, spring')), 'Seeds', 0)).toBe('prices-spring-www.shop.example-2026-11-20');
  });
  it('contains a number for a later job of the same day', () => {
    expect(exportName(job(), 'Seeds', 1)).toBe('seeds-www.shop.example-2026-11-20-2');
  });
  it('is safe on every operating system', () => {
    const title = '../..\\CON: "Küche" <b>*?| \u0007\u202e'.padEnd(500, 'x');
    expect(exportName(job(), title, 0)).toMatch(/^[\p{L}\p{M}\p{N}-]{1,60}-www\.shop\.example-2026-11-20$/u);
    expect(exportName(job(), '!!!', 0)).toBe('table-www.shop.example-2026-11-20');
  });
  it('names other kinds of jobs after the kind', () => {
    expect(exportName(job({ kind: 'crawl' }), 'Seeds', 0)).toBe('gleaner-crawl-www.shop.example-2026-11-20');
  });
  it('is sent with an ASCII version', () => {
    expect(attachment('seeds.csv')).toBe('attachment; filename="seeds.csv"');
    expect(attachment('küche-1.csv')).toBe(`attachment; filename="kuche-1.csv"; filename*=UTF-8''k%C3%BCche-1.csv`);
    expect(attachment('種-a.csv')).toBe(`attachment; filename="a.csv"; filename*=UTF-8''%E7%A8%AE-a.csv`);
  });
});
