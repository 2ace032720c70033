import type { Listing } from './listings';

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const list = (count: number, make: (i: number) => string): string => range(count).map(make).join('\n');
const of = <T>(some: readonly T[], i: number): T => some[i % some.length] as T;
const towns = ['Lisbon', 'Ghent', 'Oslo', 'Turin', 'Graz', 'Porto', 'Malmö'];
const people = ['A. Brandt', 'M. Okafor', 'J. Silva', 'R. Patel', 'L. Novak', 'C. Dubois'];
const page = (
  title: string,
  body: string,
): string => `<!doctype html><html lang="en"><head><title>${title}</title></head>
<body><header class="site-header"><a class="logo" href="/"><img src="/logo.svg" alt="Site"></a><nav><a href="/a">For you</a><a href="/b">Browse</a><a href="/c">Help</a></nav></header>
${body}
<footer class="site-footer"><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul><small>© 2026</small></footer></body></html>`;

const jobBoard = `<main class="layout"><aside class="filters"><h2>Filters</h2><label><input type="checkbox"> Remote (12)</label><label><input type="checkbox"> Full-time (31)</label><label><input type="checkbox"> Part-time (4)</label></aside>
<section><p class="count">43 jobs</p><ul class="job-list">${list(
  18,
  (i) =>
    `<li class="job-list__item" data-r="${i}"><div class="job-tile" data-id="${9000 + i}"><a class="job-tile__logo" href="/company/${i}"><img src="/logos/${i}.png" alt="Company ${i}" data-p="logo"></a><div class="job-tile__body"><a class="job-tile__title" href="/job/${9000 + i}" data-p="title">${of(['Data engineer', 'Nurse', 'Baker', 'Site manager', 'Translator'], i)} (${i + 1})</a><div class="job-tile__company" data-p="company">Company ${i} Ltd</div><ul class="job-tile__facts"><li class="location" data-p="place">${of(towns, i)}</li><li class="type">${of(['Full-time', 'Part-time', 'Contract'], i)}</li>${i % 3 === 1 ? '' : `<li class="salary" data-p="salary">€${38 + i},000 a year</li>`}</ul>${i % 5 === 2 ? '<span class="badge">New</span>' : ''}</div><time class="job-tile__date" datetime="2026-11-${String(1 + i).padStart(2, '0')}">${i + 1}d ago</time><button type="button" aria-label="Save job">♡</button></div></li>`,
)}</ul></section></main>`;

