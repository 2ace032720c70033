import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const currencyOf = (price: string, script: string) =>
  readByRules(
    `<html lang="en"><head><title>Kettle Alto</title></head><body><main><h1>Kettle Alto</h1>${price}<button>Add to cart</button></main>${script}</body></html>`,
    { schema: objectOf({ currency: { type: 'string' } }) },
  ).data;

describe('the currency of a price without a symbol', () => {
  it.each([
    [
      '<script id="__NEXT_DATA__" type="application/json">{"props":{"product":{"price":24.95,"currency":"EUR"}}}</script>',
      'EUR',
    ],
    ['<script>window.__STATE__={"product":{"price":{"amount":"24.95","currencyCode":"SEK"}}};</script>', 'SEK'],
    ['<script>self.__next_f.push([1,"{\\"priceCurrency\\":\\"PLN\\"}"])</script>', 'PLN'],
    ['<script>Shopify.currency = {"active":"GBP","rate":"1.0"};</script>', 'GBP'],
    ["<script>dataLayer.push({ currency: 'CHF', value: 24.95 })</script>", 'CHF'],
  ])('is read from %s', (script, currency) =>
    expect(currencyOf('<div class="price">24.95</div>', script)).toEqual({ currency }),
  );

  it('resolves an ambiguous symbol', () =>
    expect(currencyOf('<div class="price">$24.95</div>', '<script>var shop = {"currency":"CAD"}</script>')).toEqual({
      currency: 'CAD',
    }));

  it('is unknown if the scripts state several', () =>
    expect(
      currencyOf('<div class="price">24.95</div>', '<script>var a=[{"currency":"EUR"},{"currency":"USD"}]</script>'),
    ).toEqual({}));

  it('is not read on a page without a price', () =>
    expect(currencyOf('<p>A kettle.</p>', '<script>var a={"currency":"EUR"}</script>')).toEqual({}));
});
