// cspell:disable
import { click, each, filters, type ImitatedSite, looks, make, of, page } from './site-kit';

const towns = ['Leeds', 'Cardiff', 'Derry', 'Perth'];
const writers = ['Ana Brandt', 'Musa Okafor', 'June Silva', 'Ravi Patel'];

function newsFront(): ImitatedSite {
  const c = looks('styled', 31);
  const rows = make(10, (i) => ({
    'title|headline|name': `${of(['Bridge reopens', 'Council backs tram', 'Floods recede', 'Museum returns mask'], i)} in ${of(towns, i)} after ${i + 2} years`,
    'summary|description|text': `Residents of ${of(towns, i)} say the ${of(['crossing', 'line', 'water', 'artefact'], i)} matters to them more than the plan suggests, report ${i}.`,
    'date|time|posted|age': `${i + 1} hrs ago`,
    'category|section|topic': of(['UK', 'Politics', 'Wales', 'Culture'], i),
    'link|url': `/news/articles/c${7000 + i}xyo`,
    image: `/ace/standard/480/cps/${i}.jpg.webp`,
  }));
  const promo = (row: Record<string, unknown>, i: number, real: boolean) =>
    `<div data-testid="${real ? 'liverpool' : 'dundee'}-card"${c(real ? 'card' : 'lead')}${real ? ' data-r' : ''}><a href="${row['link|url']}" data-testid="internal-link"${c('a')}><div${c('in')}><div${c('md')}><div${c('ph')}><img src="/grey-placeholder.png" aria-label="image unavailable"${c('gp')}><img sizes="96vw" srcset="${row.image} 480w" src="${row.image}" loading="lazy" alt=""${c('im')}></div></div><div${c('tx')}><div${c('hw')}><h2 data-testid="card-headline"${c('hd')}${real ? click(i) : ''}>${row['title|headline|name']}</h2></div><p data-testid="card-description"${c('ds')}>${row['summary|description|text']}</p><div${c('mt')}><span data-testid="card-metadata-lastupdated"${c('lu')}>${row['date|time|posted|age']}</span><span data-testid="card-metadata-tag"${c('tg')}>${row['category|section|topic']}</span></div></div></div></a></div>`;
  return {
    name: 'news front',
    language: 'en',
    rows,
    wanted: [
      'title|headline|name',
      'summary|description|text',
      'date|time|posted|age',
      'category|section|topic',
      'link|url',
      'image',
    ],
    html: page(
      'en',
      'News',
      `<main id="main-content"><section data-testid="alaska-section-outer"><div${c('g')}>${each(
        make(3, (i) => i),
        (i) =>
          promo(
            {
              'title|headline|name': `Lead story ${i} of the day`,
              'summary|description|text': `What the lead ${i} is about.`,
              'date|time|posted|age': `${i + 1} mins ago`,
              'category|section|topic': 'World',
              'link|url': `/news/articles/lead${i}`,
              image: `/lead${i}.jpg`,
            },
            i,
            false,
          ),
      )}</div></section><div id="dotcom-leaderboard"><span>Advertisement</span></div><section data-testid="virginia-section-outer"><h2${c('st')}>Latest updates</h2><div${c('g2')}>${each(rows, (row, i) => promo(row, i, true))}</div></section><section><h2${c('st')}>Most read</h2><ol>${each(
        make(5, (i) => i),
        (i) => `<li><span>${i + 1}</span><a href="/news/articles/m${i}"><h3>Popular story ${i}</h3></a></li>`,
      )}</ol></section></main>`,
    ),
  };
}

