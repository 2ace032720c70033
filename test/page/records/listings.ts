/**
 * Listings with typical difficulties. `data-r` is the record number, and `data-p` marks elements to click. The tested
 * code does not read these attributes.
 */
export interface Listing {
  readonly name: string;
  readonly html: string;
  /** True if a click finds only the records of one group. *Wider* must find all records. */
  readonly wider?: boolean;
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const names = ['Harbour lamp', 'Oak stool', 'Linen towel', 'Copper kettle', 'Wool blanket', 'Glass jug', 'Clay bowl'];
const named = (index: number): string => `${names[index % names.length]} ${Math.floor(index / names.length) + 1}`;
const price = (index: number): string =>
  `€ ${(9 + ((index * 37) % 140)).toFixed(0)}.${String((index * 7) % 100).padStart(2, '0')}`;
const frame = (body: string): string => `<!doctype html><html><head><title>Listing</title></head><body>
<header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/about">About</a></li><li><a href="/contact">Contact</a></li></ul></nav></header>
<main><h1>Listing</h1>${body}</main>
<footer><ul><li><a href="/terms">Terms</a></li><li><a href="/privacy">Privacy</a></li><li><a href="/imprint">Imprint</a></li></ul><p>All prices with tax.</p></footer></body></html>`;

interface CardParts {
  readonly image?: boolean;
  readonly stars?: boolean;
  readonly old?: boolean;
  readonly tags?: number;
  readonly lazy?: boolean;
  readonly classes?: readonly string[];
}

const card = (
  index: number,
  { image = true, stars = true, old = false, tags = 0, lazy = false }: CardParts = {},
): string =>
  `${image ? `<a href="/p/${index}"><img data-p="image" ${lazy ? `src="data:image/gif;base64,R0" data-src` : 'src'}="/i/${index}.jpg" alt=""></a>` : ''}
<h3><a href="/p/${index}" data-p="title">${named(index)}</a></h3>
<div class="price"><span data-p="price">${price(index)}</span>${old ? `<s>${price(index + 3)}</s>` : ''}</div>
${stars ? `<span class="stars" aria-label="${(index % 5) + 1} of 5">★★★★</span>` : ''}
${
  tags > 0
    ? `<ul class="tags">${range(tags)
        .map((tag) => `<li>tag ${tag + index}</li>`)
        .join('')}</ul>`
    : ''
}
<button>Add to cart</button>`;

const article = (index: number, parts: CardParts = {}, className = 'card'): string =>
  `<article class="${className}" data-r="${index}">${card(index, parts)}</article>`;

const hash = (seed: number): string => `x${((seed * 2654435761) >>> 0).toString(36)}q${seed % 7}`;

const advertsBetween = (): string =>
  `<div class="grid">${range(24)
    .map(
      (index) =>
        `${article(index)}${index % 5 === 4 ? `<aside class="ad"><a href="https://ads.example/${index}"><img src="/ad.jpg" alt=""></a><p>Buy now, pay later with our partner bank.</p></aside>` : ''}`,
    )
    .join('')}</div>`;

const twoGrids = (): string =>
  `<section><h2>Offers of the week</h2><div class="grid">${range(12)
    .map((index) => article(index))
    .join('')}</div></section>
<section><h2>You may also like</h2><div class="grid">${range(8)
    .map((index) => `<article class="card">${card(index + 40)}</article>`)
    .join('')}</div></section>`;

const missingFields = (): string =>
  `<ul class="results">${range(30)
    .map(
      (index) =>
        `<li class="hit" data-r="${index}">${card(index, { image: index % 3 !== 0, stars: index % 4 === 0, old: index % 7 === 0, tags: index % 5 === 0 ? 2 : 0 })}</li>`,
    )
    .join('')}</ul>`;

const sponsored = (): string =>
  `<div class="grid">${range(20)
    .map((index) =>
      index % 6 === 2
        ? `<article class="card"><span class="label">Sponsored</span>${card(index + 90)}</article>`
        : article(index),
    )
    .join('')}</div>`;

const lazyImages = (): string =>
  `<div class="grid">${range(40)
    .map((index) => article(index, { lazy: index > 5 }))
    .join('')}</div>`;

const stickyBars = (): string =>
  `<div class="list"><div class="bar sticky"><span>40 results</span><select><option>Price</option></select></div>${range(
    20,
  )
    .map(
      (index) =>
        `${index === 10 ? '<div class="bar sticky"><span>Sign up for news</span><input><button>Send</button></div>' : ''}<div class="entry" data-r="${index}">${card(index)}</div>`,
    )
    .join('')}<div class="bar bottom"><a href="?page=1">1</a> <a href="?page=2">2</a></div></div>`;

const threeRows = (): string =>
  `<table><tbody>${range(20)
    .map(
      (index) =>
        `<tr class="athing" data-r="${index}"><td class="rank">${index + 1}.</td><td><a href="/v/${index}">▲</a></td><td><span class="titleline"><a href="https://s${index}.example/" data-p="title">${named(index)} is here</a></span></td></tr><tr data-r="${index}"><td colspan="2"></td><td class="sub"><span data-p="points">${index * 3 + 1} points</span> by <a href="/u/${index}">user${index}</a> <a href="/c/${index}">${index} comments</a></td></tr><tr class="spacer" data-r="${index}"><td colspan="3"></td></tr>`,
    )
    .join('')}</tbody></table>`;

const dayGroups = (): string =>
  range(6)
    .map(
      (day) =>
        `<section class="day"><h2>${['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][day]}, ${day + 3} May 2026</h2><ul>${range(
          3 + (day % 3),
        )
          .map(
            (index) =>
              `<li class="event" data-r="${day * 10 + index}"><time datetime="2026-05-0${day + 3}T1${index}:00">1${index}:00</time> <a href="/e/${day}-${index}" data-p="title">${named(day * 5 + index)} talk</a> <span class="place" data-p="place">Hall ${index + 1}</span></li>`,
          )
          .join('')}</ul></section>`,
    )
    .join('');

const post = (id: number, answers: string): string =>
  `<li class="comment" data-r="${id}"><div class="head"><a class="author" href="/u/${id}" data-p="author">writer${id}</a> <time datetime="2026-05-01">${id} hours ago</time></div><div class="body"><p data-p="text">What I think about number ${id} is rather long and has some words.</p></div><div class="foot"><a href="#r${id}">Reply</a> <span class="votes">${id * 2}</span></div>${answers}</li>`;

const thread = (): string => {
  let id = 0;
  const answers = (depth: number, count: number): string =>
    depth === 0 || count === 0
      ? ''
      : `<ul class="answers">${range(count)
          .map(() => post(id++, answers(depth - 1, (id + depth) % 3)))
          .join('')}</ul>`;
  return `<ul class="thread">${range(8)
    .map((index) => post(id++, answers(3, index % 3)))
    .join('')}</ul>`;
};

const oddFirst = (): string =>
  `<div class="news"><article class="teaser lead" data-r="0"><figure><img src="/lead.jpg" alt=""><figcaption>A picture</figcaption></figure><h2><a href="/n/0" data-p="title">The great ${named(0)}</a></h2><p class="intro">A long introduction to the first of all articles on this page.</p><p class="by">By <a href="/a/1">Ann Author</a></p><ul class="more"><li><a href="/n/0#a">Background</a></li><li><a href="/n/0#b">Comment</a></li></ul></article>${range(
    15,
  )
    .map(
      (index) =>
        `<article class="teaser" data-r="${index + 1}"><img src="/n${index}.jpg" alt=""><h2><a href="/n/${index + 1}" data-p="title">News of ${named(index + 1)}</a></h2><p class="by"><span>${index + 1} May</span></p></article>`,
    )
    .join('')}</div>`;

const totalRow = (): string =>
  `<table><thead><tr><th>Item</th><th>Quantity</th><th>Price</th><th>Sum</th></tr></thead><tbody>${range(30)
    .map(
      (index) =>
        `${index % 10 === 0 ? `<tr class="part"><td colspan="4">Part ${index / 10 + 1}</td></tr>` : ''}<tr data-r="${index}"><td data-p="title">${named(index)}</td><td>${index + 1}</td><td data-p="price">${price(index)}</td><td>${price(index * 2)}</td></tr>`,
    )
    .join('')}<tr><td>Total</td><td>465</td><td></td><td>€ 1234.00</td></tr></tbody></table>`;

const randomClasses = (): string =>
  `<div class="${hash(1)}">${range(24)
    .map(
      (index) =>
        `<div class="${hash(index + 10)} ${hash(index + 99)}" data-r="${index}"><a class="${hash(index + 200)}" href="/p/${index}"><img class="${hash(index + 300)}" src="/i/${index}.jpg" alt=""></a><div class="${hash(index + 400)}"><span class="${hash(index + 500)}" data-p="title">${named(index)}</span><span class="${hash(index + 600)}" data-p="price">${price(index)}</span></div></div>`,
    )
    .join('')}</div>`;

const taggedCards = (): string =>
  `<div class="grid">${range(15)
    .map((index) => article(index, { tags: 10 }))
    .join('')}</div>`;

const rowsOfCards = (): string =>
  `<div class="container">${range(6)
    .map(
      (row) =>
        `<div class="row">${range(3)
          .map(
            (column) =>
              `<div class="col" data-r="${row * 3 + column}"><div class="box">${card(row * 3 + column)}</div></div>`,
          )
          .join('')}</div>`,
    )
    .join('')}</div>`;

const definitions = (): string =>
  `<dl>${range(18)
    .map(
      (index) =>
        `<dt data-r="${index}" data-p="title">${named(index)}</dt><dd data-r="${index}"><p data-p="text">What ${named(index)} means in a sentence or two.</p></dd>`,
    )
    .join('')}</dl>`;

/** Fifteen listings that were used during development. */
export const listings: readonly Listing[] = [
  { name: 'adverts between cards', html: frame(advertsBetween()) },
  { name: 'two like grids', html: frame(twoGrids()) },
  { name: 'missing fields', html: frame(missingFields()) },
  { name: 'sponsored cards', html: frame(sponsored()) },
  { name: 'lazy images', html: frame(lazyImages()) },
  { name: 'sticky bars', html: frame(stickyBars()) },
  { name: 'three rows per record', html: frame(threeRows()) },
  { name: 'day groups', html: frame(dayGroups()) },
  { name: 'a thread', html: frame(thread()) },
  { name: 'an odd first card', html: frame(oddFirst()) },
  { name: 'a table with parts and a total', html: frame(totalRow()) },
  { name: 'classes random per card', html: frame(randomClasses()) },
  { name: 'cards with ten tags', html: frame(taggedCards()) },
  { name: 'cards in rows', html: frame(rowsOfCards()) },
  { name: 'terms and their meanings', html: frame(definitions()) },
];