const minutes = (at: number): string =>
  `${String(6 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
const flights = `<main><h1>Lisbon to Oslo</h1><div class="tabs" role="tablist"><button role="tab">Best</button><button role="tab">Cheapest</button><button role="tab">Fastest</button></div><div class="results">${list(
  12,
  (i) =>
    `${i === 4 ? '<div class="inline-ad"><span>Sponsored</span><a href="https://ads.example/1"><img src="/ad.png" alt="">Hotels in Oslo from € 60</a></div>' : ''}<div class="flight" data-r="${i}"><div class="carrier"><img src="/air/${i % 4}.svg" alt=""><span data-p="airline">${of(['Nord Air', 'TAP', 'Lumen', 'Skyway'], i)}</span></div><div class="leg"><div class="dep"><span class="time" data-p="departs">${minutes(i * 47)}</span><span class="iata">LIS</span></div><div class="mid"><span class="duration" data-p="duration">${4 + (i % 5)}h ${(i * 7) % 60}m</span><span class="stops">${i % 3 === 0 ? 'Direct' : `${i % 3} stop${i % 3 > 1 ? 's' : ''}`}</span></div><div class="arr"><span class="time" data-p="arrives">${minutes(i * 47 + 260)}</span><span class="iata">OSL</span></div></div><div class="fare"><span class="price" data-p="price">€ ${89 + i * 13}</span><a class="btn" href="/book/${i}">Select</a></div></div>`,
)}</div></main>`;

const timetable = `<main><h1>Departures, Central Station</h1><table class="departures"><caption>Updated 14:02</caption><thead><tr><th>Time</th><th>Line</th><th>Destination</th><th>Platform</th><th>Note</th></tr></thead><tbody>${list(
  20,
  (i) =>
    `<tr class="${i % 2 ? 'odd' : 'even'}" data-r="${i}"><td data-p="time">${minutes(480 + i * 6)}${i % 6 === 3 ? ' <span class="delay">+5</span>' : ''}</td><td><span class="line l${i % 4}" data-p="line">S${(i % 4) + 1}</span></td><td data-p="destination">${of(towns, i)} ${of(['Central', 'West', 'Airport'], i)}</td><td>${(i % 12) + 1}</td><td>${i % 7 === 5 ? 'Cancelled' : ''}</td></tr>`,
)}</tbody></table></main>`;

const offers = `<main><div class="product-head"><img src="/p.jpg" alt=""><h1>Espresso machine X200</h1><p>Lowest price: € 199.00</p></div><ul id="offerlist">${list(
  14,
  (i) =>
    `<li class="offerlist__row" data-r="${i}"><div class="offerlist__shop"><a href="/shop/${i}"><img src="/shops/${i}.gif" alt="Shop ${i}"></a><span class="stars" title="${(3 + (i % 20) / 10).toFixed(1)} of 5">★★★★☆</span> <a class="reviews" href="/shop/${i}#r" data-p="reviews">${120 + i * 7} reviews</a></div><div class="offerlist__name"><a href="/go/${i}" rel="nofollow" data-p="name">Espresso machine X200 ${of(['black', 'silver', 'red'], i)} ${i}</a></div><div class="offerlist__price"><b data-p="price">€ ${199 + i * 4}.${String(i * 5).padStart(2, '0')}</b><span class="shipping" data-p="shipping">${i % 4 === 0 ? 'free shipping' : `+ € ${(3.9 + i / 10).toFixed(2)} shipping`}</span></div><div class="offerlist__stock"><i class="dot green"></i> ${of(['In stock', '2 to 3 days', 'On order'], i)}</div></li>`,
)}</ul><button class="show-all">Show all 31 offers</button></main>`;

const dishes: readonly (readonly [string, readonly string[]])[] = [
  ['Starters', ['Tomato soup', 'Caesar salad', 'Bruschetta', 'Olives']],
  ['Mains', ['Ribeye', 'Sea bass', 'Mushroom risotto', 'Lamb shank', 'Gnocchi']],
  ['Desserts', ['Panna cotta', 'Lemon tart', 'Sorbet']],
];
let dish = -1;
const menu = `<main class="menu"><h1>Dinner</h1>${dishes
  .map(
    ([section, some]) =>
      `<section class="menu-section"><h2>${section}</h2><p class="intro">Served until 22:00.</p><div class="dishes">${some
        .map((name) => {
          dish++;
          return `<div class="dish" data-r="${dish}"><div class="dish-head"><h3 data-p="name">${name}${dish % 3 === 0 ? ' <sup>(a, g)</sup>' : ''}</h3><span class="dots"></span><span class="price" data-p="price">${9 + dish * 2}.50</span></div><p data-p="description">With ${of(['basil', 'parsley', 'thyme'], dish)} and ${of(['bread', 'butter', 'cream', 'salt'], dish)}, as in number ${dish}.</p></div>`;
        })
        .join('')}</div></section>`,
  )
  .join('')}</main>`;

const news = `<main><section class="lead"><article class="teaser teaser--lead" data-r="0"><a href="/n/0"><figure><img src="/n/0.jpg" alt=""></figure><span class="kicker" data-p="kicker">Politics</span><h2 data-p="title">Parliament votes on harbour tunnel 0</h2><p class="summary" data-p="summary">After three years of talks a decision on the tunnel is near.</p></a><div class="meta"><span class="author">By ${people[0]}</span><time datetime="2026-11-20T08:00">2 hours ago</time></div></article></section>
<section class="grid">${list(
  11,
  (n) =>
    `${n === 5 ? '<div class="ad-slot" id="ad-2"><span>Advertisement</span></div>' : ''}<article class="teaser" data-r="${n + 1}"><a href="/n/${n + 1}">${n % 3 === 2 ? '' : `<figure><img src="/n/${n + 1}.jpg" alt=""></figure>`}<span class="kicker" data-p="kicker">${of(['Politics', 'Sport', 'Culture', 'Science'], n)}</span><h3 data-p="title">Headline ${n + 1} about ${of(towns, n)}</h3><p class="summary" data-p="summary">What happened in ${of(towns, n)} in short, told in sentence ${n}.</p></a><div class="meta"><span class="author">By ${of(people, n)}</span><time datetime="2026-11-20T0${n % 9}:00">${n + 3} hours ago</time></div></article>`,
)}</section><aside class="most-read"><h4>Most read</h4><ol>${list(5, (i) => `<li><a href="/n/${i + 3}">Headline ${i + 3}</a></li>`)}</ol></aside></main>`;

const library = `<main><form id="hits" action="/mylist"><p><label><input type="checkbox" name="all"> Select all</label> 1 - 20 of 312 hits</p><table class="hitlist">${list(
  20,
  (i) =>
    `<tr class="hit" data-r="${i}"><td class="check"><input type="checkbox" name="h" value="${i}"></td><td class="number">${i + 1}.</td><td class="cover"><img src="/covers/${i}.jpg" alt="Cover"></td><td class="bibl"><div class="title"><a href="/record/${70000 + i}" data-p="title">The ${of(['history', 'art', 'law', 'theory'], i)} of ${of(towns, i)}, vol. ${i}</a></div><div class="resp">by <a href="/search?au=${i}" data-p="author">${of(people, i)}</a></div><div class="pub"><span class="publisher">${of(['North Press', 'Riverside'], i)}</span>, <span class="year" data-p="year">${1971 + i * 2}</span></div><div class="status ${i % 3 ? 'in' : 'out'}" data-p="status">${i % 3 ? 'Available' : `On loan until 0${(i % 8) + 1}.12.2026`}</div></td><td class="format"><img src="/icons/${of(['book', 'ebook', 'map'], i)}.png" alt="${of(['Book', 'E-book', 'Map'], i)}"></td></tr>`,
)}</table></form></main>`;

const leaderboard = `<main><h2>League table</h2><div class="table-wrap"><table class="standings"><thead><tr><th scope="col">Pos</th><th scope="col" colspan="2">Team</th><th scope="col"><abbr title="Played">P</abbr></th><th scope="col"><abbr title="Won">W</abbr></th><th scope="col"><abbr title="Goal difference">GD</abbr></th><th scope="col">Pts</th><th scope="col">Form</th></tr></thead><tbody>${list(
  16,
  (i) =>
    `${i === 4 || i === 13 ? `<tr class="divider"><td colspan="8">${i === 4 ? 'Play-offs' : 'Relegation'}</td></tr>` : ''}<tr data-r="${i}"><td data-p="pos">${i + 1}</td><td><img src="/crests/${i}.svg" alt=""></td><td><a href="/team/${i}" data-p="team">${of(towns, i)} ${of(['United', 'City', 'Rovers'], i)}</a></td><td>14</td><td data-p="won">${12 - Math.floor(i / 2)}</td><td data-p="gd">${i < 8 ? `+${20 - i * 2}` : `-${i}`}</td><td data-p="points"><strong>${36 - i * 2}</strong></td><td><ol class="form"><li>W</li><li>${of(['D', 'L'], i)}</li><li>${of(['W', 'L', 'D'], i)}</li></ol></td></tr>`,
)}</tbody></table></div><p class="legend">GD: goal difference</p></main>`;

const homes = `<main><div class="map" id="map"></div><div class="search-results">${list(
  15,
  (i) =>
    `${i === 7 ? '<div class="promo-card"><h3>Know what your home is worth?</h3><a href="/value">Get a free estimate</a></div>' : ''}<article class="property" data-r="${i}"><div class="gallery"><ul class="slides">${list(3, (n) => `<li><img ${n ? 'data-src' : 'src'}="/homes/${i}-${n}.jpg" alt="Photo ${n + 1}"></li>`)}</ul><button aria-label="Next photo">›</button><span class="tag">${of(['For sale', 'New', 'Open house'], i)}</span></div><a class="property-link" href="/home/${i}"><div class="property-price" data-p="price">$${310 + i * 25},000</div><ul class="property-facts"><li><b data-p="beds">${(i % 4) + 1}</b> bd</li><li><b>${(i % 3) + 1}</b> ba</li><li><b data-p="size">${800 + i * 90}</b> sqft</li></ul><address data-p="address">${12 + i} ${of(['Elm St', 'Mill Road', 'Bay Ave'], i)}, ${of(towns, i)}</address></a><p class="agent">Listed by ${of(people, i)}</p></article>`,
)}</div></main>`;

const classifieds = `<main><ul id="ads">${list(
  22,
  (i) =>
    `${i === 3 || i === 12 ? '<li class="is-banner"><div id="google-ads"></div></li>' : ''}<li class="ad-listitem${i < 2 ? ' is-topad' : ''}" data-r="${i}"><article class="aditem" data-adid="${800 + i}"><div class="aditem-image"><a href="/ad/${800 + i}">${i % 6 === 4 ? '<div class="no-photo"></div>' : `<img src="/ads/${i}.jpg" alt="">`}</a></div><div class="aditem-main"><div class="aditem-main--top"><div class="aditem-main--top--left" data-p="place"><i class="icon-pin"></i> ${10115 + i} ${of(towns, i)}</div><div class="aditem-main--top--right" data-p="date">${i < 2 ? '' : `${i < 9 ? 'Today' : 'Yesterday'}, ${minutes(i * 31)}`}</div></div><h2><a href="/ad/${800 + i}" data-p="title">${of(['Bicycle', 'Desk', 'Piano', 'Tent', 'Lawnmower'], i)}, ${of(['as new', 'used', 'to collect'], i)} ${i}</a></h2><p class="aditem-main--middle--description" data-p="text">Selling my ${of(['bicycle', 'desk', 'piano', 'tent', 'lawnmower'], i)} since we are moving to place ${i}.</p><p class="aditem-main--middle--price" data-p="price">${i % 5 === 0 ? 'Free to collect' : `${20 + i * 15} € VB`}</p></div></article></li>`,
)}</ul></main>`;

/**
 * Ten common kinds of lists in realistic markup, with the marks from `listings.ts`. They were not used during
 * development.
 */
export const everydayListings: readonly Listing[] = [
  { name: 'a job board', html: page('Jobs', jobBoard) },
  { name: 'flights', html: page('Flights', flights) },
  { name: 'departures', html: page('Departures', timetable) },
  { name: 'offers of shops', html: page('Offers', offers) },
  { name: 'a menu', html: page('Menu', menu) },
  { name: 'a news front', html: page('News', news), wider: true },
  { name: 'a library catalogue', html: page('Catalogue', library) },
  { name: 'a league table', html: page('League', leaderboard) },
  { name: 'homes for sale', html: page('Homes', homes) },
  { name: 'classified advertisements', html: page('Classifieds', classifieds) },
];
