import type { Listing } from './listings';

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const hash = (seed: number): string => `x${((seed * 40503 + 77) >>> 0).toString(36).padStart(4, 'k')}q${seed % 9}`;
const plants = ['Fern', 'Aloe', 'Basil', 'Iris', 'Tulip', 'Sage', 'Mint', 'Lily', 'Heather'];
const plant = (i: number): string => plants[i % plants.length] ?? '';
const page = (body: string): string =>
  `<!doctype html><html><body><nav class="menu"><a href="/">Start</a><a href="/new">New</a><a href="/sale">Sale</a></nav><main>${body}</main><footer><div class="col"><a href="/a">About</a></div><div class="col"><a href="/b">Press</a></div></footer></body></html>`;
const list = (count: number, make: (i: number) => string): string => range(count).map(make).join('');

const utilityClasses = `<div class="grid grid-cols-4 gap-4 mt-8">${list(
  16,
  (i) =>
    `<div data-r="${i}" class="flex flex-col rounded-lg p-4 hover:shadow-md"><a href="/plants/${i}"><img src="/plants/${i}.webp" alt="" data-p="image" class="w-full h-48"></a><p class="mt-2 font-bold" data-p="title">${plant(i)} in a pot ${i}</p><p class="text-sm text-gray-500">Height ${20 + i} cm</p><p class="mt-auto text-lg" data-p="price">£${8 + i}.99</p></div>`,
)}</div>`;

const books = `<table class="books">${list(
  22,
  (i) =>
    `<tr data-r="${i}"><td><img src="/c/${i}.jpg" alt=""></td><td><a href="/b/${i}" data-p="title">Book of ${plant(i)} ${i}</a><br><small>by <span data-p="author">Author ${i}</span></small></td><td data-p="year">${1990 + i}</td><td>${(3 + (i % 20) / 10).toFixed(1)} / 5</td></tr>${i % 8 === 7 ? '<tr class="banner"><td colspan="4"><a href="/club">Join our book club</a></td></tr>' : ''}`,
)}</table>`;

const events = `<section class="agenda">${list(
  5,
  (day) =>
    `<h3 class="day">${10 + day} May 2026</h3>${list(
      3,
      (n) =>
        `<div class="event ${hash(day * 3 + n)}" data-r="${day * 3 + n}"><time datetime="2026-05-${10 + day}T${14 + n}:00">${14 + n}:00</time><a class="name" href="/e/${day}-${n}" data-p="title">Concert ${day}${n} of ${plant(n)}</a><span class="place" data-p="place">Hall ${n + 1}</span></div>`,
    )}`,
)}</section>`;

const reviews = `<div class="reviews">${list(
  12,
  (i) =>
    `<div class="review" id="review-${1000 + i}" data-r="${i}"><div class="head"><span class="who" data-p="author">Guest ${i}</span><span class="score" title="${(i % 5) + 1} stars">${'★'.repeat((i % 5) + 1)}</span></div><p class="text" data-p="text">The ${plant(i)} came in ${i + 1} days and looked well.</p>${i % 3 === 0 ? `<div class="answer"><b>The shop</b><p>Thank you, guest ${i}.</p></div>` : ''}</div>`,
)}</div>`;

const exchange = `<div class="rates"><ul class="head"><li>Currency</li><li>Buy</li><li>Sell</li></ul>${list(
  14,
  (i) =>
    `<ul class="rate" data-r="${i}"><li data-p="name">Currency ${plant(i)} ${i}</li><li data-p="buy">${(1 + i / 10).toFixed(2)}</li><li data-p="sell">${(1.1 + i / 10).toFixed(2)}</li></ul>`,
)}</div>`;

const videos = `<div id="contents">${list(
  24,
  (i) =>
    `${i % 9 === 5 ? '<div class="shelf"><h2>Short ones</h2><div class="short"><a href="/s/1">One</a></div><div class="short"><a href="/s/2">Two</a></div></div>' : ''}<v-item class="${hash(i + 40)}" data-r="${i}"><a href="/watch?v=${i}"><img src="/t/${i}.jpg" alt=""><span class="length">${i + 1}:${String((i * 7) % 60).padStart(2, '0')}</span></a><h3><a href="/watch?v=${i}" data-p="title">How to grow ${plant(i)} ${i}</a></h3><div class="meta"><span data-p="views">${i + 1}K views</span><span>${i + 2} days ago</span></div></v-item>`,
)}</div>`;

const recipes = `<div class="posts">${list(
  9,
  (i) =>
    `<div class="post post-${900 + i} type-post" data-r="${i}"><figure><a href="/r/${i}"><img data-src="/r/${i}.jpg" src="/blank.gif" alt=""></a></figure><h2><a href="/r/${i}" data-p="title">Soup with ${plant(i)} ${i}</a></h2><p class="excerpt" data-p="text">A soup that takes ${10 + i} minutes.</p><div class="foot"><span>${10 + i} min</span><a class="cat" href="/c/${i % 3}">Course ${i % 3}</a></div></div>`,
)}</div><aside><h4>Most read</h4><ol><li><a href="/r/1">One</a></li><li><a href="/r/2">Two</a></li><li><a href="/r/3">Three</a></li></ol></aside>`;

const tickets = `<ul class="issues">${list(
  25,
  (i) =>
    `<li class="row" data-r="${i}"><div><a class="title" href="/issues/${i}" data-p="title">The ${plant(i)} does not grow ${i}</a>${i % 4 === 0 ? '<span class="tag">bug</span>' : ''}${i % 6 === 0 ? '<span class="tag">help wanted</span>' : ''}<div class="info">#${i + 300} opened by <a href="/u/${i}" data-p="author">grower${i}</a></div></div><div class="count">${i % 5 ? `<a href="/issues/${i}#c">${i % 5}</a>` : ''}</div></li>`,
)}</ul>`;

const cars = `<div class="results">${list(
  15,
  (i) =>
    `<div class="${i % 7 === 0 ? 'ad-item top' : 'ad-item'}" data-r="${i}"><div class="media"><img src="/cars/${i}.jpg" alt=""></div><div class="facts"><a class="head" href="/cars/${i}" data-p="title">Car ${plant(i)} ${i}</a><span class="price" data-p="price">${5 + i}.${String(100 + i)} €</span><ul><li>${2000 + i}</li><li>${10 + i}.000 km</li><li>${60 + i} kW</li></ul></div>${i % 7 === 0 ? '<div class="flag">Top offer</div>' : ''}</div>`,
)}</div>`;

const glossary = `<dl class="words">${list(
  18,
  (i) =>
    `<div data-r="${i}"><dt data-p="term">${plant(i)} word ${i}</dt><dd data-p="text">What ${plant(i)} means in case ${i}.</dd></div>`,
)}</dl>`;

/** Ten listings that were written after the tested code was frozen, with the marks from `listings.ts`. */
export const laterListings: readonly Listing[] = [
  { name: 'cards with utility classes', html: page(utilityClasses) },
  { name: 'books in a table with banners', html: page(books) },
  { name: 'events below headings of days', html: page(events) },
  { name: 'reviews with answers', html: page(reviews) },
  { name: 'rates as lists in a row', html: page(exchange) },
  { name: 'videos in elements of their own', html: page(videos) },
  { name: 'posts beside the most read', html: page(recipes) },
  { name: 'tickets with few labels', html: page(tickets) },
  { name: 'cars with top offers', html: page(cars) },
  { name: 'terms in pairs', html: page(glossary) },
];
