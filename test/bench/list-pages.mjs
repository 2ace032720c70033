/** Pages with long lists, as HTML: a shop, a table whose cells span rows, and a job board. */

const repeated = (count, make) => Array.from({ length: count }, (_, at) => make(at)).join('\n');
const pick = (some, at, step = 1) => some[Math.floor(at * step) % some.length];
/** Returns a number below `max` that looks random but is the same in every run. */
const mixed = (at, max) => ((at * 7919 + 104_729) % 65_537) % max;

const makers = ['Ardent', 'Bramley', 'Corvo', 'Delphi', 'Eastwick', 'Fjord', 'Galloway', 'Hadley'];
const things = ['kettle', 'desk lamp', 'rucksack', 'wool blanket', 'paring knife', 'radio', 'tea pot', 'stool'];
const towns = ['Leeds', 'Bath', 'York', 'Truro', 'Derby', 'Hull', 'Ely', 'Wells', 'Ripon', 'Lincoln'];
const roles = ['Data engineer', 'Nurse', 'Carpenter', 'Accountant', 'Chef', 'Web developer', 'Teacher', 'Driver'];

const page = (title, body) => `<!doctype html><html lang="en"><head><title>${title}</title>
<style>.grid{display:grid;grid-template-columns:repeat(4,1fr)}.sr-only{position:absolute;left:-9999px}</style></head>
<body><header class="site-header"><a class="logo" href="/">Market</a><form role="search" action="/search"><input name="q" placeholder="Search"></form>
<nav class="main-nav"><ul>${repeated(9, (at) => `<li><a href="/c/${at}">Category ${at}</a></li>`)}</ul></nav></header>
<main id="content"><h1>${title}</h1>${body}</main>
<aside class="sidebar"><h2>Filters</h2><ul class="filters">${repeated(8, (at) => `<li><label><input type="checkbox" name="f${at}"> ${pick(makers, at)} <span class="count">(${mixed(at, 90)})</span></label></li>`)}</ul></aside>
<footer class="site-footer"><ul>${repeated(12, (at) => `<li><a href="/help/${at}">Help topic ${at}</a></li>`)}</ul><p id="end">The end</p></footer></body></html>`;

const paging =
  '<nav class="pagination" aria-label="Pages"><span class="current">1</span> <a href="?page=2">2</a> <a href="?page=3">3</a> <a class="next" rel="next" href="?page=2">Next</a></nav>';

function product(at) {
  const [price, sale] = [10 + mixed(at, 190), at % 3 === 0];
  return `<article class="product-card" data-product-id="${1000 + at}"><a class="product-link" href="/p/${at}"><div class="picture"><img src="/p.svg" alt="${pick(things, at)}" loading="lazy"></div>
<h3 class="product-title">${pick(makers, at)} ${pick(things, at, 0.4)} ${at}</h3></a>${at % 7 === 0 ? '<span class="badge">New</span>' : ''}
<div class="rating" aria-label="Rated ${(3 + mixed(at, 20) / 10).toFixed(1)} out of 5 stars"><span class="stars">★★★★☆</span> <span class="reviews">(${mixed(at, 2400)})</span></div>
<div class="price-box">${sale ? `<del class="old-price">$${price + 20}.00</del> ` : ''}<span class="price">$${price}.${10 + mixed(at, 90)}</span></div>
<p class="delivery">Delivery in ${1 + mixed(at, 5)} days</p><ul class="colours"><li>red</li><li>blue</li>${at % 2 ? '<li>green</li>' : ''}</ul><button type="button" class="add">Add to cart</button></article>`;
}

function fareRows(count) {
  return repeated(count, (at) => {
    const size = 4;
    const first =
      at % size === 0
        ? `<td rowspan="${Math.min(size, count - at)}" class="route">${pick(towns, at / size)} – ${pick(towns, at / size + 3)}</td>`
        : '';
    return `<tr>${first}<td>${String(5 + mixed(at, 18)).padStart(2, '0')}:${String(mixed(at, 60)).padStart(2, '0')}</td><td><a href="/train/${at}">IC ${100 + at}</a></td><td>${28 - mixed(at, 20)}/${13 + mixed(at, 4)}/2026</td><td class="num">£${20 + mixed(at, 80)}.50</td><td class="num">£${50 + mixed(at, 150)}.00</td><td>${pick(['Refundable', 'Fixed', 'Semi-flexible'], at)}</td></tr>`;
  });
}

function vacancy(at) {
  const low = 24 + mixed(at, 40);
  return `<li class="job css-1x${at % 5}f2z"><div class="job__main"><h2 class="job__title"><a href="/jobs/${at}">${pick(roles, at)} ${at % 4 === 0 ? '(part-time)' : ''}</a></h2>
<div class="job__meta"><span class="company">${pick(makers, at, 0.3)} Ltd</span> · <span class="location">${pick(towns, at, 0.7)}</span></div>
<p class="job__text">We are looking for someone to join our team in ${pick(towns, at, 0.7)}. Number ${at} of our openings, with training and ${20 + mixed(at, 12)} days of holiday.</p>
<div class="tags"><span class="tag">Full-time</span><span class="tag">${pick(['Remote', 'On site', 'Hybrid'], at)}</span></div></div>
<div class="job__side">${at % 5 === 1 ? '' : `<span class="salary">£${low},000 – £${low + 8},000</span>`}<time datetime="2026-11-${String(1 + mixed(at, 28)).padStart(2, '0')}">${1 + mixed(at, 28)} November 2026</time></div></li>`;
}

/**
 * Kinds of pages, keyed by name. `html` returns the page with the given number of rows, and `value` selects the values
 * to click.
 */
export const listPages = {
  shop: {
    value: '.price',
    html: (rows) =>
      page(
        'Kitchen and home',
        `<p class="summary">Showing ${rows} of ${rows * 3} results</p><section class="grid">${repeated(rows, product)}</section>${paging}`,
      ),
  },
  fares: {
    value: 'td.num',
    html: (rows) =>
      page(
        'Train fares',
        `<table class="fares"><thead><tr><th rowspan="2">Route</th><th colspan="3">Train</th><th colspan="2">Fare</th><th rowspan="2">Terms</th></tr><tr><th>Departs</th><th>Number</th><th>Date</th><th>Second</th><th>First</th></tr></thead><tbody>${fareRows(rows)}</tbody></table>`,
      ),
  },
  jobs: {
    value: '.job__title a',
    html: (rows) =>
      page('Vacancies', `<p>${rows} vacancies</p><ul class="results">${repeated(rows, vacancy)}</ul>${paging}`),
  },
};