function arabicNews(): ImitatedSite {
  const rows = make(11, (i) => ({
    'title|name': `${of(['افتتاح جسر جديد في', 'مهرجان الكتاب يعود إلى', 'أمطار غزيرة على'], i)} ${of(['تونس', 'عمّان', 'الرباط'], i)} ${i + 1}`,
    'excerpt|description|text|body': `تفاصيل الخبر رقم ${i + 1} من مراسلنا في المدينة وما قاله السكان.`,
    'date|time': [`${i + 3} مارس 2026`, `2026-03-${String(i + 3).padStart(2, '0')}`],
    'link|url': `/news/2026/3/${i + 3}/story-${i}`,
    image: `/wp-content/uploads/2026/03/${i}.jpg?resize=270%2C180`,
  }));
  return {
    name: 'news in Arabic',
    language: 'ar',
    rows,
    wanted: ['title|name', 'excerpt|description|text|body', 'date|time', 'link|url', 'image'],
    html: page(
      'ar',
      'أخبار',
      `<main id="main-content-area"><section id="news-feed-container" class="l-col l-col--8">${each(rows, (row, i) => `<article class="gc u-clickable-card gc--type-post gc--list gc--with-image" data-r><div class="gc__content"><div class="gc__header-wrap"><h3 class="gc__title"><a class="u-clickable-card__link" href="${row['link|url']}"><span${click(i, 4)}>${row['title|name']}</span></a></h3></div><div class="gc__body-wrap"><div class="gc__excerpt"><p>${row['excerpt|description|text|body']}</p></div></div><footer class="gc__footer"><div class="gc__meta"><div class="gc__date gc__date--published"><div class="date-simple"><span class="screen-reader-text">Published On ${i + 3} Mar 2026</span><span aria-hidden="true">${i + 3} مارس 2026</span></div></div></div></footer></div><div class="gc__image-wrap"><div class="article-card__image-wrap"><div class="responsive-image"><img class="article-card__image gc__image" loading="lazy" src="${row.image}" alt=""></div></div></div></article>${i === 3 ? '<div class="container--ads"><p>إعلان</p><div id="ads-3"></div></div>' : ''}`)}<button class="show-more-button grid-full-width" data-testid="show-more-button" data-n><span class="screen-reader-text">عرض المزيد من المقالات</span><span aria-hidden="true">عرض المزيد</span></button></section><aside class="trending"><h2>الأكثر قراءة</h2><ol>${each(
        make(5, (i) => i),
        (i) => `<li class="trending-articles__item"><a href="/t/${i}"><span>الخبر الأشهر ${i}</span></a></li>`,
      )}</ol></aside></main>`,
    ),
  };
}

