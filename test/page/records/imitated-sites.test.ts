import { describe, expect, it } from 'vitest';
import { heldOut } from './imitated/held-out';
import { measure } from './imitated/measure';
import { reportOf, totalsOf } from './imitated/report';
import { imitatedSites } from './imitated/sites';

const known = imitatedSites.map(measure);
const others = heldOut.map(measure);

describe('one click on an imitated site', () => {
  it('finds exactly the records on nearly all pages', () => {
    expect(known).toHaveLength(40);
    expect(totalsOf(known).exact).toBeGreaterThanOrEqual(39);
    expect(totalsOf(others).exact).toBeGreaterThanOrEqual(7);
  });

  it('finds nine of ten wanted fields, most with a natural name', () => {
    for (const totals of [totalsOf(known), totalsOf(others)])
      expect(totals.found / totals.wanted).toBeGreaterThanOrEqual(0.9);
    expect(totalsOf(known).named / totalsOf(known).found).toBeGreaterThanOrEqual(0.8);
  });

  it('puts the title first and shows at most one useless column', () => {
    const totals = totalsOf(known);
    expect(totals.titleFirst).toBeGreaterThanOrEqual(totals.withoutHeaders - 1);
    expect(totals.fewJunk).toBeGreaterThanOrEqual(36);
    expect(Math.max(...[...known, ...others].map(({ table }) => table.fields.length))).toBeLessThanOrEqual(8);
  });

  it('finds the control to the next page, if any', () => {
    expect(totalsOf(known).nextRight).toBeGreaterThanOrEqual(39);
    expect(totalsOf(others).nextRight).toBeGreaterThanOrEqual(7);
  });

  it('has the results that the docs state', async () => {
    await expect(reportOf(known, others)).toMatchFileSnapshot('../../../docs/benchmarks/imitated-sites.md');
  });
});
