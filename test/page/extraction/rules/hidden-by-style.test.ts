import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const shop = (attributes: string) => `<html><head><title>Deck chair</title><style>
  .is-closed{display:none} .shop .variant.sold-as-set{display:none} .shop [data-stock="0"]{visibility:hidden}
</style></head><body><main class="shop"><article><h1>Deck chair</h1>
<p>A chair of ash wood that folds flat and weighs four kilograms.</p>
<div class="variant" hidden><span class="price">$99.00</span></div>
<div ${attributes}><span class="price">$89.00</span></div>
<div class="variant"><span class="price">$79.00</span></div></article></main></body></html>`;

describe('values hidden by style rules', () => {
  it.each(['class="variant is-closed"', 'class="variant sold-as-set"', 'class="variant" data-stock="0"'])(
    'rank below a visible price: %s',
    (attributes) =>
      expect(readByRules(shop(attributes), { schema: objectOf({ price: { type: 'number' } }) }).data).toEqual({
        price: 79,
      }),
  );

  it('are not entries of a list with visible entries', () => {
    const html = `<html><head><style>.imperial li, li.more-info{display:none}</style></head><body><main><h1>Cake</h1>
      <h2>Ingredients</h2><ul><li>200 g flour</li><li class="more-info">7 oz of flour</li><li>3 eggs</li><li>50 g sugar</li></ul></main></body></html>`;
    const schema = objectOf({ ingredients: { type: 'array', items: { type: 'string' } } });
    expect(readByRules(html, { schema }).data).toEqual({ ingredients: ['200 g flour', '3 eggs', '50 g sugar'] });
  });
});
