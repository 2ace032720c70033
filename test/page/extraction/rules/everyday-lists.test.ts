import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const page = (lang: string, content: string) =>
  `<html lang="${lang}"><head><title>Old quay</title></head><body><main><h1>Old quay</h1>${content}<p>The choir sings works by Bach in the old town church with a small orchestra.</p></main></body></html>`;

it('reads only the choices of a fieldset', () =>
  expect(
    readByRules(
      page(
        'en',
        '<fieldset><legend>Color</legend><label><input type=radio> Navy</label><br><label><input type=radio> Sand</label></fieldset><button>Buy</button>',
      ),
      { schema: objectOf({ colors: { type: 'array', items: { type: 'string' } } }) },
    ).data,
  ).toEqual({ colors: ['Navy', 'Sand'] }));

it.each([
  [
    'a select box',
    '<label for=c>Color</label><select id=c><option>Choose a color</option><option>Navy</option><option>Sand</option></select><button>Buy</button>',
  ],
  [
    'chips',
    '<h3>Colors</h3><div><span class=chip>Navy</span><span class=chip>Sand</span></div><h3>Care</h3><p>Wash cold.</p>',
  ],
])('reads the entries of %s', (_, html) =>
  expect(
    readByRules(page('en', html), { schema: objectOf({ colors: { type: 'array', items: { type: 'string' } } }) }).data,
  ).toEqual({ colors: ['Navy', 'Sand'] }),
);

it('reads sizes of one letter', () =>
  expect(
    readByRules(
      page('de', '<fieldset><legend>Größe:</legend><div><label>S</label></div><div><label>M</label></div></fieldset>'),
      { schema: objectOf({ sizes: { type: 'array', items: { type: 'string' } } }) },
    ).data,
  ).toEqual({ sizes: ['S', 'M'] }));

describe('a price list', () => {
  it.each([
    '<ul><li>Coffee <span>.....</span> €2.80</li><li>Tea <span>.....</span> €2.40</li></ul>',
    '<ul><li>Coffee – €2.80</li><li>Tea – €2.40</li></ul>',
    '<div><p>Coffee … €2.80</p><p>Tea … €2.40</p></div>',
    '<ul><li>Coffee……€2.80</li><li>Tea……€2.40</li></ul>',
  ])('has names and prices in %s', (list) =>
    expect(
      readByRules(page('en', `<h2>Drinks</h2>${list}`), {
        schema: objectOf({
          drinks: { type: 'array', items: objectOf({ name: { type: 'string' }, price: { type: 'number' } }) },
        }),
      }).data,
    ).toEqual({
      drinks: [
        { name: 'Coffee', price: 2.8 },
        { name: 'Tea', price: 2.4 },
      ],
    }),
  );
});

describe('a list below a heading', () => {
  const benefits = '<h2>Benefits</h2><ul><li>30 days of holiday</li><li>Work clothes</li></ul>';
  const benefitsOf = (html: string) =>
    readByRules(page('en', `${benefits}${html}`), {
      schema: objectOf({ benefits: { type: 'array', items: { type: 'string' } } }),
    }).data;

  it.each([
    ['a labelled box with links', '<div><p>Pass it on</p><ul><li><a href="/f">Facebook</a></li></ul></div>'],
    ['a box for sharing', '<div class="post-share"><ul><li><a href="/f">Facebook</a></li></ul></div>'],
    ['links for sharing', '<ul><li><a href="https://www.facebook.com/sharer/sharer.php?u=x">Facebook</a></li></ul>'],
    ['a labelled box with another list', '<div class="box"><p>Nearby</p><ul><li>Mill</li><li>Quay</li></ul></div>'],
  ])('ends before %s', (_, html) =>
    expect(benefitsOf(html)).toEqual({ benefits: ['30 days of holiday', 'Work clothes'] }),
  );

  it('continues in another list', () =>
    expect(benefitsOf('<ul><li>Company bike</li></ul>')).toEqual({
      benefits: ['30 days of holiday', 'Work clothes', 'Company bike'],
    }));

  it('includes labelled groups of ingredients', () =>
    expect(
      readByRules(
        page(
          'en',
          '<h2>Ingredients</h2><ul><li>2 eggs</li><li>100 g flour</li></ul><div><p>Glaze</p><ul><li>1 lemon</li></ul></div>',
        ),
        { schema: objectOf({ ingredients: { type: 'array', items: { type: 'string' } } }) },
      ).data,
    ).toEqual({ ingredients: ['2 eggs', '100 g flour', '1 lemon'] }));
});
