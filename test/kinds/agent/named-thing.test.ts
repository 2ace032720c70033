import { describe, expect, it } from 'vitest';
import { ofThing, thingIn } from '../../../core/kinds/agent/named-thing';
import { mergePages, type ReadPage } from '../../../core/kinds/answers/merge-pages';
import { toTree } from '../../../core/kinds/answers/value-tree';

const page = (text: string, data: object = { price: 5 }, more: Partial<ReadPage> = {}): ReadPage => ({
  ...{ taskId: '1', askedUrl: 'http://shop.test/a', url: 'http://shop.test/a', statusCode: 200, tokensUsed: 0 },
  ...{ text, links: [], credits: 5, tree: toTree({ data, sources: [], missing: [] }, 'http://shop.test/a') },
  ...more,
});
const data = (one: ReadPage, ...thing: string[]) => mergePages([ofThing(one, thing)], false);
const described = (one: ReadPage, ...thing: string[]) => mergePages([ofThing(one, thing, true)], false);

describe('the thing of a prompt', () => {
  it.each([
    ['What is the price of the Foobar 3000 toaster?', ['foobar', '3000']],
    ['price of River Pearl', ['river', 'pearl']],
    ['Price?\nI mean the River Pearl.', ['river', 'pearl']],
    ['Contact data of Hearth & Co', ['hearth', 'co']],
    ['Preis der Teekanne Due in Euro', ['teekanne', 'due']],
    ['price of "the old mill"', ['the', 'old', 'mill']],
    ['What does the blue enamel kettle cost?', ['blue', 'enamel', 'kettle']],
    ['price of the cast-iron skillet in dollars', ['cast-iron', 'skillet']],
    ['opening hours of the town hall', ['town', 'hall']],
    ['contact of the village choir', ['village', 'choir']],
    ['prix de la théière bleue en fonte', ['théière', 'bleue']],
    ['precio del hervidor azul esmaltado', ['hervidor', 'azul', 'esmaltado']],
    ['How much is the kettle?', []],
    ['what does it cost', []],
    ['When does the ferry leave?', []],
    ['What does the blue enamel kettle weigh?', ['blue', 'enamel', 'kettle']],
    ['Get the opening hours and the phone number', []],
    ['What is the cheapest price on the main page?', []],
    ['the name of the managing director', []],
    ['a list of all products with the product name', []],
    ['the delivery time and the free shipping limit', []],
    ['Name and price', []],
    ['Get The Product Price And Name', []],
    ['all prices. Name them', []],
  ])('%j names %j', (prompt, thing) => {
    expect(thingIn(prompt, ['price', 'name'])).toEqual(thing);
  });
});

describe('values of a page', () => {
  it('are taken when its text or URL names the thing', () => {
    expect(data(page('The Teapot Due costs 5.'), 'teapot', 'due').data).toEqual({ price: 5 });
    expect(data(page('', { price: 5 }, { url: 'http://shop.test/teapot-due' }), 'teapot', 'due').data).toEqual({
      price: 5,
    });
    expect(data(page('Any page')).data).toEqual({ price: 5 });
  });

  it('are missing when it names another thing', () => {
    const { data: none, missing } = data(
      page('Kettle Uno costs 5.', { price: 5, offer: { stock: 3 } }),
      'teapot',
      'due',
    );
    expect(none).toEqual({ offer: {} });
    expect(missing).toContainEqual({ path: '/price', reason: 'The page does not mention teapot due.' });
  });

  it('are missing when it names a thing with another noun', () => {
    expect(described(page('The blue enamel pot costs 5.'), 'blue', 'enamel', 'kettle').data).toEqual({});
    expect(described(page('Kettles of enamel, in blue: 5.'), 'blue', 'enamel', 'kettle').data).toEqual({ price: 5 });
  });

  it('are taken from lists and from answers of a model', () => {
    expect(data(page('Kettles', { items: [{ price: 5 }] }), 'teapot').data).toEqual({ items: [{ price: 5 }] });
    expect(data(page('Kettles', { price: 5 }, { tokensUsed: 9 }), 'teapot').data).toEqual({ price: 5 });
  });
});