function blogArchive(): ImitatedSite {
  const rows = make(10, (i) => ({
    'title|name|entry title': `${of(['Pruning plums', 'A cold frame', 'Seed swap notes'], i)} in week ${i + 1}`,
    'date|time|published|posted on': [`2026-03-${10 + i}T09:00:00+00:00`, `March ${10 + i}, 2026`],
    author: of(writers, i),
    'category|categories|cat links': of(['Fruit', 'Tools', 'Community'], i),
    comments: [`${i + 2} Comments`, i + 2],
    'text|content|summary|excerpt|entry content': `This week I spent ${i + 2} hours in the plot and learned that patience pays. The soil was wet, the tools were blunt …`,
    'link|url': `/2026/03/${10 + i}/post-${i}/`,
    image: i % 5 === 1 ? undefined : `/wp-content/uploads/2026/03/p${i}-1024x576.jpg`,
  }));
  return {
    name: 'archive of a blog',
    path: '/2026/03/',
    language: 'en',
    rows,
    wanted: [
      'title|name|entry title',
      'date|time|published|posted on',
      'author',
      'text|content|summary|excerpt|entry content',
      'link|url',
      'image',
    ],
    html: page(
      'en',
      'Garden',
      `<div id="primary" class="content-area"><main id="main" class="site-main"><header class="page-header"><h1 class="page-title">Month: <span>March 2026</span></h1></header>${each(rows, (row, i) => `<article id="post-${310 + i * 3}" class="post-${310 + i * 3} post type-post status-publish format-standard ${row.image ? 'has-post-thumbnail ' : ''}hentry category-x${i % 3} tag-y${i}" data-r><header class="entry-header"><h2 class="entry-title"><a href="${row['link|url']}" rel="bookmark"${click(i, 3)}>${row['title|name|entry title']}</a></h2><div class="entry-meta"><span class="posted-on"><svg></svg><a href="${row['link|url']}" rel="bookmark"><time class="entry-date published" datetime="2026-03-${10 + i}T09:00:00+00:00">March ${10 + i}, 2026</time><time class="updated" datetime="2026-04-01T09:00:00+00:00">April 1, 2026</time></a></span><span class="byline"><span class="screen-reader-text">by</span><span class="author vcard"><a class="url fn n" href="/author/w${i % 4}/">${row.author}</a></span></span></div></header>${row.image ? `<figure class="post-thumbnail"><a class="post-thumbnail-inner" href="${row['link|url']}" aria-hidden="true" tabindex="-1"><img width="1024" height="576" src="${row.image}" class="attachment-large wp-post-image" alt="" srcset="${row.image} 1024w, /s${i}.jpg 300w"></a></figure>` : ''}<div class="entry-content"><p>${row['text|content|summary|excerpt|entry content']}</p><p class="link-more"><a href="${row['link|url']}" class="more-link">Continue reading<span class="screen-reader-text"> “${row['title|name|entry title']}”</span></a></p></div><footer class="entry-footer"><span class="cat-links"><span class="screen-reader-text">Posted in</span><a href="/category/x${i % 3}/" rel="category tag">${row['category|categories|cat links']}</a></span><span class="comments-link"><a href="${row['link|url']}#comments">${i + 2} Comments<span class="screen-reader-text"> on ${row['title|name|entry title']}</span></a></span></footer></article>`)}<nav class="navigation posts-navigation" aria-label="Posts"><h2 class="screen-reader-text">Posts navigation</h2><div class="nav-links"><div class="nav-previous"><a href="/2026/03/page/2/" data-n>Older posts</a></div></div></nav></main></div><aside id="secondary" class="widget-area"><section class="widget widget_recent_entries"><h2>Recent Posts</h2><ul>${each(
        make(5, (i) => i),
        (i) => `<li><a href="/r/${i}/">Recent ${i}</a></li>`,
      )}</ul></section><section class="widget widget_archive"><ul><li><a href="/2026/02/">February 2026</a></li><li><a href="/2026/01/">January 2026</a></li></ul></section></aside>`,
    ),
  };
}

