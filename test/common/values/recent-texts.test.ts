import { describe, expect, it, vi } from 'vitest';
import { findMoney } from '../../../core/common/values/money';
import { RecentTexts } from '../../../core/common/values/recent-texts';

describe('recent texts', () => {
  it('reads a short string only once, even without a result', () => {
    const texts = new RecentTexts<string | undefined>();
    const read = vi.fn((text: string) => /\d/.exec(text)?.[0]);
    expect([texts.of('no. 1', read), texts.of('no. 1', read)]).toEqual(['1', '1']);
    expect([texts.of('none', read), texts.of('none', read)]).toEqual([undefined, undefined]);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('reads a long string each time', () => {
    const read = vi.fn((text: string) => text.length);
    const texts = new RecentTexts<number>();
    const long = 'x'.repeat(301);
    expect([texts.of(long, read), texts.of(long, read)]).toEqual([301, 301]);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('reads an ambiguous amount with the decimal mark of each page', () => {
    const amountOf = (mark?: '.' | ',') => findMoney('$3.355', mark && (() => mark))[0]?.amount;
    expect([amountOf(), amountOf('.'), amountOf(','), amountOf()]).toEqual([3355, 3.355, 3355, 3355]);
  });
});
