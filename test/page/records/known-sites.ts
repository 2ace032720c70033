/** A page of a well-known kind of site, with meaningless class names. `data-p` marks the value to click. */
export interface KnownSite {
  readonly name: string;
  readonly html: string;
  readonly records: number;
  /** Expected columns in order. Other columns may be between them. */
  readonly columns: readonly string[];
  readonly next?: string;
}

let seed = 7;
const random = (): number => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return seed;
};
const looks = [
  'flex',
  'p-2',
  'mt-4',
  'text-sm',
  'font-bold',
  'gap-2',
  'items-center',
  'grid',
  'rounded',
  'hover:bg-gray-100',
];
const made: Record<string, string> = {};
/** Returns utility and generated classes for a key. The same key always yields the same classes. */
const c = (key: string): string => {
  made[key] ??=
    `${looks[random() % looks.length]} css-${random().toString(36).slice(0, 6)} ${looks[random() % looks.length]}`;
  return made[key];
};
const list = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');
const of = <T>(some: readonly T[], i: number): T => some[i % some.length] as T;
const towns = ['Lisbon', 'Ghent', 'Oslo', 'Turin', 'Graz'];
const names = ['A. Brandt', 'M. Okafor', 'J. Silva', 'R. Patel'];
const pg = (body: string): string =>
  `<html lang="en"><head><title>List</title></head><body><header class="${c('h')}"><nav><a href="/">Home</a><a href="/b">Browse</a><a href="/c">Help</a></nav></header><main class="${c('m')}"><div class="${c('m2')}">${body}</div></main><footer><a href="/imprint">Imprint</a></footer></body></html>`;
const m = (i: number): string => (i === 2 ? ' data-p' : '');