function frenchNews(): ImitatedSite {
  const rows = make(12, (i) => ({
    'title|name': `${of(['Le tramway de Nantes prolongé', 'La Loire en crue', 'Un musée rouvre à Metz'], i)} : ce que l’on sait (${i + 1})`,
    'description|desc|text': `${of(['Les travaux', 'Les secours', 'Les collections'], i)} mobilisent la région depuis ${i + 2} semaines, selon la préfecture.`,
    'author|auteur': i % 3 ? of(writers, i) : undefined,
    'date|time': [
      `Publié le ${String(i + 1).padStart(2, '0')} mars 2026 à ${10 + i}h30`,
      `2026-03-${String(i + 1).padStart(2, '0')}`,
      `2026-03-${String(i + 1).padStart(2, '0')}T${10 + i}:30:00`,
    ],
    'reading time|duration|temps': [`Temps de Lecture ${i + 2} min.`, `Lecture ${i + 2} min.`],
    'link|url': `/politique/article/2026/03/0${(i % 9) + 1}/sujet_${6400 + i}.html`,
    image: `/2026/03/${i}/0/0/300/200/${i}.jpg`,
  }));
  return {
    name: 'French news',
    path: '/actualite/',
    language: 'fr',
    rows,
    wanted: ['title|name', 'description|desc|text', 'author|auteur', 'date|time', 'link|url', 'image'],
    html: page(
      'fr',
      'Actualités',
      `<main id="river"><h1 class="river__title">Actualités</h1><section class="page__content river river--rubrique">${each(rows, (row, i) => `<section class="teaser teaser--inline-picture ${i % 4 === 1 ? 'teaser--premium' : ''}" data-r>${i % 4 === 1 ? '<p class="article__status sr-only">Article réservé aux abonnés</p>' : ''}<a class="teaser__link teaser__link--kicker" href="${row['link|url']}">${i % 4 === 1 ? '<span class="icon__premium"><span class="sr-only">Article réservé aux abonnés</span></span>' : ''}<h3 class="teaser__title"${click(i)}>${row['title|name']}</h3><p class="teaser__desc">${row['description|desc|text']}</p></a><p class="meta meta__publisher meta__river">${row['author|auteur'] ? `<span class="meta__author meta__author--no-after">${row['author|auteur']}</span>` : ''}<span class="meta__date">Publié le ${String(i + 1).padStart(2, '0')} mars 2026 à ${10 + i}h30</span><span class="meta__reading-time"><span class="sr-only">Temps de</span> <span>Lecture ${i + 2} min.</span></span></p><figure class="teaser__picture"><a href="${row['link|url']}" tabindex="-1"><picture><source data-srcset="${row.image}"><img src="data:image/svg+xml;base64,PHN2Zw==" data-src="${row.image}" alt="" class="lazyload"></picture></a></figure></section>${i === 4 ? '<section class="teaser teaser--ads dfp-slot"><div id="dfp-1" class="dfp__slot"></div></section>' : ''}`)}</section><section class="river__pagination"><a class="river__pagination river__pagination--page-search is-active" href="/actualite/1/">1</a><a class="river__pagination river__pagination--page-search" href="/actualite/2/">2</a><a class="river__pagination river__pagination--page-search" href="/actualite/3/">3</a><a class="river__pagination river__pagination--page river__pagination--page-search" href="/actualite/2/" data-n><span>suivant</span></a></section></main>`,
    ),
  };
}

function libraryCalendar(): ImitatedSite {
  const c = looks('utility', 61);
  const rows = make(12, (i) => ({
    'title|name|event': `${of(['Baby storytime', 'Chess club', 'Résumé clinic', 'Lego lab'], i)} ${i + 1}`,
    'time|date|hours': [`${9 + (i % 3)}:30am – ${10 + (i % 3)}:30am`, `${9 + (i % 3)}:30am–${10 + (i % 3)}:30am`],
    'branch|library|location': `${of(['Northside', 'Main', 'Eastgate', 'Hill'], i)} Library`,
    'room|place': of(['Children’s Room', 'Meeting Room B', 'Studio'], i),
    'age group|audience|ages': of(['Babies (0-2)', 'Adults', 'Teens (13-18)'], i),
    'description|text|summary': `Drop in and join session ${i + 1} with our staff. Seats are limited, so please come early.`,
    'status|registration|seats': i % 3 === 0 ? [`${i + 2} seats remaining`, i + 2] : undefined,
    'link|url': `/event/${9100 + i}`,
  }));
  return {
    name: 'calendar of a library',
    language: 'en',
    rows,
    wanted: [
      'title|name|event',
      'time|date|hours',
      'branch|library|location',
      'age group|audience|ages',
      'description|text|summary',
      'link|url',
    ],
    html: page(
      'en',
      'Events',
      `<div class="lc-calendar events-calendar"><div${c('tools')}><a href="?v=grid">Month</a><a href="?v=list" aria-current="true">List</a>${filters(['Branch', 'Age group'])}</div><div class="calendar__list">${each(
        make(4, (d) => d),
        (d) =>
          `<div class="calendar__day"><h2${c('dh')}><time datetime="2026-03-0${d + 2}">${of(['Monday', 'Tuesday', 'Wednesday', 'Thursday'], d)}, March ${d + 2}, 2026</time></h2>${each(rows.slice(d * 3, d * 3 + 3), (row, k) => `<article class="event-card"${d === 2 ? ` id="today-${k}"` : ''} data-r><div${c('tm')}><span class="event-time">${row['time|date|hours'][0]}</span></div><div${c('bd')}><h3${c('h3')}><a href="${row['link|url']}"${click(d * 3 + k, 4)}>${row['title|name|event']}</a></h3><div${c('lc')}><span><strong>Library:</strong> ${row['branch|library|location']}</span><span><strong>Room:</strong> ${row['room|place']}</span></div><div${c('ag')}><strong>Age group:</strong> <span>${row['age group|audience|ages']}</span></div><p${c('ds')}>${row['description|text|summary']}</p>${row['status|registration|seats'] ? `<span${c('st')}>${row['status|registration|seats'][0]}</span>` : ''}<a href="${row['link|url']}/register"${c('bt')}>Register</a><a href="${row['link|url']}.ics"${c('ic')}>Add to calendar</a></div></article>`)}</div>`,
      )}</div><nav class="calendar__pager" aria-label="Pagination"><ul><li><a href="?page=0" aria-current="page" title="Current page">1</a></li><li><a href="?page=1" title="Go to page 2">2</a></li><li class="pager__item--next"><a href="?page=1" title="Go to next page" rel="next" data-n><span class="visually-hidden">Next page</span><span aria-hidden="true">››</span></a></li></ul></nav></div>`,
    ),
  };
}

