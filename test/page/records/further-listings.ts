import type { Listing } from './listings';

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const towns = ['Bergen', 'Porto', 'Gdansk', 'Lyon', 'Ghent', 'Turku', 'Trieste', 'Cork'];
const town = (index: number): string => towns[index % towns.length] ?? '';
const page = (body: string): string =>
  `<!doctype html><html><body><div id="app"><div class="top"><a href="/">Logo</a><form><input name="q"><button>Search</button></form></div>${body}<div class="bottom"><a href="/jobs">Jobs</a><a href="/press">Press</a><a href="/help">Help</a></div></div></body></html>`;

const jobs = `<div class="jobs">${range(25)
  .map(
    (i) =>
      `<a class="job" href="/job/${i}" data-r="${i}"><div class="left"><strong data-p="title">Engineer for bridges in ${town(i)}</strong><span class="firm">Firm ${i}</span></div><div class="right"><span data-p="place">${town(i)}</span>${i % 2 ? `<span class="pay">${40 + i},000 €</span>` : ''}<time>${i + 1} days ago</time></div></a>`,
  )
  .join('')}</div>`;

const flats = `<ol class="flats">${range(18)
  .map(
    (i) =>
      `<li data-r="${i}"><article><a href="/f/${i}"><picture><source srcset="/a${i}.webp"><img src="/a${i}.jpg" alt="" data-p="image"></picture></a><header><h2><a href="/f/${i}" data-p="title">Flat in ${town(i)} ${i}</a></h2><address>Street ${i}, ${town(i)}</address></header><dl><dt>Rooms</dt><dd>${(i % 4) + 1}</dd><dt>Size</dt><dd>${40 + i * 3} m²</dd><dt>Rent</dt><dd data-p="rent">${700 + i * 13} €</dd></dl></article></li>`,
  )
  .join('')}</ol>`;

const people = `<div class="team">${['Board', 'Workshop', 'Office']
  .map(
    (group, g) =>
      `<h2>${group}</h2><div class="people">${range(4 + g)
        .map(
          (i) =>
            `<figure data-r="${g * 10 + i}"><img src="/${g}${i}.jpg" alt=""><figcaption><b data-p="name">Person ${g}${i}</b><br><span data-p="role">${group} number ${i}</span><br><a href="mailto:p${g}${i}@team.example">Write</a></figcaption></figure>`,
        )
        .join('')}</div>`,
  )
  .join('')}</div>`;

const divTable = `<div role="table"><div role="row" class="tr head"><div class="td">Town</div><div class="td">People</div><div class="td">Area</div><div class="td">Since</div></div>${range(
  40,
)
  .map(
    (i) =>
      `<div role="row" class="tr" data-r="${i}"><div class="td" data-p="town">${town(i)} ${i}</div><div class="td" data-p="people">${i * 1000 + 7}</div><div class="td">${i + 3} km²</div><div class="td">${1900 + i}</div></div>`,
  )
  .join('')}</div>`;

const search = `<div id="results">${range(10)
  .map(
    (i) =>
      `<div class="g" data-r="${i}"><div><div class="url">site${i}.example › ${town(i)}</div><a href="https://site${i}.example/"><h3 data-p="title">All about ${town(i)} ${i}</h3></a></div><div class="snippet" data-p="text">A sentence about ${town(i)} that says <em>something</em> of it.</div>${i === 3 ? `<div class="sitelinks"><a href="/x">History</a><a href="/y">Food</a><a href="/z">Maps</a></div>` : ''}</div>${i === 4 ? `<div class="ask"><h4>People also ask</h4><div>Where is ${town(i)}?</div><div>How old is ${town(i)}?</div></div>` : ''}`,
  )
  .join('')}</div>`;

const changes = `<div class="log">${range(12)
  .map(
    (i) =>
      `<h2 data-r="${i}" id="v${i}" data-p="title">Version 1.${12 - i}</h2><p data-r="${i}" class="when">${i + 1} March 2026</p><ul data-r="${i}"><li data-p="point">Change ${i} of something</li><li>Another change</li>${i % 2 ? '<li>One more</li>' : ''}</ul>`,
  )
  .join('')}</div>`;

const quotes = `<div class="col-md-8">${range(10)
  .map(
    (i) =>
      `<div class="quote" data-r="${i}"><span class="text" data-p="text">“A thought number ${i} about the sea.”</span><span>by <small class="author" data-p="author">Writer ${i}</small> <a href="/w/${i}">(about)</a></span><div class="tags">Tags: ${range(
        1 + (i % 4),
      )
        .map((t) => `<a class="tag" href="/t/${t}">tag${t}</a>`)
        .join(' ')}</div></div>`,
  )
  .join('')}</div><div class="col-md-4"><h2>Top tags</h2>${range(10)
  .map((t) => `<span class="tag-item"><a class="tag" href="/t/${t}">tag${t}</a></span>`)
  .join('')}</div>`;

const fixtures = `<table class="matches">${range(6)
  .map(
    (day) =>
      `<tbody><tr class="date"><th colspan="4">${day + 1} October 2026</th></tr>${range(4)
        .map(
          (i) =>
            `<tr data-r="${day * 10 + i}"><td>1${i}:30</td><td data-p="home">${town(day + i)}</td><td data-p="score">${i} : ${day}</td><td>${town(day + i + 3)}</td></tr>`,
        )
        .join('')}</tbody>`,
  )
  .join('')}</table>`;

const carousel = `<h1>Hotels</h1><div class="carousel">${range(6)
  .map((i) => `<div class="slide"><img src="/s${i}.jpg" alt=""><b>Best of ${town(i)}</b></div>`)
  .join('')}</div><div class="hotels">${range(20)
  .map(
    (i) =>
      `<div class="hotel ${i % 2 ? 'odd' : 'even'}" data-r="${i}"><img src="/h${i}.jpg" alt=""><div class="body"><h3 data-p="title">Hotel ${town(i)} ${i}</h3><p>${i + 1} km from the centre</p><span class="rating">${(i % 5) + 5}.${i % 10}</span></div><div class="offer">${i % 7 === 0 ? '<span class="sold">Sold out</span>' : `<b data-p="price">€ ${60 + i * 4}</b><a href="/h/${i}">See rooms</a>`}</div></div>`,
  )
  .join('')}</div>`;

const files = `<pre>Index of /pub</pre><table><tr><th>Name</th><th>Last modified</th><th>Size</th></tr><tr data-r="up"><td><a href="../">Parent Directory</a></td><td></td><td>-</td></tr>${range(
  30,
)
  .map(
    (i) =>
      `<tr data-r="${i}"><td><a href="${town(i)}${i}.zip" data-p="name">${town(i)}${i}.zip</a></td><td data-p="date">2026-0${(i % 9) + 1}-11 10:0${i % 10}</td><td align="right">${i * 3 + 1}K</td></tr>`,
  )
  .join('')}</table>`;

/** Ten listings that were not used when the search for records was developed, with the marks from `listings.ts`. */
export const furtherListings: readonly Listing[] = [
  { name: 'job links as cards', html: page(jobs) },
  { name: 'flats with definition lists', html: page(flats) },
  { name: 'people in three groups', html: page(people) },
  { name: 'a table made of divs', html: page(divTable) },
  { name: 'search results', html: page(search) },
  { name: 'a changelog of siblings', html: page(changes) },
  { name: 'quotes with tags', html: page(quotes) },
  { name: 'matches by day in a table', html: page(fixtures) },
  { name: 'hotels below a carousel', html: page(carousel) },
  { name: 'an index of files', html: page(files) },
];
