import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../../../../core/page/extraction/rules/page/text-of';

const read = (html: string): string => textOf(parseDocument(html));

describe('a price split into units and cents', () => {
  it.each([
    ['raised cents', '<b>49<sup>99</sup> €</b>', '49.99 €'],
    ['classes, with blanks', '<p><i class="int">49</i> <i class="dec">99</i> €</p>', '49.99 €'],
    ['a mark before raised cents', '<p>49,<sup>99</sup> €</p>', '49,99 €'],
    ['a mark and a blank', '<p>1.299, <small>50</small> €</p>', '1.299,50 €'],
    ['thousands with dots', '<p>1.299<sup>50</sup> €</p>', '1.299,50 €'],
    [
      'a sign before',
      '<p><span>$</span><span class="whole">1,249</span><span class="fraction">95</span></p>',
      '$1,249.95',
    ],
    ['a mark of its own', '<p>$<b>49<i>.</i></b><b>99</b></p>', '$49.99'],
    ['the currency between', '<p><span>49</span><sup>€</sup><sub>99</sub></p>', '49.99 €'],
    ['the currency with the cents', '<p>49<sup>€99</sup></p>', '49.99 €'],
    ['blocks', '<div class="price"><div>49</div><div class="cents">99 zł</div></div>', '49.99 zł'],
    [
      'no names at all',
      '<div><span class="x1">49</span><span class="x2">99</span><span class="x3">€</span></div>',
      '49.99 €',
    ],
    ['the currency outside', '<div class="price"><b><span>49</span><sup>99</sup></b> <i>EUR</i></div>', '49.99 EUR'],
    ['no currency', '<div class="price">49<sup>99</sup></div>', '49.99'],
    ['a dash in place of cents', '<p>49,<sup>–</sup> €</p>', '49 €'],
    ['words before', '<p>ab <b>49</b><sup>99</sup> € inkl. MwSt.</p>', 'ab 49.99 € inkl. MwSt.'],
  ])('gets its decimal mark: %s', (_, html, text) => expect(read(html)).toBe(text));

  it.each([
    ['a footnote', '<p>49 €<sup>12</sup></p>'],
    ['a power', '<p>10<sup>12</sup> m</p>'],
    ['a count and a price', '<div><span class="qty">2</span><span class="price">50 €</span></div>'],
    ['cells of a row', '<table><tr><td>2</td><td>50</td><td>€</td></tr></table>'],
    ['a price with cents', '<p><b>49.90</b><sup>12</sup> €</p>'],
    ['items of a list', '<ul><li>12</li><li>50 €</li></ul>'],
    ['a former and a current price', '<p><del>59</del><ins>49</ins> €</p>'],
  ])('is not detected in %s', (_, html) => {
    const plain = html.replace(/<(?:\/?t[dr]|\/?table|\/?[ud]l|\/?li|\/?div|\/?p)[^>]*>/g, ' ').replace(/<[^>]+>/g, '');
    expect(read(html)).toBe(plain.replace(/\s+/g, ' ').trim());
  });
});