function norwegianEvents(): ImitatedSite {
  const c = looks('emotion', 47);
  const rows = make(12, (i) => ({
    'title|name': `${of(['Jazzkveld med', 'Forfatterprat:', 'Barnekino:', 'Strikkekafé:'], i)} ${of(['Ida Berg', 'Olav Hauge', 'Kari Lie'], i)} ${i + 1}`,
    'date|dato|time': [
      `${of(['man', 'tir', 'ons', 'tor'], i)} ${i + 3}. mars`,
      `2026-03-${String(i + 3).padStart(2, '0')}T18:00`,
    ],
    'start|klokkeslett|time 2': `kl. ${17 + (i % 3)}.00`,
    'venue|sted|place|location': of(['Blå', 'Deichman Bjørvika', 'Rockefeller'], i),
    'price|pris': i % 4 === 0 ? 'Gratis' : [`fra ${195 + i * 20} kr`, 195 + i * 20],
    'category|kategori': of(['Konsert', 'Litteratur', 'Film'], i),
    'link|url': `/arrangement/${700 + i}`,
    image: `/media/${700 + i}/w400.webp`,
  }));
  return {
    name: 'events in Norway',
    language: 'nb',
    rows,
    wanted: [
      'title|name',
      'date|dato|time',
      'venue|sted|place|location',
      'price|pris',
      'category|kategori',
      'link|url',
      'image',
    ],
    html: page(
      'nb',
      'Arrangementer',
      `<main${c('m')}><h1${c('h1')}>Hva skjer</h1><div${c('chips')}><button>Alle</button><button>Konsert</button><button>Film</button></div><div${c('grid')}>${each(rows, (row, i) => `<a href="${row['link|url']}"${c('card')} data-r><div${c('pic')}><img src="${row.image}" alt="" loading="lazy"><span${c('cat')}>${row['category|kategori']}</span></div><div${c('bd')}><div${c('when')}><time datetime="2026-03-${String(i + 3).padStart(2, '0')}T18:00"${c('d')}>${row['date|dato|time'][0]}</time><span${c('k')}>${row['start|klokkeslett|time 2']}</span></div><h3${c('h3')}${click(i, 5)}>${row['title|name']}</h3><p${c('v')}>${row['venue|sted|place|location']}</p><p${c('p')}>${[row['price|pris']].flat()[0]}</p></div></a>`)}</div><button${c('more')} data-n>Vis flere</button></main>`,
    ),
  };
}

/** News and calendars. */
export const newsAndEvents: readonly ImitatedSite[] = [
  newsFront(),
  arabicNews(),
  blogArchive(),
  frenchNews(),
  libraryCalendar(),
  norwegianEvents(),
];