/** Lists from well-known kinds of sites. */
export const knownSites: readonly KnownSite[] = [
  {
    name: 'a marketplace',
    records: 12,
    columns: ['title', 'price', 'old price', 'rating', 'link', 'image'],
    html: pg(
      `<h1>Kettles</h1><div class="${c('g')}">${list(12, (i) => `<div class="${c('card')}"><a class="${c('i')}" href="/p/${i}"><img src="/i/${i}.jpg" alt="Kettle ${i}"></a><div class="${c('b')}"><a class="${c('t')}" href="/p/${i}"${m(i)}><span>Kettle ${of(['Alba', 'Brio', 'Cora'], i)} ${i}</span></a><div class="${c('r')}"><span aria-label="${(3 + (i % 20) / 10).toFixed(1)} out of 5 stars">★</span><a href="/p/${i}#r">${120 + i * 7}</a></div><div class="${c('pr')}"><span>$${19 + i}.99</span>${i % 3 ? '' : `<del>$${29 + i}.99</del>`}</div><div class="${c('d')}">FREE delivery ${of(['Mon', 'Tue'], i)}, Mar ${i + 1}</div><button>Add to cart</button></div></div>`)}</div>`,
    ),
  },
  {
    name: 'a job board',
    records: 15,
    columns: ['title', 'salary', 'company', 'posted', 'link'],
    next: 'Next',
    html: pg(
      `<ul class="${c('g')}">${list(15, (i) => `<li class="${c('li')}"><div class="${c('x')}"><h2 class="${c('t')}"><a href="/job/${i}"${m(i)}>${of(['Nurse', 'Data engineer', 'Baker'], i)} ${i}</a></h2><div class="${c('co')}"><span>Company ${i} Ltd</span><span>${of(towns, i)}, remote</span></div><div class="${c('s')}">€${38 + i},000 - €${48 + i},000 a year</div><ul class="${c('u')}"><li>Lead a team of ${i + 2}.</li><li>Write reports for ${of(towns, i)}.</li></ul><span class="${c('dd')}">Posted ${i + 1} days ago</span></div></li>`)}</ul><nav><a aria-current="page">1</a><a href="?start=15">2</a><a href="?start=15" rel="next" aria-label="Next">›</a></nav>`,
    ),
  },
  {
    name: 'a forum of today',
    records: 10,
    columns: ['title', 'link', 'image'],
    html: pg(
      `<table class="topic-list"><tbody>${list(10, (i) => `<tr class="topic-list-item"><td class="main-link"><span class="link-top-line"><a class="title raw-link" href="/t/${i}"${m(i)}>Topic about bread ${i}</a></span><div class="link-bottom-line"><a class="badge-category" href="/c/${i % 3}"><span>${of(['Support', 'News', 'Feature'], i)}</span></a></div></td><td class="posters"><a href="/u/a${i}"><img src="/a${i}.png" title="a${i} - Original Poster"></a><a href="/u/b${i}"><img src="/b${i}.png" title="b${i}"></a></td><td class="num posts"><span class="number">${i * 4 + 1}</span></td><td class="num views"><span class="number">${(i + 1) * 1.3}k</span></td><td class="num age activity"><a href="/t/${i}/9"><span class="relative-date">${i + 1}h</span></a></td></tr>`)}</tbody></table>`,
    ),
  },
  {
    name: 'a forum in a table',
    records: 10,
    columns: ['Topic', 'Replies', 'Views', 'Last post', 'link'],
    html: pg(
      `<table class="forum"><thead><tr><th><a href="?s=t">Topic</a></th><th>Replies</th><th>Views</th><th>Last post</th></tr></thead><tbody>${list(10, (i) => `<tr><td><a href="/t/${i}"${m(i)}>How do I mend a kettle ${i}?</a> by <a href="/u/${i}">user${i}</a></td><td>${i * 3}</td><td>${i * 97 + 5}</td><td>Wed Mar ${i + 10}, 2026 ${(i % 12) + 1}:0${i % 10} pm<br>by <a href="/u/z${i}">zed${i}</a></td></tr>`)}</tbody></table>`,
    ),
  },
  {
    name: 'a news front',
    records: 10,
    columns: ['title', 'date', 'link', 'image'],
    html: pg(
      `<div class="${c('a')}"><article class="${c('lead')}"><a href="/n/a"><img src="/a.jpg"></a><span>Politics</span><h2><a href="/n/a">Tunnel vote is near</a></h2><p>After years of talks a vote on the tunnel is near.</p></article></div><section><h2>Latest</h2>${list(10, (i) => `<article class="${c('art')}"><a href="/n/${i}"><img src="/${i}.jpg"></a><div><span class="${c('k')}">${of(['Politics', 'Sport'], i)}</span><h3><a href="/n/${i}"${m(i)}>Headline ${i} about ${of(towns, i)}</a></h3><p>What happened in ${of(towns, i)} in short, sentence ${i}.</p><div>By ${of(names, i)} · <time datetime="2026-03-0${(i % 9) + 1}T0${i % 9}:00:00Z">${i + 1} hours ago</time></div></div></article>`)}</section>`,
    ),
  },
  {
    name: 'a calendar of a library',
    records: 9,
    columns: ['title', 'link'],
    next: 'Next ›',
    html: pg(
      `<section class="calendar">${list(3, (d) => `<h3 class="day">Monday, March ${d + 2}, 2026</h3><ul>${list(3, (i) => `<li class="${c('ev')}"><div class="${c('tm')}">${9 + i}:30am – ${10 + i}:30am</div><h4><a href="/e/${d}${i}"${d === 1 && i === 1 ? ' data-p' : ''}>Storytime ${d}${i}</a></h4><p>${of(['North', 'East'], i)} library</p><p>For children and families, part ${d}${i}.</p></li>`)}</ul>`)}</section><nav class="pager"><ul><li><a aria-current="page">1</a></li><li><a href="?page=1">2</a></li><li><a rel="next" href="?page=1">Next ›</a></li></ul></nav>`,
    ),
  },
  {
    name: 'a list of repositories',
    records: 10,
    columns: ['name', 'description', 'programming language', 'date', 'link'],
    html: pg(
      `<div id="repos"><ul>${list(10, (i) => `<li class="${c('re')}"><div><h3><a itemprop="name codeRepository" href="/acme/tool-${i}"${m(i)}>tool-${i}</a> <span class="Label">Public</span></h3><p itemprop="description">A small tool for ${of(towns, i)} number ${i}</p><div><span itemprop="programmingLanguage">${of(['Go', 'Rust', 'C'], i)}</span><a href="/acme/tool-${i}/stargazers"><svg></svg> ${i * 31 + 2}</a><a href="/acme/tool-${i}/forks"><svg></svg> ${i + 3}</a>Updated <relative-time datetime="2026-02-0${(i % 9) + 1}T10:00:00Z">Feb ${(i % 9) + 1}, 2026</relative-time></div></div></li>`)}</ul></div>`,
    ),
  },
  {
    name: 'classifieds',
    records: 14,
    columns: ['title', 'price', 'date', 'link', 'image'],
    html: pg(
      `<ol class="${c('g')}">${list(14, (i) => `${i === 5 ? `<li class="${c('li')}"><span>Advertisement</span><a href="/ad"><img src="/ad.png"></a></li>` : ''}<li class="${c('li')}"><a href="/ad/${i}"><div class="${c('im')}"><img src="/a/${i}.jpg"></div><div><div class="${c('tt')}"${m(i)}>Bicycle ${i}, as new</div><div class="${c('pp')}">${i % 4 ? `${20 + i * 15} €` : 'Free'}</div><div class="${c('lo')}">${10115 + i} ${of(towns, i)}</div><div>${i + 1} March 2026</div></div></a></li>`)}</ol>`,
    ),
  },
  {
    name: 'homes for sale',
    records: 12,
    columns: ['title', 'price', 'bds', 'ba', 'sqft', 'link', 'image'],
    html: pg(
      `<div class="${c('g')}">${list(12, (i) => `<div class="${c('ho')}" title="${12 + i} Elm St, ${of(towns, i)}"><a href="/h/${i}"><img src="/h/${i}.jpg"></a><div><span>$${310 + i * 25},000</span><ul><li>${(i % 4) + 1} bds</li><li>${(i % 3) + 1} ba</li><li>${800 + i * 90} sqft</li></ul><address><a href="/h/${i}"${m(i)}>${12 + i} Elm St, ${of(towns, i)}, NV 8943${i % 10}</a></address><div>${of(['New', 'Open house'], i)}</div></div></div>`)}</div>`,
    ),
  },
  {
    name: 'citations',
    records: 10,
    columns: ['title', 'link'],
    html: pg(
      `<div>${list(10, (i) => `<div class="gs_r"><div class="gs_ri"><h3 class="gs_rt"><span>[PDF]</span> <a href="/paper/${i}"${m(i)}>On kettles and their noise ${i}</a></h3><div class="gs_a">${of(names, i)}, ${of(names, i + 1)} - Journal of Heat, ${2001 + i} - site.example</div><div class="gs_rs">We measured the noise of ${i + 3} kettles and report what we found in short.</div><div class="gs_fl"><a href="/save">Save</a> <a href="/cites/${i}">Cited by ${i * 13 + 4}</a> <a href="/rel/${i}">Related articles</a></div></div></div>`)}</div>`,
    ),
  },
];
