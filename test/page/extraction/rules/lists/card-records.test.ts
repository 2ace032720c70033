import { expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

/** Reads the list `name` from a page with the given content. Returns its records. */
const records = (name: string, fields: Readonly<Record<string, string>>, content: string): unknown => {
  const properties = Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, { type }]));
  return readByRules(
    `<html lang="en"><head><title>Old quay</title></head><body><main><h1>Old quay</h1><p>The house at the quay opened again in spring.</p>${content}</main></body></html>`,
    { schema: objectOf({ [name]: { type: 'array', items: { type: 'object', properties } } }) },
  ).data;
};

it('reads cards with labels in elements of their own, beside a pager', () => {
  const card = (name: string, breed: string, sex: string) =>
    `<a class="card" href="/${name}"><div class="text"><div class="card__title">${name}</div><div class="row"><b>Breed:</b> <span>${breed}</span></div><div class="row"><b>Sex:</b> <span>${sex}</span></div></div></a>`;
  expect(
    records(
      'pets',
      { name: 'string', breed: 'string', sex: 'string' },
      `<section>${card('Arrow', 'Hound', 'Male')}${card('Ella', 'Pony', 'Female')}${card('Xyla', 'Shepherd', 'Female')}<div class="pagination">1 2 3 … 10</div></section>`,
    ),
  ).toEqual({
    pets: [
      { name: 'Arrow', breed: 'Hound', sex: 'Male' },
      { name: 'Ella', breed: 'Pony', sex: 'Female' },
      { name: 'Xyla', breed: 'Shepherd', sex: 'Female' },
    ],
  });
});

it('reads a number from a column with its unit', () => {
  const card = (name: string, miles: string, km: string) =>
    `<div class="card"><h4>${name}</h4><span class="level">Easy</span><p class="facts"><span class="imperial">${miles} mi</span> <span class="metric">${km} km</span> <span>•</span> <span class="imperial">49' Up</span></p></div>`;
  expect(
    records(
      'routes',
      { name: 'string', miles: 'number' },
      `${card('Creek Trail', '9.4', '15.2')}${card('Park Trail', '12.6', '20.3')}${card('River Bend', '6.1', '9.8')}`,
    ),
  ).toEqual({
    routes: [
      { name: 'Creek Trail', miles: 9.4 },
      { name: 'Park Trail', miles: 12.6 },
      { name: 'River Bend', miles: 6.1 },
    ],
  });
});

it('does not read sections with several cards as records', () => {
  const card = (name: string, duration: string) =>
    `<div class="card"><h3>${name}</h3><span class="time">${duration}</span></div>`;
  const section = (name: string, cards: string) => `<div class="part"><h2>${name}</h2><div>${cards}</div></div>`;
  expect(
    records(
      'courses',
      { name: 'string', duration: 'string' },
      section('For students', `${card('First steps', 'Explore')}${card('Basics', '7 hours')}`) +
        section('For teachers', `${card('Plans', 'Explore')}${card('Maps', '13 hours')}`),
    ),
  ).not.toMatchObject({ courses: [{ name: 'For students' }, { name: 'For teachers' }] });
});

it('does not read subjects of a menu as persons', () => {
  const item = (name: string, text: string) =>
    `<div class="box"><div class="big">${name}</div><div>${text}</div></div>`;
  expect(
    records(
      'people_quoted',
      { name: 'string', job_title: 'string', company: 'string' },
      `<footer>${item('Fintech', 'News for financial directors')}${item('Industry', 'News for technology shops')}${item('MarTech', 'News for marketing')}</footer>`,
    ),
  ).toEqual({});
});
