import { describe, expect, it } from 'vitest';
import type { MenuSection } from '../../plugins/formats/offers/menu-profile';
import { readFormat } from '../support/read-format';

interface Profile {
  readonly isMenu: boolean;
  readonly currency?: string;
  readonly sections: readonly MenuSection[];
}

const menu = async (html: string, url = 'https://trattoria.example/menu') => {
  const { value, warning } = await readFormat(html, { type: 'menu' }, { url });
  return { value: value as Profile, warning };
};

it('reads a menu in JSON-LD with its restaurant', async () => {
  const data = {
    '@type': 'Restaurant',
    name: 'Trattoria Blu',
    address: { '@type': 'PostalAddress', streetAddress: 'Via Roma 1', addressLocality: 'Bari' },
    hasMenu: {
      '@type': 'Menu',
      hasMenuSection: [
        {
          '@type': 'MenuSection',
          name: 'Primi',
          description: 'Pasta made here',
          hasMenuItem: [
            {
              '@type': 'MenuItem',
              name: 'Orecchiette',
              description: 'with turnip tops',
              offers: { '@type': 'Offer', price: '11.50', priceCurrency: 'EUR' },
              suitableForDiet: ['https://schema.org/VeganDiet', 'https://schema.org/LowLactoseDiet'],
              nutrition: { '@type': 'NutritionInformation', calories: '540 calories' },
              image: '/orecchiette.jpg',
            },
            {
              '@type': 'MenuItem',
              name: 'Wine',
              offers: [
                { '@type': 'Offer', name: 'glass', price: 4, priceCurrency: 'EUR' },
                { '@type': 'Offer', name: 'bottle', price: 18, priceCurrency: 'EUR' },
              ],
            },
          ],
        },
      ],
    },
  };
  const html = `<script type="application/ld+json">${JSON.stringify(data)}</script><h1>Menu</h1>`;
  const { value, warning } = await menu(html);
  expect(value).toEqual({
    isMenu: true,
    confidence: 1,
    merchant: {
      name: 'Trattoria Blu',
      type: 'restaurant',
      location: { streetAddress: 'Via Roma 1', addressLocality: 'Bari' },
    },
    currency: 'EUR',
    sourceUrl: 'https://trattoria.example/menu',
    sections: [
      {
        id: 'section-1',
        name: 'Primi',
        description: 'Pasta made here',
        items: [
          {
            id: 'item-1-1',
            name: 'Orecchiette',
            description: 'with turnip tops',
            images: [{ url: 'https://trattoria.example/orecchiette.jpg' }],
            price: { amount: 11.5, currency: 'EUR' },
            availability: { inStock: true },
            dietary: ['vegan', 'low-lactose'],
            calories: 540,
            optionGroups: [],
            identifiers: {},
            sourceUrl: 'https://trattoria.example/menu',
          },
          {
            id: 'item-1-2',
            name: 'Wine',
            images: [],
            availability: { inStock: true },
            dietary: [],
            optionGroups: [
              {
                options: [
                  { name: 'glass', price: { amount: 4, currency: 'EUR' } },
                  { name: 'bottle', price: { amount: 18, currency: 'EUR' } },
                ],
              },
            ],
            identifiers: {},
            sourceUrl: 'https://trattoria.example/menu',
          },
        ],
      },
    ],
  });
  expect(warning).toBe('');
});

const names = ({ sections }: Profile) => sections.map((one) => [one.name, one.items.map(({ name }) => name)]);
const prices = ({ sections }: Profile) => sections.flatMap((one) => one.items.map(({ price }) => price?.amount));

describe('reads headings with priced rows', () => {
  it('in cards', async () => {
    const card = (name: string, text: string, price: string) =>
      `<div class="dish"><h3>${name}</h3><p>${text}</p><span class="price">${price}</span></div>`;
    const html = `<title>Speisekarte – Gasthof Linde</title><body><h1>Speisekarte</h1>
      <section><h2>Vorspeisen</h2>${card('Kürbissuppe', 'vegan, mit Kernen', '6,50 €')}${card('Salat', 'mit Brot', '5,90 €')}</section>
      <section><h2>Hauptgerichte</h2>${card('Schnitzel', 'mit Kartoffeln', '14,90 €')}</section></body>`;
    const { value } = await menu(html, 'https://linde.example/karte');
    expect(value.isMenu).toBe(true);
    expect(value.currency).toBe('EUR');
    expect(names(value)).toEqual([
      ['Vorspeisen', ['Kürbissuppe', 'Salat']],
      ['Hauptgerichte', ['Schnitzel']],
    ]);
    expect(prices(value)).toEqual([6.5, 5.9, 14.9]);
    expect(value.sections[0]?.items[0]).toMatchObject({ description: 'vegan, mit Kernen', dietary: ['vegan'] });
  });

  it('in tables, with sizes as options', async () => {
    const html = `<title>Menu</title><body><h1>Our menu</h1><h2>Pizza</h2><table>
      <tr><td>Margherita</td><td>tomato, mozzarella</td><td>£8.50</td><td>£11.00</td></tr>
      <tr><td>Funghi</td><td>mushrooms</td><td>£9.50</td><td>£12.00</td></tr></table>
      <h2>Desserts</h2><table><tr><td>Tiramisu</td><td>£5.00</td></tr><tr><td>Gelato</td><td>£4.00</td></tr></table></body>`;
    const { value } = await menu(html);
    expect(names(value)).toEqual([
      ['Pizza', ['Margherita', 'Funghi']],
      ['Desserts', ['Tiramisu', 'Gelato']],
    ]);
    expect(value.sections[0]?.items[0]?.optionGroups[0]?.options.map(({ price }) => price.amount)).toEqual([8.5, 11]);
    expect(value.sections[0]?.items[0]?.price).toBeUndefined();
  });

  it('in lines of a list, amounts without a currency included', async () => {
    const html = `<title>La carte</title><body><h1>La carte</h1><h2>Entrées</h2>
      <ul><li>Soupe à l’oignon ........ 7,50</li><li>Œuf mayonnaise ..... 5,00</li></ul>
      <h2>Plats</h2><p>Bavette 16,50<br>Saumon 18,00</p></body>`;
    const { value } = await menu(html, 'https://bistro.example/carte');
    expect(names(value)).toEqual([
      ['Entrées', ['Soupe à l’oignon', 'Œuf mayonnaise']],
      ['Plats', ['Bavette', 'Saumon']],
    ]);
    expect(prices(value)).toEqual([7.5, 5, 16.5, 18]);
    expect(value.currency).toBeUndefined();
  });
});

it('is absent from a page of a shop', async () => {
  const card = (name: string) => `<div class="card"><h3>${name}</h3><p>Ships in two days</p><b>€19.00</b></div>`;
  const html = `<title>Lamps</title><body><h1>Lamps</h1>${['Ada', 'Bea', 'Cleo', 'Dora'].map(card).join('')}</body>`;
  const { value, warning } = await menu(html, 'https://shop.example/lamps');
  expect(value).toMatchObject({ isMenu: false, sections: [] });
  expect(warning).toContain('No menu');
});
