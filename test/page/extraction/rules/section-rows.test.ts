import { expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const dishes = { type: 'array', items: objectOf({ name: { type: 'string' }, price: { type: 'number' } }) };
const block = (heading: string, rows: readonly (readonly [string, string])[]) =>
  `<div class="block"><h3>${heading}</h3>${rows.map(([name, price]) => `<div class="dish"><span class="dish-name">${name}</span><span class="dish-price">${price} €</span></div>`).join('')}</div>`;
const html = `<html lang="pt"><head><title>Tasca</title></head><body><main><h1>Tasca</h1><p>Comida de tacho e vinho da casa.</p><h2>Ementa</h2>${block(
  'Petiscos',
  [
    ['Ovos com espargos', '9,00'],
    ['Queijo curado', '7,50'],
  ],
)}${block('Pratos principais', [
  ['Migas com entrecosto', '16,50'],
  ['Ensopado de borrego', '18,00'],
])}${block('Sobremesas', [['Sericaia com ameixa', '6,00']])}</main></body></html>`;
const read = (name: string) => readByRules(html, { schema: objectOf({ [name]: dishes }) }).data;

it('reads only the rows under the heading of a list', () => {
  expect(read('main_courses')).toEqual({
    main_courses: [
      { name: 'Migas com entrecosto', price: 16.5 },
      { name: 'Ensopado de borrego', price: 18 },
    ],
  });
});

it('reads the rows under all headings for a list of another name', () => {
  expect(read('dishes')).toMatchObject({ dishes: { length: 5 } });
});
