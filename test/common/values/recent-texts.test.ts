import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { findMoney } from '../../../core/common/values/money';
import { RecentTexts } from '../../../core/common/values/recent-texts';
import { priceIn } from '../../../core/page/extraction/rules/values/price-in';

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

  it('keeps parts of pages in memory, but not the pages', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const usedMb = () => {
      collect();
      return process.memoryUsage().heapUsed / 2 ** 20;
    };
    const before = usedMb();
    for (let at = 0; at < 500; at++) {
      const page = Buffer.alloc(200_000, `page ${at} `).toString('latin1');
      const part = `${page}The price of item ${at} is $${at}.99 today`.slice(page.length);
      expect([findMoney(part).length, priceIn(part)?.money.amount]).toEqual([1, at + 0.99]);
    }
    expect(usedMb() - before).toBeLessThan(30);
  });

  it('reads an ambiguous amount with the decimal mark of each page', () => {
    const amountOf = (mark?: '.' | ',') => findMoney('$3.355', mark && (() => mark))[0]?.amount;
    expect([amountOf(), amountOf('.'), amountOf(','), amountOf()]).toEqual([3355, 3.355, 3355, 3355]);
  });
});
