/** Lists in the style of travel, news and job sites, each with the rows that its table should contain. */
import { createServer } from 'node:http';
import { closeLocally, listenLocally } from '../support/local-server';

/** A list on a page, with a value to click. */
export interface JourneyList {
  readonly html: string;
  /** Text of the clicked value. */
  readonly click: string;
  /** Name of the suggested column to add, if any. */
  readonly add?: string;
  /** Label of the button that resolves an ambiguous date. */
  readonly day?: string;
  /** Expected values of some columns in each row. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Lists</title><style>li, article { margin: 6px; }</style></head><body><main>${body}</main></body></html>`;
const at = (count: number) => Array.from({ length: count }, (_, index) => index);
const utc = (day: string) => new Date(`${day}T00:00:00Z`);

const days = ['2026-03-02', '2026-03-03', '2026-03-04'];
const story = (day: number, one: number) => ({ title: `Ferry ${day}${one} sails again`, day: days[day] });
const news = at(3)
  .map((day) => {
    const heading = utc(days[day] ?? '').toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
    const stories = at(4).map(
      (one) =>
        `<article><h3><a href="/n/${day}${one}">${story(day, one).title}</a></h3><p class="teaser">The crew of day ${day} took ${one + 2} hours to repair it.</p></article>`,
    );
    return `<section><h2>${heading}</h2>${stories.join('')}</section>`;
  })
  .join('');

const hotel = (one: number) => ({ title: `Hotel ${one + 1}`, price: 80 + one, total: 240 + 3 * one });
const hotels = at(8)
  .map((one) => {
    const { title, price, total } = hotel(one);
    return `<li class="hotel"><h3><a href="/h/${one}">${title}</a></h3><p class="stars">${3 + (one % 3)} stars</p><p class="night">€${price} <span>per night</span></p><p class="total">€${total} <span>total for 3 nights</span></p></li>`;
  })
  .join('');

const offer = (one: number) => ({
  title: `Engineer ${one + 1}`,
  salary: 50_000 + 1000 * one,
  'salary to': 70_000 + 1000 * one,
});
const offers = at(9)
  .map((one) => {
    const { title, salary, 'salary to': to } = offer(one);
    return `<li class="job"><h3><a href="/j/${one}">${title}</a></h3><p class="company">Works ${one % 4}</p><p class="salary">$${salary.toLocaleString('en')} – $${to.toLocaleString('en')} a year</p></li>`;
  })
  .join('');

const routes = ['Harbour', 'Island', 'Lighthouse'];
const fare = (route: number, one: number) => ({
  Route: routes[route],
  Class: ['Deck', 'Cabin'][one],
  Adult: 20 + 10 * route + 5 * one,
  Child: 10 + 5 * route + 2 * one,
  day: `2026-0${route + 3}-0${one + 5}`,
});
/** Formats a date with the day or the month first. */
const dayText = (day: string, isDayFirst: boolean): string => {
  const [year, month, date] = day.split('-');
  return isDayFirst ? `${date}/${month}/${year}` : `${month}/${date}/${year}`;
};
const fares = (isDayFirst: boolean, currency: string): string => {
  const rows = at(3).flatMap((route) =>
    at(2).map((one) => {
      const { Route, Class, Adult, Child, day } = fare(route, one);
      const spanning = one === 0 ? `<td rowspan="2">${Route}</td>` : '';
      return `<tr>${spanning}<td>${Class}</td><td>${currency}${Adult}.00</td><td>${currency}${Child}.00</td><td>${dayText(day, isDayFirst)}</td></tr>`;
    }),
  );
  return `<table border="1"><thead><tr><th rowspan="2">Route</th><th rowspan="2">Class</th><th colspan="2">Fare</th><th rowspan="2">Valid from</th></tr><tr><th>Adult</th><th>Child</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
};
const fareRows = at(3).flatMap((route) =>
  at(2).map((one) => {
    const { day, ...rest } = fare(route, one);
    return { ...rest, 'Valid from': utc(day) };
  }),
);

/** The lists, by path. */
export const journeyLists: Readonly<Record<string, JourneyList>> = {
  '/news': {
    html: page(`<h1>News</h1>${news}`),
    click: 'Ferry 11 sails again',
    add: 'day',
    rows: at(3).flatMap((day) => at(4).map((one) => ({ title: story(day, one).title, day: utc(days[day] ?? '') }))),
  },
  '/hotels': { html: page(`<h1>Hotels</h1><ul>${hotels}</ul>`), click: 'Hotel 3', rows: at(8).map(hotel) },
  '/jobs': { html: page(`<h1>Jobs</h1><ul>${offers}</ul>`), click: 'Engineer 3', rows: at(9).map(offer) },
  '/fares-day-first': {
    html: page(`<h1>Fares</h1>${fares(true, '€')}`),
    click: '€35.00',
    rows: fareRows,
  },
  '/fares-month-first': {
    html: page(`<h1>Fares</h1>${fares(false, '')}`),
    click: '35.00',
    day: 'March 5, 2026',
    rows: fareRows,
  },
};

/** Serves the lists on a loopback port. */
export async function startJourneySite() {
  const server = createServer(({ url = '/' }, response) => {
    const list = journeyLists[url];
    response.writeHead(list ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(list?.html ?? 'None');
  });
  return { url: await listenLocally(server), close: () => closeLocally(server) };
}
