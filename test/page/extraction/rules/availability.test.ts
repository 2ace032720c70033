import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

/** Texts for each language: the buy button, the sold-out notice, the notification button, and the price. */
const shops: Readonly<Record<string, readonly [buy: string, soldOut: string, notify: string, price: string]>> = {
  en: ['Add to basket', 'Currently unavailable', 'Notify me when available', '£24.00'],
  de: ['In den Warenkorb', 'Derzeit nicht lieferbar', 'Benachrichtigen', '24,00 €'],
  fr: ['Ajouter au panier', 'En rupture de stock', 'M’avertir du retour en stock', '24,00 €'],
  es: ['Añadir al carrito', 'Agotado', 'Avísame', '24,00 €'],
  it: ['Aggiungi al carrello', 'Non disponibile', 'Avvisami', '24,00 €'],
  nl: ['Bestellen', 'Uitverkocht', 'Houd mij op de hoogte', '€ 24,00'],
  pt: ['Adicionar ao carrinho', 'Esgotado', 'Avise-me', '24,00 €'],
  pl: ['Do koszyka', 'Produkt niedostępny', 'Powiadom o dostępności', '24,00 zł'],
  ja: ['カートに入れる', '売り切れ', '再入荷通知を受け取る', '¥2,400'],
  sv: ['Köp', 'Tillfälligt slut', 'Bevaka', '240 kr'],
  zh: ['加入购物车', '售罄', '到货通知', '¥240'],
};
const schema = objectOf({ availability: { enum: ['InStock', 'OutOfStock'] } });

describe.each(Object.entries(shops))('availability of a product in %s', (lang, [buy, soldOut, notify, price]) => {
  const read = (offer: string, after = '') =>
    readByRules(
      `<html lang="${lang}"><head><title>Kavita 3</title></head><body><main><h1>Kavita 3</h1><p class="price">${price}</p>${offer}<p>750 ml</p></main>${after}</body></html>`,
      { schema },
    ).data;

  it.each([
    ['a button', `<form><button type="submit">${buy}</button></form>`],
    ['an input', `<input type="submit" value="${buy}">`],
    ['a link', `<a class="btn" href="/cart/add/3">${buy}</a>`],
    ['the label of an icon', `<button aria-label="${buy}"><svg></svg></button>`],
  ])('is read from %s that buys it', (_, offer) => expect(read(offer)).toEqual({ availability: 'InStock' }));

  it('is not read from a disabled button', () => expect(read(`<button disabled>${buy}</button>`)).toEqual({}));

  it('is read from a text, next to a button for a notification', () =>
    expect(read(`<p>${soldOut}</p><button>${notify}</button>`)).toEqual({ availability: 'OutOfStock' }));

  it('is not that of a related product', () => {
    const related = `<section class="related"><a href="/other">Other</a><button>${buy}</button></section>`;
    expect(read(`<p>${soldOut}</p>`, related)).toEqual({ availability: 'OutOfStock' });
  });
});
