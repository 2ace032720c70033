import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const priceOf = (box: string): unknown =>
  readByRules(
    `<html><head><title>Brass lamp</title></head><body><main><h1>Brass lamp</h1><div class="box">${box}</div>
    <p>A lamp of brass with a shade of oiled paper, made by hand in a small workshop.</p></main></body></html>`,
    { schema: objectOf({ price: { type: 'number' } }) },
  ).data;

describe('a former price', () => {
  it.each([
    ['Prix barré :', '39€<sup>50</sup>', '31€<sup>50</sup>'],
    ['Ancien prix :', '39€<sup>50</sup>', '31€<sup>50</sup>'],
    ['Statt', '39,50 €', '31,50 €'],
    ['Precio anterior:', '39,50 €', '31,50 €'],
    ['Vecchio prezzo:', '39,50 €', '31,50 €'],
    ['Oude prijs:', '39,50 €', '31,50 €'],
    ['Preço anterior:', '39,50 €', '31,50 €'],
    ['Stara cena:', '39,50 zł', '31,50 zł'],
    ['Ordinarie pris:', '39,50 kr', '31,50 kr'],
    ['Původní cena:', '39,50 Kč', '31,50 Kč'],
    ['Old price:', '$39.50', '$31.50'],
  ])('has a spoken or visible label: %s', (label, old, current) => {
    const spoken = `<span class="a"><span class="visually-hidden">${label}</span> ${old}</span> <b>${current}</b>`;
    expect(priceOf(spoken)).toEqual({ price: 31.5 });
    expect(priceOf(`<span>${label} ${old}</span> <b>${current}</b>`)).toEqual({ price: 31.5 });
  });

  it.each([
    ['De:', 'Por:'],
    ['De', 'Por apenas'],
    ['Före:', 'Nu:'],
    ['Eski fiyat:', 'Şimdi:'],
  ])('has a label beside that of the current price: %s … %s', (former, current) => {
    expect(
      priceOf(`<p>${former} <s>39,50 €</s></p><p>${current} <strong>31,50 €</strong></p><p>12x de 2,63 €</p>`),
    ).toEqual({ price: 31.5 });
  });

  it.each(['prix-barre', 'prix-ancien', 'preis-statt', 'precio-antes', 'prezzo-vecchio', 'oude-prijs', 'cena-stara'])(
    'has a class: %s',
    (name) => expect(priceOf(`<span class="${name}">39,50 €</span> <strong>31,50 €</strong>`)).toEqual({ price: 31.5 }),
  );
});
